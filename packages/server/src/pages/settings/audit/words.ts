import { AUDIT_ACTIONS, type AuditAction } from '@lodestone/core';

import { inWords } from '../../components/badge.tsx';

/** What was done, as the log says it after who did it. Complete by type: what core can write has its words here. */
const WORDS: Record<AuditAction, string> = {
  'account.branding': 'Changed the branding',
  'account.logo': 'Changed the logo',
  'account.create': 'Created the account',
  'account.edit': 'Changed the account’s name or email',
  'ai_model.remove': 'Removed the AI model',
  'ai_model.set': 'Set up the AI model',
  'campaign.activate': 'Started a campaign',
  'campaign.bounces_reviewed': 'Reviewed a campaign’s bounces',
  'campaign.complete': 'Completed a campaign',
  'campaign.create': 'Created a campaign',
  'campaign.delete': 'Deleted a campaign’s draft',
  'campaign.edit': 'Edited a campaign',
  'campaign.pause': 'Paused a campaign',
  'campaign.resume': 'Resumed a campaign',
  'campaign.resume_after_system_pause': 'Resumed a campaign after its review',
  'campaign.schedule': 'Scheduled a campaign',
  'campaign.start': 'Started a scheduled campaign',
  'campaign.system_pause': 'Paused a campaign to protect your inboxes',
  'campaign.system_resume': 'Resumed a campaign whose inboxes work again',
  'campaign.unschedule': 'Unscheduled a campaign',
  'conversation.answer': 'Replied to a lead',
  'conversation.convert': 'Recorded a conversion',
  'conversation.intent': 'Set the intent of a reply',
  'email_account.connect': 'Connected a sending inbox',
  'email_account.edit': 'Changed a sending inbox',
  'email_account.pause': 'Paused a sending inbox',
  'email_account.remove': 'Removed a sending inbox',
  'email_account.resume': 'Resumed a sending inbox',
  'email_account.system_pause': 'Paused a sending inbox to protect it',
  'email_account.system_resume': 'Resumed a sending inbox that was paused to protect it',
  'enrollment.add': 'Added a lead to a campaign',
  'enrollment.move': 'Moved a lead’s next email forward',
  'campaign.retry_failed': 'Had a campaign’s failed emails tried again',
  'enrollment.stop': 'Stopped a campaign for one lead',
  'key.create': 'Created an API key',
  'key.revoke': 'Revoked an API key',
  'magnet.asset': 'Changed the file or link of a magnet',
  'magnet.create': 'Created a magnet',
  'magnet.edit': 'Edited a magnet',
  'magnet.request': 'Requested a magnet',
  'magnet.status': 'Changed the status of a magnet',
  'magnet.test_send': 'Sent a test of a magnet',
  'session.end': 'Ended a session',
  'session.end_others': 'Ended all other sessions',
  'session.start': 'Signed in',
  'sign_in_link.create': 'Made a sign-in link',
  'subscriber.ask_to_resubscribe': 'Asked to subscribe again',
  'subscriber.edit': 'Edited a subscriber',
  'subscriber.erase': 'Erased a subscriber',
  'subscriber.export': 'Exported a subscriber’s data',
  'subscriber.resubscribe': 'Subscribed again',
  'subscriber.unsubscribe': 'Unsubscribed a subscriber',
  'subscriber.unsubscribe_by_reply': 'Unsubscribed a subscriber who asked for it in a reply',
  'subscribers.enroll': 'Added several leads to a campaign',
  'subscribers.tag': 'Tagged several subscribers',
  'subscribers.untag': 'Removed a tag from several subscribers',
  'suppression.add': 'Suppressed an address or a domain',
  'suppression.lift': 'Lifted a suppression',
  'user.ask_email': 'Asked to change their sign-in email',
  'user.email': 'Changed their sign-in email',
  'user.invite': 'Invited a user',
  'user.join': 'Accepted an invitation',
  'user.recovery_code': 'Used a recovery code',
  'user.recovery_codes': 'Made new recovery codes',
  'user.remove': 'Removed a user',
  'user.role': 'Changed a user’s role',
  'user.set_password': 'Set a password',
  'user.sign_in_blocked': 'Blocked sign-ins after too many wrong attempts',
  'user.two_step_off': 'Turned 2-step sign-in off',
  'user.two_step_on': 'Turned 2-step sign-in on',
  'user.withdraw_email': 'Cancelled a change of their sign-in email',
  'user.withdraw_invitation': 'Withdrew an invitation',
};

/** Parts of the log to choose from, by the first word of what was done. */
const AREAS = [
  { value: 'sign-in', label: 'Sign-in and users', nouns: ['user', 'session', 'sign_in_link'] },
  { value: 'keys', label: 'API keys', nouns: ['key'] },
  { value: 'settings', label: 'Account settings', nouns: ['account', 'ai_model'] },
  { value: 'magnets', label: 'Magnets', nouns: ['magnet'] },
  { value: 'subscribers', label: 'Subscribers', nouns: ['subscriber', 'subscribers', 'suppression'] },
  { value: 'campaigns', label: 'Campaigns and leads', nouns: ['campaign', 'enrollment'] },
  { value: 'replies', label: 'Replies', nouns: ['conversation'] },
  { value: 'inboxes', label: 'Sending inboxes', nouns: ['email_account'] },
] as const;

/** What was done in words; what an older version wrote, as it stands. */
export function wordsOf(action: string): string {
  return isAction(action) ? WORDS[action] : action;
}

/** What one can choose: a part of the log, or one thing within it. */
export const WHAT: readonly { value: string; label: string; actions: readonly AuditAction[] }[] =
  AREAS.flatMap(({ value, label, nouns }) => {
    const within = AUDIT_ACTIONS.filter((action) => nouns.some((noun) => action.startsWith(`${noun}.`)));
    return [
      { value, label, actions: within },
      ...within.map((action) => ({ value: action, label: `– ${WORDS[action]}`, actions: [action] })),
    ];
  });

function isAction(text: string): text is AuditAction {
  return Object.hasOwn(WORDS, text);
}

const NAMES = new Map([
  ['url', 'URL'],
  ['smtp', 'Server'],
  ['value_usd', 'Value in USD'],
  ['expires_in_days', 'Days until it expires'],
  ['cause', 'Cause'],
]);

/** Values of ours that have words of their own. */
const VALUES = new Map([
  ['hard_bounce', 'hard bounce'],
  ['manual', 'added by hand'],
  ['sign_in', 'sign-in'],
  ['no_inbox', 'no inbox'],
]);

/** The details of an entry as names and values. Ids are left out: nobody knows anything by them. */
export function detailsOf(details: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (/(^|_)(id|of)$/.test(key) || value === null || value === '' || (key === 'changed' && value === true))
      return [];
    const text = textOf(value);
    return [{ name: NAMES.get(key) ?? inWords(key), value: VALUES.get(text) ?? text }];
  });
}

function textOf(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
