/**
 * What a page says after a change that led to it. Only these can be said: the address names one of them in `done`, so that
 * nobody can make the application speak by a link.
 */
const MESSAGES = {
  signed_out: 'You are signed out.',
  key_revoked: 'The key is revoked. The very next request with it is refused.',
  password_set: 'Your password is set, and your other sessions are ended.',
  session_ended: 'That session is ended.',
  sessions_ended: 'All your other sessions are ended.',
  unsubscribed: 'You are unsubscribed. You will get no further emails.',
  resubscribed: 'Welcome back: you are subscribed again.',
  magnet_saved: 'The magnet is saved.',
  magnet_status: 'The status is changed.',
  test_sent: 'The test was sent.',
  test_failed: 'The test could not be sent. The latest test below says why.',
  subscriber_saved: 'The subscriber is saved.',
  subscriber_unsubscribed: 'The subscriber is unsubscribed and receives nothing further.',
  campaign_paused: 'The campaign is paused.',
  campaign_resumed: 'The campaign is sending again.',
  bounces_reviewed: 'The bounces are marked as reviewed.',
  inbox_settled: 'The inbox is dealt with.',
  inbox_in_use: 'The inbox is in use again.',
  inbox_out_of_use: 'The inbox is out of use: no campaign sends from it.',
  intent_set: 'The intent is set.',
} as const;

export type Flash = keyof typeof MESSAGES;

/** The message that an address asks for, if it is one of ours. */
export function flashOf(query: URLSearchParams): string | null {
  const done = query.get('done');
  return done !== null && Object.hasOwn(MESSAGES, done) ? MESSAGES[done as Flash] : null;
}

/** An address of ours that says so when it is opened. */
export function withFlash(path: string, flash: Flash): string {
  const [before = '', fragment] = path.split('#', 2);
  return `${before}${before.includes('?') ? '&' : '?'}done=${flash}${fragment === undefined ? '' : `#${fragment}`}`;
}
