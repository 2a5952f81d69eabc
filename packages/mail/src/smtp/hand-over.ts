import { isAscii } from 'node:buffer';

import type { SMTPError } from 'nodemailer/lib/smtp-connection';

import type { Envelope } from './envelope.ts';
import { OutgoingMessage } from './message.ts';
import type { Outcome, SmtpStep } from './outcome.ts';
import { type Limits, reasonOf } from './timeouts.ts';
import { deferred, inDoubt, notTaken, sent } from './settle.ts';
import type { Session } from './session.ts';

/**
 * Hands one mail to the server, and says how that ended; it never throws. The session is destroyed when the server took too long,
 * when `signal` said to stop, and when it answered what nobody can make sense of.
 *
 * The one question that matters is whether the last dot may have reached the server without its answer reaching us. That is known
 * from how far the mail was read, and not from the error: a lost connection looks the same before and after.
 */
export function handOver(
  session: Session,
  { from, to }: Envelope,
  raw: Uint8Array,
  { timeouts, signal }: Limits,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let timer: NodeJS.Timeout | undefined;

  const step = (): SmtpStep => {
    if (message.handedOver) return 'answer';
    return message.started ? 'data' : 'sender';
  };
  const settle = (outcome: Outcome) => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    resolve(outcome);
  };
  const giveUp = (why: string) => {
    settle(message.handedOver ? inDoubt(why) : deferred(step(), why));
    session.destroy();
  };
  const stop = () => giveUp(reasonOf(signal));
  const wait = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => giveUp(`The mail server did not answer within ${seconds} seconds.`),
      seconds * 1_000,
    );
  };
  const message = new OutgoingMessage(raw, () => wait(timeouts.data));

  signal.addEventListener('abort', stop);
  if (signal.aborted) {
    stop();
    return promise;
  }
  wait(timeouts.command);
  session.connection.send(
    { from, to, size: raw.length, use8BitMime: !isAscii(raw) },
    message,
    (error: SMTPError | null, info) => {
      if (error === null) return settle(sent(info.response, info.serverMessageId));
      const outcome = notTaken(error, step(), message.handedOver);
      settle(outcome);
      // Without an answer that can be read, what the server says next may belong to anything.
      if (outcome.outcome === 'in_doubt' || outcome.code === null) session.destroy();
    },
  );
  return promise;
}
