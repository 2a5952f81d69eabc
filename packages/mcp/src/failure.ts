import { LodestoneError, type LodestoneErrorCode } from '@lodestone/sdk';

/** What an agent should do next. Complete by type. */
const NEXT: Record<LodestoneErrorCode, string> = {
  unauthorized: 'Ask the account owner for an API key; no other call works without one.',
  invalid_key: 'Tell the account owner that the API key is wrong; no other call works with it.',
  expired_key: 'Tell the account owner that the API key has expired; only they can make another.',
  revoked_key: 'Tell the account owner that the API key was revoked; only they can make another.',
  insufficient_scope:
    'Do not try again: only the account owner can make a key that has this scope. Go on without it, and say so.',
  not_found:
    'Look it up with the list tool (list_magnets, list_subscribers with search, list_campaigns, get_unibox) and use the id it gives.',
  invalid_parameter: 'Correct the input as the message says, and call again.',
  test_send_required:
    'Do not try again: the owner has to send a test of the magnet in the application first.',
  invalid_state: 'Do not try again: look up its status with list_campaigns, and report it.',
  system_paused:
    'Do not try again: the owner has to fix the cause in the application. get_campaign_metrics and check_health say more.',
  rate_limited: 'Wait before making any other call.',
  internal_error: 'Try once more after a few seconds, then tell the owner.',
  connection_failed: 'The server cannot be reached. Try once more, then tell the owner.',
  timeout: 'Ask for less, or try once more.',
  aborted: 'The call was cancelled.',
  unexpected_response: 'Something other than the API answers at its address. Tell the owner.',
  invalid_usage: 'Correct the input as the message says, and call again.',
};

/** Input that an operation cannot be called with; the message says what would be right. */
export class Unclear extends Error {
  override readonly name = 'Unclear';
}

/** The SDK's message without the call in parentheses behind it. */
export const said = ({ message, url }: LodestoneError): string =>
  url === undefined ? message : message.slice(0, Math.max(0, message.lastIndexOf(' ('))) || message;

/** What an agent is told about a failed call. */
export function told(error: unknown): string {
  if (error instanceof Unclear) return error.message;
  if (!LodestoneError.is(error))
    return 'Something went wrong in this tool. Try another way, and tell the owner.';
  const { code } = error;
  const { requiredScope, retryAfterMs } = error as { requiredScope?: string; retryAfterMs?: number };
  return [
    `${code}: ${said(error)}`,
    ...(requiredScope === undefined ? [] : [`Scope: ${requiredScope}.`]),
    ...(retryAfterMs === undefined ? [] : [`Wait ${Math.ceil(retryAfterMs / 1000)} seconds.`]),
    NEXT[code] ?? 'Tell the owner.',
  ].join(' ');
}
