import type {
  DeliveryStatus, EnrollmentStatus, ReplyIntent, SendStatus, StopReason,
} from '../db/schema.ts';
import type { Clock } from './clock.ts';

/** A subscriber who is written down rather than drawn, for a case that must not be left to chance. */
export interface EdgeLead {
  /** 0 for the first account, 1 for the second. */
  account: 0 | 1;
  email: string;
  first_name?: string;
  last_name?: string;
  tags?: readonly string[];
  seen: Date;
  unsubscribed?: Date;
  deliveries?: readonly EdgeDelivery[];
  enrollments?: readonly EdgeEnrollment[];
}

interface EdgeDelivery {
  magnet: string;
  status: DeliveryStatus;
  requested: Date;
  sent?: Date;
  delivered?: Date;
  opened?: Date;
  clicked?: Date;
  bounced?: Date;
  failure?: string;
}

interface EdgeEnrollment {
  campaign: string;
  enrolled: Date;
  status: EnrollmentStatus;
  stop_reason?: StopReason;
  intent?: ReplyIntent;
  classified?: Date;
  /** In the order of the steps. */
  sends?: readonly { status: SendStatus; queued: Date; sent?: Date; opened?: Date; clicked?: Date; bounced?: Date; failure?: string }[];
  messages?: readonly { received: Date; subject: string | null; body: string }[];
  converted?: { at: Date; value_micros: number | null };
}

/** Every edge case of the contract, one lead each. */
export function edgeLeads(at: Clock): EdgeLead[] {
  return [...boundaryLeads(at), ...namedLeads(at), ...deliveryLeads(at), ...replyLeads(at), ...optedOutLeads(at)];
}

/** The last millisecond of an IST day, 18:29:59.999Z, and the first of the next: a day apart for every figure. */
function boundaryLeads(at: Clock): EdgeLead[] {
  return [at(3, '23:59:59.999'), at(2, '00:00:00.000')].map((moment, nth) => ({
    account: 0,
    email: nth === 0 ? 'before.midnight@edge.example' : 'at.midnight@edge.example',
    first_name: 'Midnight',
    tags: ['boundary'],
    seen: moment,
    deliveries: [
      { magnet: 'cold-email-teardown', status: 'delivered', requested: moment, sent: moment, delivered: moment, opened: moment, clicked: moment },
    ],
    enrollments: [
      {
        campaign: 'Webinar follow-up', enrolled: moment, status: 'active', intent: 'interested', classified: moment,
        sends: [{ status: 'sent', queued: moment, sent: moment, opened: moment, clicked: moment }, { status: 'queued', queued: moment }],
        messages: [{ received: moment, subject: 'Re: Notes from the session', body: 'On the dot.' }],
        converted: { at: moment, value_micros: 1 },
      },
    ],
  }));
}

function namedLeads(at: Clock): EdgeLead[] {
  const seen = at(25, '19:05:12.345');
  const lead = (email: string, rest: Partial<EdgeLead>): EdgeLead => ({ account: 0, email: `${email}@edge.example`, seen, ...rest });
  return [
    lead('nobody', {}),
    lead('user+tag', { first_name: 'Plus', last_name: 'Sign' }),
    lead('user', { first_name: 'Plus', last_name: 'Less' }),
    lead('percent', { first_name: '100%', last_name: 'Sure_Thing', tags: ['100 %', 'a_b', 'a%b', 'back\\slash'] }),
    lead('no_percent', { first_name: '1000', last_name: 'Sure-Thing', tags: ['a-b', 'axb'] }),
    lead('quote', { first_name: `O'Neil`, last_name: `"; drop table subscribers; --`, tags: [`it's`, '"quoted"', 'comma, inside', '{"json": true}', 'null'] }),
    lead('markup', { first_name: '<script>alert(1)</script>', last_name: '"><img src=x onerror=alert(1)>', tags: ['<b>bold</b>', '&amp;', '${name}', '{{first_name}}'] }),
    lead('rtl', { first_name: 'محمد', last_name: 'العربي', tags: ['تصنيف', 'مهم'] }),
    lead('override', { first_name: 'Right\u202Eleft', last_name: 'Zero\u200Bwidth' }),
    lead('emoji', { first_name: '👩🏽‍🚀', last_name: '🌶️', tags: ['🔥', '👍🏽', 'café', 'cafe\u0301'] }),
    lead('han', { first_name: '秀英', last_name: '王', tags: ['标签', 'とても大切'] }),
    lead('capitals', { first_name: 'ÅSA', last_name: 'ÖSTERBERG', tags: ['VIP', 'vip', 'Vip'] }),
    lead('one', { first_name: 'X', tags: ['x'] }),
    lead('longest.name', { first_name: 'Ñ'.repeat(100), last_name: '𝒩'.repeat(100), tags: ['t'.repeat(60), '🎈'.repeat(60)] }),
    lead('fifty.tags', { first_name: 'Fifty', last_name: 'Tags', tags: Array.from({ length: 50 }, (_, nth) => `tag-${String(nth + 1).padStart(2, '0')}`) }),
    lead(`${'long.'.repeat(12)}address`, { last_name: 'Onlylast' }),
    // One person, two relationships that know nothing of each other.
    lead('shared', { first_name: 'Sam', last_name: 'Meridian', tags: ['meridian-only'] }),
    lead('shared', { account: 1, first_name: 'Samuel', last_name: 'Harbor', tags: ['harbor-only'], seen: at(90, '11:00:00.000'), unsubscribed: at(60, '12:00:00.000') }),
  ];
}

