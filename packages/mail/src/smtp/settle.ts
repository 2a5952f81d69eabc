import type { SMTPError } from 'nodemailer/lib/smtp-connection';

import { blame } from './blame.ts';
import type { Blame, Outcome, SmtpStep } from './outcome.ts';
import { SmtpFailure } from './timeouts.ts';
import { readReply, type Reply, wordsOf } from './reply.ts';

type Refused = Extract<Outcome, { outcome: 'refused' }>;
type Deferred = Extract<Outcome, { outcome: 'deferred' }>;
type InDoubt = Extract<Outcome, { outcome: 'in_doubt' }>;

/** What was said to the server when it refused. */
const STEP_OF: Record<string, SmtpStep> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'data' };

export function sent(response: string, serverMessageId: string | undefined): Outcome {
  return {
    outcome: 'sent',
    response: wordsOf(response),
    serverMessageId: serverMessageId?.replace(/^<|>$/g, '') ?? null,
  };
}

export function inDoubt(why: string): InDoubt {
  return { outcome: 'in_doubt', step: 'answer', response: wordsOf(why) };
}

export function deferred(step: SmtpStep, why: string): Deferred {
  return { outcome: 'deferred', step, code: null, status: null, response: wordsOf(why) };
}

/** How an attempt ended that ended with an error: by the server's answer or, where it gave none, by how far the mail had got. */
export function notTaken(
  error: SMTPError,
  reached: SmtpStep,
  handedOver: boolean,
): Refused | Deferred | InDoubt {
  if (error.code === 'EMESSAGE' && error.command === 'MAIL FROM') return tooLarge(error.message);
  const step = handedOver ? 'answer' : (STEP_OF[error.command ?? ''] ?? reached);
  const reply = readReply(error.response ?? '');
  if (reply.code !== null && reply.code >= 400) return refusal(reply, step);
  // Neither yes nor no: what it means after the last dot, nobody can tell.
  return handedOver ? inDoubt(error.message) : deferred(step, error.message);
}

/** How an attempt ended whose connection was never ready. */
export function failed(error: unknown): Outcome {
  if (!(error instanceof SmtpFailure)) {
    return deferred('connect', error instanceof Error ? error.message : String(error));
  }
  const { code } = error.reply;
  return code !== null && code >= 400
    ? refusal(error.reply, error.step)
    : deferred(error.step, error.message);
}

function refusal(reply: Reply, step: SmtpStep): Refused | Deferred {
  const { code, status, text: response } = reply;
  const at = code === null || code < 500 ? 'nobody' : blame(reply, step);
  if (at === 'nobody') return { outcome: 'deferred', step, code, status, response };
  return { outcome: 'refused', blame: at, step, code, status, response };
}

/** What cannot be said to this server at all. */
export function unusable(blame: Blame, step: SmtpStep, why: string): Refused {
  return { outcome: 'refused', blame, step, code: null, status: null, response: wordsOf(why) };
}

/** The server said in its greeting how much it takes (RFC 1870), so it was not asked. */
function tooLarge(message: string): Refused {
  const response = wordsOf(message);
  return { outcome: 'refused', blame: 'content', step: 'sender', code: null, status: '5.3.4', response };
}
