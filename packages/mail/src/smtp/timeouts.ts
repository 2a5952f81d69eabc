import type { SmtpStep } from './outcome.ts';
import { readReply, type Reply } from './reply.ts';

/** Seconds that a server is given. */
export type Timeouts = {
  /** To resolve its name, to accept the connection, and to set up TLS; each of them. */
  connect: number;
  /** To greet us and say what it can do. */
  greeting: number;
  /** To answer a sign-in, and to answer MAIL FROM and RCPT TO. */
  command: number;
  /** To take the email, and to answer it; each. Too short a wait leaves many in doubt, since servers scan for viruses first. */
  data: number;
  /** For all of one `send`, connecting included. Less than the minute that a sender's claim on an email lasts. */
  total: number;
};

export const TIMEOUTS: Timeouts = { connect: 10, greeting: 15, command: 20, data: 40, total: 50 };

/** What bounds a step: seconds, and whoever wants it to stop. */
export type Limits = { timeouts: Timeouts; signal: AbortSignal };

/** A conversation that ended before a mail was on its way. */
export class SmtpFailure extends Error {
  readonly step: SmtpStep;
  /** What the server said, if it said anything; else our words. */
  readonly reply: Reply;

  constructor(step: SmtpStep, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'SmtpFailure';
    this.step = step;
    this.reply = readReply(text);
  }
}

/**
 * Waits for one step of a conversation, no longer than `seconds` and no longer than `signal` allows.
 * What the step holds is for the caller to release.
 * @throws SmtpFailure, whatever the step failed with
 */
export async function bounded<T>(
  step: SmtpStep,
  seconds: number,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new SmtpFailure(step, reasonOf(signal)));
  const timer = setTimeout(
    () => reject(new SmtpFailure(step, `The mail server did not answer within ${seconds} seconds.`)),
    seconds * 1_000,
  );
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, interrupted]);
  } catch (error) {
    if (error instanceof SmtpFailure) throw error;
    throw new SmtpFailure(step, messageOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** An error that gathers those of several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Why a signal was aborted, as text. */
export function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'Sending was stopped.';
}

/** Runs `work` with a signal that is aborted after so many seconds, or when `outer` is. @param what the server was to do */
export async function withinTotal<T>(
  seconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  what: 'take the email' | 'answer' = 'take the email',
): Promise<T> {
  const inner = new AbortController();
  const stop = () => inner.abort(outer?.reason);
  const timer = setTimeout(
    () => inner.abort(new Error(`The mail server did not ${what} within ${seconds} seconds.`)),
    seconds * 1_000,
  );
  outer?.addEventListener('abort', stop);
  if (outer?.aborted === true) stop();
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  }
}
