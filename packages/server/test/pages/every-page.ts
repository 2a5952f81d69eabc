import { listOutbox, listUnmatched, readBranding, subscriberLink, suppress } from '@lodestone/core';

import { campaign, conversation, find } from '../find.ts';
import type { Owner } from './chromium.ts';
import { hiddenIn, visit } from './forms.ts';

/** A page of each sort; `pathsOf` has the address of each. */
export const PAGES = [
  'dashboard',
  'magnets',
  'magnet',
  'published-magnet',
  'new-magnet',
  'capture',
  'confirm',
  'preferences',
  'branding',
  'outbox',
  'outbox-email',
  'suppressions',
  'subscribers',
  'subscriber',
  'unsubscribe',
  'campaigns',
  'campaign',
  'paused-campaign',
  'scheduled-campaign',
  'system-pause',
  'inbox',
  'conversation',
  'sending-inboxes',
  'activity',
  'ai-usage',
  'nobody-matches',
  'import',
  'new-campaign',
  'campaign-editor',
  'leads',
  'plan',
  'unmatched',
  'unmatched-email',
  'connect-inbox',
  'sending-inbox',
  'remove-inbox',
  'account',
  'users',
  'your-sign-in',
  'two-step',
  'developers',
  'ai-model',
  'audit-log',
] as const;

/** Where each page is, with something on it. */
export async function pathsOf({ server, cookie }: Owner): Promise<Record<(typeof PAGES)[number], string>> {
  const subscriber = await find(server, '/v1/subscribers', (row) => row.status === 'active');
  const published = await find(server, '/v1/magnets', (row) => row.status === 'public');
  const inboxes = (await server.call('GET /v1/email-accounts')).body.data;
  const inbox = inboxes.find(({ system_pause }) => system_pause !== null) ?? inboxes[0]!;
  const { slug } = await readBranding(server.account);
  const capture = `/p/${slug}/${published.slug}`;
  await visit(server, `/magnets/${published.id}/test`, { cookie, form: {} });
  await suppress(server.account, { kind: 'domain', value: 'rival.example', reason: 'manual' });
  const form = hiddenIn((await visit(server, capture)).html);
  await visit(server, capture, { form: { ...form, email: 'lee@people.example' } });
  const { data } = await listOutbox(server.account, { limit: 1, offset: 0 });
  const { token } = await server.account
    .select('mails')
    .select('token')
    .where('kind', '=', 'confirmation')
    .executeTakeFirstOrThrow();
  const unmatched = await listUnmatched(server.account, { limit: 1, offset: 0 });
  return {
    dashboard: '/?range=all&scope=all',
    magnets: '/magnets',
    magnet: `/magnets/${(await find(server, '/v1/magnets', (row) => !row.can_publish)).id}`,
    'published-magnet': `/magnets/${published.id}`,
    'new-magnet': '/magnets/new',
    capture,
    confirm: `/c/${token}`,
    preferences: `/preferences?link=${await subscriberLink(server.account, { id: subscriber.id })}`,
    branding: '/settings/branding',
    outbox: '/outbox',
    'outbox-email': `/outbox/${data[0]?.id}`,
    suppressions: '/suppressions',
    subscribers: '/subscribers?min_score=1',
    subscriber: `/subscribers/${subscriber.id}`,
    unsubscribe: `/subscribers/${subscriber.id}/unsubscribe`,
    campaigns: '/campaigns',
    campaign: `/campaigns/${(await campaign(server, 'active')).id}`,
    'paused-campaign': `/campaigns/${(await campaign(server, 'paused')).id}`,
    'scheduled-campaign': `/campaigns/${(await campaign(server, 'scheduled')).id}`,
    'system-pause': `/campaigns/${(await campaign(server, 'bounced')).id}`,
    inbox: '/inbox',
    conversation: `/inbox/${await conversation(server)}`,
    'sending-inboxes': '/sending-inboxes',
    activity: '/activity',
    'ai-usage': '/ai-usage?range=all',
    'nobody-matches': '/subscribers?search=nobody-is-called-so&min_score=777',
    import: '/subscribers/import',
    'new-campaign': '/campaigns/new',
    'campaign-editor': `/campaigns/${(await campaign(server, 'scheduled')).id}/edit`,
    leads: `/campaigns/${(await campaign(server, 'active')).id}/leads`,
    plan: '/campaigns/plan',
    unmatched: '/inbox/unmatched',
    'unmatched-email': `/inbox/unmatched/${unmatched.data[0]?.id}`,
    'connect-inbox': '/sending-inboxes/connect',
    'sending-inbox': `/sending-inboxes/${inbox.id}`,
    'remove-inbox': `/sending-inboxes/${inbox.id}/remove`,
    account: '/settings/account',
    users: '/settings/users',
    'your-sign-in': '/settings/sign-in',
    'two-step': '/settings/sign-in/two-step',
    developers: '/settings/developers',
    'ai-model': '/settings/ai-model',
    'audit-log': '/settings/audit',
  };
}
