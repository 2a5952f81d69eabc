import { type Field, all } from '../parse/headers.ts';
import type { Mail } from '../parse/mail.ts';
import { messageIds } from '../parse/message-ids.ts';
import { tokensIn } from '../parse/tokens.ts';
import { blame } from '../smtp/blame.ts';
import { type Action, enhancedStatus, type RecipientStatus, recipientStatuses } from './delivery-status.ts';
import { isFromSystem, isNamedAsSystem, toldInWords } from './bounce-text.ts';

/** What a mail system reports about a mail of ours. */
export interface Bounce {
  /**
   * `hard`: the address was refused for good, and is not to be written to again. `ours`: we or what we wrote were refused,
   * which says nothing of the address. `soft`: it did not arrive, for reasons that pass. `delivered`: it arrived.
   */
  kind: 'hard' | 'soft' | 'ours' | 'delivered';
  action: Action;
  /** Enhanced status code (RFC 3463), such as `5.1.1`; the remote server's own where it gave one. */
  status: string | null;
  recipient: string | null;
  diagnostic: string | null;
  /** Ids that the mail which came back may have, the surest first. */
  messageIds: string[];
  /** Tokens in the addresses of the envelope and of what came back, as they were written. */
  tokens: string[];
}

/**
 * Reads a bounce: a delivery status notification (RFC 3464), or what older and stranger systems write instead. Null for what
 * is none, such as a person's reply that quotes one.
 */
export function readBounce(mail: Mail): Bounce | null {
  if (saysItIsNone(mail)) return null;
  const isReport = mail.headers['content-type']?.[0]?.toLowerCase().startsWith('multipart/report') ?? false;
  const told = (isReport || isFromSystem(mail) ? recipientStatuses(mail)[0] : undefined) ?? toldInWords(mail);
  if (!told) return null;
  const diagnosed = enhancedStatus(told.diagnostic ?? '');
  const status = diagnosed ?? told.status;
  return { ...told, status, kind: kindOf(told, status), ...identityOf(mail) };
}

/** A receipt that somebody read it, or who answers by a program: both may come from nobody, as bounces do, and speak of delivery. */
function saysItIsNone(mail: Mail): boolean {
  const value = (name: string) => mail.headers[name]?.[0]?.toLowerCase() ?? '';
  if (/report-type\s*=\s*"?disposition-notification/.test(value('content-type'))) return true;
  return (
    value('auto-submitted').startsWith('auto-replied') && mail.reports.length === 0 && !isNamedAsSystem(mail)
  );
}

function kindOf({ action, diagnostic }: RecipientStatus, status: string | null): Bounce['kind'] {
  if (action === 'delayed') return 'soft';
  if (action !== 'failed') return 'delivered';
  const code = basicCode(diagnostic ?? '');
  if (status?.startsWith('4') || (code !== null && code < 500)) return 'soft';
  const text = diagnostic ?? '';
  // A status of x.0.0 says nothing in particular; then the server's words decide.
  const fault = blame({ code, status: status?.endsWith('.0.0') ? null : status, text }, 'recipient');
  if (fault === 'address') return 'hard';
  return fault === 'sender' || fault === 'content' ? 'ours' : 'soft';
}

/** RFC 5321 4.2, with or without what Exchange puts before it. */
function basicCode(diagnostic: string): number | null {
  const code = /(?:^|[^\d.])([45]\d\d)(?=[ -]|$)/.exec(diagnostic)?.[1];
  return code === undefined ? null : Number(code);
}

/** How systems name the mail that came back, without a part that holds it. */
const NAMED_IN_TEXT = /^[ >]{0,4}message-id:\s{0,4}(<[^<>\s]{1,998}>)/im;

/** How a report identifies the mail of ours that it is about. */
export function identityOf(mail: Mail): { messageIds: string[]; tokens: string[] } {
  const { returned } = mail;
  const inText = messageIds(NAMED_IN_TEXT.exec(mail.text)?.[1] ?? '');
  const inReport = mail.reports.flatMap(({ body }) =>
    messageIds(/^(?:x-)?original-message-id:(.{1,998})$/im.exec(body)?.[1] ?? ''),
  );
  const ids = [...idsOf(returned), ...inReport, ...inText, ...mail.inReplyTo, ...mail.references];
  const addresses = ['return-path', 'from', 'sender', 'reply-to', 'x-original-from', 'errors-to'];
  const tokens = [...mail.tokens, ...addresses.flatMap((name) => tokensIn(all(returned, name)))];
  return { messageIds: [...new Set(ids)].slice(0, 20), tokens: [...new Set(tokens)].slice(0, 20) };
}

function idsOf(returned: readonly Field[]): string[] {
  return ['message-id', 'x-google-original-message-id', 'x-microsoft-original-message-id'].flatMap((name) =>
    messageIds(all(returned, name).slice(0, 2).join(' ')),
  );
}