function deliveryLeads(at: Clock): EdgeLead[] {
  const asked = at(6, '20:30:00.000');
  const after = (seconds: number) => new Date(asked.getTime() + seconds * 1000);
  const lead = (state: string, deliveries: EdgeLead['deliveries']): EdgeLead => ({
    account: 0, email: `${state}.delivery@edge.example`, first_name: 'Dora', last_name: state, tags: ['delivery'], seen: asked, ...(deliveries && { deliveries }),
  });
  const magnet = 'deliverability-checklist';
  return [
    lead('Queued', [{ magnet, status: 'queued', requested: asked }]),
    lead('Sent', [{ magnet, status: 'sent', requested: asked, sent: after(4) }]),
    lead('Delivered', [{ magnet, status: 'delivered', requested: asked, sent: after(4), delivered: after(6) }]),
    lead('Refused', [{ magnet, status: 'bounced', requested: asked, bounced: after(5), failure: '550 5.7.1 Refused at the door' }]),
    lead('Bounced', [{ magnet, status: 'bounced', requested: asked, sent: after(4), bounced: after(90), failure: '552 5.2.2 Mailbox full' }]),
    // It came, was opened, and a bounce was reported all the same.
    lead('Bouncedlate', [{ magnet, status: 'bounced', requested: asked, sent: after(4), delivered: after(6), opened: after(60), clicked: after(61), bounced: after(7200), failure: '554 Mailbox was closed' }]),
    lead('Failed', [{ magnet, status: 'failed', requested: asked, failure: '421 4.3.2 Service shutting down' }]),
    lead('Cancelled', [{ magnet, status: 'cancelled', requested: asked }]),
    lead('Clicked', [{ magnet, status: 'delivered', requested: asked, sent: after(4), delivered: after(6), opened: after(300), clicked: after(300) }]),
    // Asked for the same magnet three times.
    lead('Repeated', [
      { magnet, status: 'delivered', requested: asked, sent: after(4), delivered: after(6), opened: after(3600) },
      { magnet, status: 'failed', requested: after(86_400), failure: 'Connection timed out' },
      { magnet, status: 'delivered', requested: after(86_460), sent: after(86_465), delivered: after(86_466), opened: after(86_500), clicked: after(86_509) },
    ]),
  ];
}

