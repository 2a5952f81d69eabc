/**
 * What a page says after a change that led to it. Only these can be said: the address names one of them in `done`, so that
 * nobody can make the application speak by a link.
 */
const MESSAGES = {
  sign_in_lapsed: 'That took too long. Sign in again.',
  signed_out: 'You are signed out.',
  key_revoked: 'Key revoked. It no longer works.',
  account_saved: 'Account saved.',
  branding_saved: 'Saved. New emails and your public pages use it from now on.',
  email_asked: 'Open the link in the email to your new address within a day to confirm the change.',
  email_changed: 'Sign-in email changed. Your other sessions have ended.',
  email_withdrawn: 'Your sign-in email stays the same.',
  password_set: 'Password set. Your other sessions have ended.',
  invitation_withdrawn: 'Invitation withdrawn. Its link no longer works.',
  role_changed: 'Role changed. It takes effect with their next click.',
  user_removed: 'User removed, and signed out everywhere.',
  joined: 'Welcome. This is the account you were invited to.',
  two_step_off: '2-step sign-in is off.',
  two_step_reset: 'Their 2-step sign-in is off. They now sign in with just their password.',
  session_ended: 'Session ended.',
  sessions_ended: 'All your other sessions have ended.',
  unsubscribed: 'You are unsubscribed. You will not get any more emails.',
  confirmation_sent: 'We sent you an email. Confirm within a day to subscribe again.',
  resubscribed: 'Welcome back: you are subscribed again.',
  magnet_made: 'Magnet created. Add a file or a link, then send a test.',
  magnet_made_whole: 'Magnet created. Send a test to publish it.',
  magnet_duplicated: 'Magnet duplicated. This copy is a draft.',
  asset_saved: 'File or link saved.',
  test_sent_published: 'Test sent, and your magnet is public.',
  test_kept_published:
    'Your magnet is public, but its emails are kept in your outbox, not sent, until you choose an inbox under “Send from”.',
  magnet_saved: 'Magnet saved.',
  magnet_status: 'Status changed.',
  test_sent: 'Test sent.',
  test_kept: 'Nothing was sent: the test is in your outbox.',
  test_failed: 'The test could not be sent. See why below.',
  subscriber_saved: 'Subscriber saved.',
  filter_saved: 'Filter saved.',
  filter_deleted: 'Saved filter deleted.',
  bulk_tagged: 'Tag added to everyone selected who had room for it.',
  bulk_untagged: 'Tag removed from everyone selected.',
  bulk_enrolled:
    'Enrolled. People who opted out, are suppressed or were already in the campaign are left out.',
  bulk_unsubscribed: 'Unsubscribed. They receive nothing further.',
  subscriber_erased: 'Erased. They count as unsubscribed; your other figures stay the same.',
  subscriber_unsubscribed: 'Unsubscribed. They receive nothing further.',
  campaign_saved: 'Campaign saved.',
  campaign_started: 'The campaign is active. It sends on its days, within its hours.',
  campaign_scheduled: 'Campaign scheduled.',
  campaign_unscheduled: 'The campaign is a draft again.',
  campaign_duplicated: 'Campaign duplicated. This copy is a draft.',
  campaign_deleted: 'Draft deleted.',
  lead_added: 'Lead added.',
  lead_known: 'This lead is already in the campaign.',
  lead_stopped: 'Lead stopped. They get no more emails from this campaign.',
  lead_moved: 'Their next email goes out as soon as the limits allow.',
  failed_retried: 'The emails that failed are tried again, as the limits allow.',
  failed_retried_some: 'Many are tried again, and some are left. Try the rest again, too.',
  campaign_paused: 'Campaign paused.',
  campaign_resumed: 'The campaign is active again. It sends when its next window opens.',
  bounces_reviewed: 'Bounces marked as reviewed.',
  inbox_connected: 'Inbox connected.',
  inbox_saved: 'Inbox saved.',
  inbox_removed: 'Inbox removed. Its history stays.',
  inbox_settled: 'Inbox paused.',
  inbox_in_use: 'Inbox resumed.',
  inbox_still_paused: 'Your own pause is lifted, but the system still pauses this inbox. Open it to see why.',
  inbox_out_of_use: 'Inbox paused: no campaign sends from it.',
  suppressed: 'Suppressed. Nothing will be sent there anymore.',
  suppression_lifted: 'Removed from the list. Emails can be sent there again.',
  intent_set: 'Intent set.',
  conversation_done: 'Done. It comes back with the next message.',
  conversation_open: 'The conversation is open again.',
  answer_sent: 'Your reply is queued to be sent.',
  draft_saved: 'Draft saved.',
  conversion_recorded: 'Conversion recorded.',
  model_saved: 'AI model saved.',
  model_removed: 'AI model removed. Replies that the rules cannot classify now wait for you.',
  domain_checked: 'Domain checked just now.',
  domain_slow: 'Its name servers are slow to answer. Check back in a minute.',
  stalled_checked: 'Checked just now. Here is the state of its inboxes.',
  inbox_pause_lifted: 'Inbox resumed. What it sent before no longer counts against it.',
} as const;

export type Flash = keyof typeof MESSAGES;

/** Those that do not say that all went as it was asked. */
const TONES: Partial<Record<Flash, 'warn' | 'bad'>> = {
  sign_in_lapsed: 'warn',
  test_kept_published: 'warn',
  test_kept: 'warn',
  test_failed: 'bad',
  lead_known: 'warn',
  failed_retried_some: 'warn',
  inbox_still_paused: 'warn',
  domain_slow: 'warn',
};

export interface Said {
  text: string;
  tone: 'good' | 'warn' | 'bad';
}

/** The message that an address asks for, if it is one of ours. */
export function flashOf(query: URLSearchParams): Said | null {
  const done = query.get('done');
  if (done === null || !Object.hasOwn(MESSAGES, done)) return null;
  return { text: MESSAGES[done as Flash], tone: TONES[done as Flash] ?? 'good' };
}

/** An address of ours that says so when it is opened. */
export function withFlash(path: string, flash: Flash): string {
  const [before = '', fragment] = path.split('#', 2);
  return `${before}${before.includes('?') ? '&' : '?'}done=${flash}${fragment === undefined ? '' : `#${fragment}`}`;
}
