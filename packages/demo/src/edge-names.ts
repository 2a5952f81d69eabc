import type { Clock } from './clock.ts';
import type { EdgeLead } from './edge-lead.ts';

/** The last millisecond of an IST day, 18:29:59.999Z, and the first of the next: a day apart for every figure. */
export function boundaryLeads(at: Clock): EdgeLead[] {
  return [at(3, '23:59:59.999'), at(2, '00:00:00.000')].map((moment, nth) => ({
    account: 0,
    email: nth === 0 ? 'before.midnight@edge.example' : 'at.midnight@edge.example',
    first_name: 'Midnight',
    tags: ['boundary'],
    seen: moment,
    deliveries: [
      {
        magnet: 'cold-email-teardown',
        status: 'delivered',
        requested: moment,
        sent: moment,
        delivered: moment,
        opened: moment,
        clicked: moment,
      },
    ],
    enrollments: [
      {
        campaign: 'Webinar follow-up',
        enrolled: moment,
        status: 'active',
        intent: 'interested',
        classified: moment,
        sends: [
          { status: 'sent', queued: moment, sent: moment, opened: moment, clicked: moment },
          { status: 'queued', queued: moment },
        ],
        messages: [{ received: moment, subject: 'Re: Notes from the session', body: 'On the dot.' }],
        converted: { at: moment, value_micros: 1 },
      },
    ],
  }));
}

/** Names, tags and addresses that software trips over. */
export function namedLeads(at: Clock): EdgeLead[] {
  const seen = at(25, '19:05:12.345');
  const lead = (email: string, rest: Partial<EdgeLead>): EdgeLead => ({
    account: 0,
    email: `${email}@edge.example`,
    seen,
    ...rest,
  });
  return [
    lead('nobody', {}),
    lead('user+tag', { first_name: 'Plus', last_name: 'Sign' }),
    lead('user', { first_name: 'Plus', last_name: 'Less' }),
    lead('percent', {
      first_name: '100%',
      last_name: 'Sure_Thing',
      tags: ['100 %', 'a_b', 'a%b', 'back\\slash'],
    }),
    lead('no_percent', { first_name: '1000', last_name: 'Sure-Thing', tags: ['a-b', 'axb'] }),
    lead('quote', {
      first_name: `O'Neil`,
      last_name: `"; drop table subscribers; --`,
      tags: [`it's`, '"quoted"', 'comma, inside', '{"json": true}', 'null'],
    }),
    lead('markup', {
      first_name: '<script>alert(1)</script>',
      last_name: '"><img src=x onerror=alert(1)>',
      tags: ['<b>bold</b>', '&amp;', '${name}', '{{first_name}}'],
    }),
    lead('rtl', { first_name: 'محمد', last_name: 'العربي', tags: ['تصنيف', 'مهم'] }),
    lead('override', { first_name: 'Right\u202Eleft', last_name: 'Zero\u200Bwidth' }),
    lead('emoji', { first_name: '👩🏽‍🚀', last_name: '🌶️', tags: ['🔥', '👍🏽', 'café', 'cafe\u0301'] }),
    lead('han', { first_name: '秀英', last_name: '王', tags: ['标签', 'とても大切'] }),
    lead('capitals', { first_name: 'ÅSA', last_name: 'ÖSTERBERG', tags: ['VIP', 'vip', 'Vip'] }),
    lead('one', { first_name: 'X', tags: ['x'] }),
    lead('longest.name', {
      first_name: 'Ñ'.repeat(100),
      last_name: '𝒩'.repeat(100),
      tags: ['t'.repeat(60), '🎈'.repeat(60)],
    }),
    lead('fifty.tags', {
      first_name: 'Fifty',
      last_name: 'Tags',
      tags: Array.from({ length: 50 }, (_, nth) => `tag-${String(nth + 1).padStart(2, '0')}`),
    }),
    lead(`${'long.'.repeat(12)}address`, { last_name: 'Onlylast' }),
    // One person, two relationships that know nothing of each other.
    lead('shared', { first_name: 'Sam', last_name: 'Meridian', tags: ['meridian-only'] }),
    lead('shared', {
      account: 1,
      first_name: 'Samuel',
      last_name: 'Harbor',
      tags: ['harbor-only'],
      seen: at(90, '11:00:00.000'),
      unsubscribed: at(60, '12:00:00.000'),
    }),
  ];
}
