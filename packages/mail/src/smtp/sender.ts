import { extensionsOf } from './commands.ts';
import { type Envelope, needsUtf8, wireAddress } from './envelope.ts';
import { handOver } from './hand-over.ts';
import { keepConnection, type KeptConnection } from './kept-connection.ts';
import type { Outcome } from './outcome.ts';
import { bounded, type Limits, TIMEOUTS, type Timeouts, withinTotal } from './timeouts.ts';
import { queue } from './queue.ts';
import type { Session } from './session.ts';
import { deferred, failed, unusable } from './settle.ts';
import type { SmtpServer } from './url.ts';

export type SmtpOptions = {
  /** Seconds that the server is given; TIMEOUTS has the usual ones. */
  timeouts?: Partial<Timeouts>;
  /** Seconds after which a connection that nothing is sent over is closed; 30 by default. */
  idle?: number;
  /** What EHLO says that we are; the host's name by default. */
  name?: string;
  /** A certificate authority of one's own, PEM. */
  ca?: string;
};

export type Smtp = {
  /**
   * Hands a mail to the server over a connection that is kept open, and reopened when needed. Calls wait for their turn.
   * Never throws, and ends within `timeouts.total` seconds, the wait for its turn included: what has not begun by then is deferred.
   * A `signal` ends it at once: after the last dot, in doubt.
   */
  send(envelope: Envelope, raw: Uint8Array, signal?: AbortSignal): Promise<Outcome>;
  /** Says goodbye once what is under way has ended. What is sent afterwards is deferred. */
  close(): Promise<void>;
};

/** Opens nothing yet: the first mail connects. */
export function openSmtp(server: SmtpServer, options: SmtpOptions = {}): Smtp {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const kept = keepConnection(server, { ...options, timeouts });
  const inTurn = queue();
  let closed = false;
  return {
    send: (envelope, raw, signal) =>
      withinTotal(timeouts.total, signal, (signal) =>
        inTurn(
          () =>
            closed
              ? deferred('connect', 'The connection was closed.')
              : attempt(kept, envelope, raw, { timeouts, signal }),
          signal,
        ),
      ),
    close: async () => {
      closed = true;
      await inTurn(() => kept.close());
    },
  };
}

async function attempt(
  kept: KeptConnection,
  envelope: Envelope,
  raw: Uint8Array,
  limits: Limits,
): Promise<Outcome> {
  const from = envelope.from === '' ? '' : wireAddress(envelope.from);
  const to = wireAddress(envelope.to);
  if (from === null)
    return unusable('sender', 'sender', `"${envelope.from}" is not an address to send from.`);
  if (to === null) return unusable('address', 'recipient', `"${envelope.to}" is not an email address.`);
  try {
    for (let first = true; ; first = false) {
      const { session, reused } = await kept.get(limits);
      const outcome = await speak(session, { from, to }, raw, limits);
      kept.put(outcome);
      // A server may close a connection that was idle, or after so many mails, and we learn of it only now.
      if (!(first && reused && wasGone(outcome)) || limits.signal.aborted) return outcome;
    }
  } catch (error) {
    return failed(error);
  }
}

async function speak(
  session: Session,
  envelope: Envelope,
  raw: Uint8Array,
  limits: Limits,
): Promise<Outcome> {
  const { connection, destroy } = session;
  if (needsUtf8(envelope.from + envelope.to)) {
    try {
      const offered = bounded('sender', limits.timeouts.command, limits.signal, extensionsOf(connection));
      if (!(await offered).includes('SMTPUTF8')) return noUtf8(envelope);
    } catch (error) {
      destroy();
      return failed(error);
    }
  }
  return handOver(session, envelope, raw, limits);
}

function noUtf8({ to }: Envelope): Outcome {
  const why = 'The mail server does not accept addresses with non-ASCII letters before the "@" (SMTPUTF8).';
  return unusable('server', needsUtf8(to) ? 'recipient' : 'sender', why);
}

function wasGone(outcome: Outcome): boolean {
  return (
    outcome.outcome === 'deferred' &&
    outcome.step === 'sender' &&
    (outcome.code === null || outcome.code === 421)
  );
}