function replyLeads(at: Clock): EdgeLead[] {
  const campaign = 'Conference list';
  const enrolled = at(20, '18:00:00.000');
  const first = { status: 'sent' as const, queued: enrolled, sent: at(19, '10:12:00.000'), opened: at(19, '10:40:00.000') };
  const second = { status: 'sent' as const, queued: first.sent, sent: at(16, '11:00:00.000') };
  const cancelled = { status: 'cancelled' as const, queued: second.sent };
  const mail = (body: string, received = at(15, '09:10:00.000')) => ({ received, subject: 'Re: Which template did you use?', body });
  const lead = (what: string, rest: Partial<EdgeEnrollment>): EdgeLead => ({
    account: 0, email: `${what}.reply@edge.example`, first_name: 'Rhea', last_name: what, tags: ['reply'], seen: at(30, '20:00:00.000'),
    enrollments: [{ campaign, enrolled, status: 'completed', sends: [first, second], ...rest }],
  });
  const classified = at(15, '09:12:00.000');
  const replied = { status: 'stopped' as const, stop_reason: 'replied' as const, sends: [first, second, cancelled] };
  return [
    lead('Interested', { ...replied, intent: 'interested', classified, messages: [mail('Tell me more.')] }),
    lead('Booked', { ...replied, intent: 'meeting_booked', classified, messages: [mail('Tuesday at 11 works.')] }),
    lead('Met', { ...replied, intent: 'meeting_completed', classified, messages: [mail('Good talk, thank you.')] }),
    lead('Won', { ...replied, intent: 'won', classified, messages: [mail('We are in.')], converted: { at: at(12), value_micros: 2_400_000_000 } }),
    lead('Away', { intent: 'out_of_office', classified, messages: [mail('')] }),
    lead('Declined', { ...replied, intent: 'not_interested', classified, messages: [mail('No, thank you.')] }),
    // Asks to be left alone, and has not opted out: the intent only classifies.
    lead('Removed', { ...replied, intent: 'unsubscribed', classified, messages: [mail('Take me off, please.')] }),
    lead('Awaiting', { intent: 'replied', messages: [mail('Who is this?')] }),
    lead('Blank', { intent: 'replied', messages: [mail(' \n\t ')] }),
    lead('Machine', { intent: 'no_reply', messages: [mail('')] }),
    lead('Unread', { intent: 'no_reply', messages: [mail('Nobody has looked at this yet.')] }),
    lead('Called', { intent: 'meeting_booked', classified }),
    lead('Bought', { intent: 'no_reply', converted: { at: at(10), value_micros: null } }),
    // Replied before the first mail had left.
    lead('Early', { intent: 'interested', classified: at(19, '08:00:00.000'), messages: [mail('I was about to write to you!', at(19, '07:30:00.000'))] }),
    lead('Markup', { ...replied, intent: 'interested', classified, messages: [mail('<script>alert("reply")</script>\n> quoted\n\n&lt;b&gt; שלום 🙏'), mail('', at(14)), { received: at(13), subject: null, body: 'And a third one, without a subject.' }] }),
    lead('Bounced', { status: 'bounced', sends: [{ status: 'bounced', queued: enrolled, sent: at(19, '10:12:00.000'), bounced: at(19, '10:12:09.000'), failure: '550 5.1.1 The recipient does not exist' }] }),
    lead('Failed', { status: 'active', sends: [{ status: 'failed', queued: enrolled, failure: 'The inbox is disconnected' }, { status: 'queued', queued: at(10) }] }),
    lead('Clicked', { sends: [{ ...first, clicked: first.opened }, second] }),
    lead('Takenout', { status: 'stopped', stop_reason: 'manual', sends: [first, { status: 'cancelled', queued: first.sent }] }),
    lead('Nothing', { status: 'active', sends: [] }),
  ];
}

function optedOutLeads(at: Clock): EdgeLead[] {
  const seen = at(40, '21:00:00.000');
  const left = at(18, '08:00:00.000');
  return [
    { account: 0, email: 'gone.silently@edge.example', seen, unsubscribed: left },
    { account: 0, email: 'gone.at.once@edge.example', first_name: 'Gone', seen, unsubscribed: seen },
    { account: 0, email: 'gone.before.midnight@edge.example', first_name: 'Gone', seen, unsubscribed: at(3, '23:59:59.999') },
    { account: 0, email: 'gone.at.midnight@edge.example', first_name: 'Gone', seen, unsubscribed: at(2, '00:00:00.000') },
    {
      account: 0, email: 'gone.with.history@edge.example', first_name: 'Gone', last_name: 'Withhistory', tags: ['newsletter'], seen, unsubscribed: left,
      deliveries: [
        { magnet: 'outreach-calendar', status: 'delivered', requested: seen, sent: seen, delivered: seen, opened: at(39), clicked: at(39) },
        { magnet: 'subject-lines', status: 'cancelled', requested: at(18, '07:59:59.000') },
      ],
      enrollments: [
        {
          campaign: 'Conference list', enrolled: at(22), status: 'stopped', stop_reason: 'unsubscribed', intent: 'unsubscribed', classified: left,
          sends: [{ status: 'sent', queued: at(22), sent: at(19) }, { status: 'cancelled', queued: at(19) }],
          messages: [{ received: left, subject: 'Re: Notes from the session', body: 'Stop.' }],
        },
      ],
    },
  ];
}
