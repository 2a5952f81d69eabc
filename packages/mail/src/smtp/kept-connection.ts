import { reset } from './commands.ts';
import type { Outcome } from './outcome.ts';
import { bounded, type Limits, type Timeouts } from './timeouts.ts';
import { openSession, type Session } from './session.ts';
import type { SmtpServer } from './url.ts';

type ConnectionOptions = { timeouts: Timeouts; idle?: number; name?: string; ca?: string };

/** A connection to one server that is kept between mails. For one caller at a time. */
export type KeptConnection = {
  /** The session, opened when there is none that works. @throws SmtpFailure */
  get(limits: Limits): Promise<{ session: Session; reused: boolean }>;
  /** Gives the session back after an attempt. */
  put(outcome: Outcome): void;
  /** Says goodbye, and waits a second for it. */
  close(): Promise<void>;
};

const GOODBYE = 1_000;

/** Refusals after which a connection is given up: from ten on Postfix answers each command a second late, from twenty it hangs up. */
const MAX_REFUSALS = 8;

export function keepConnection(
  server: SmtpServer,
  { idle = 30, ...options }: ConnectionOptions,
): KeptConnection {
  let session: Session | null = null;
  /** A refused mail leaves its transaction open. */
  let open = false;
  let refusals = 0;
  let timer: NodeJS.Timeout | undefined;

  async function usable(limits: Limits): Promise<Session | null> {
    if (session === null || session.connection.destroyed) return null;
    if (!open) return session;
    try {
      await bounded('sender', limits.timeouts.command, limits.signal, reset(session.connection));
      return session;
    } catch {
      session.destroy();
      return null;
    }
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    const leaving = session;
    session = null;
    if (leaving !== null) await goodbye(leaving);
  }

  return {
    async get(limits) {
      clearTimeout(timer);
      const kept = await usable(limits);
      if (kept === null) refusals = 0;
      open = true;
      session = kept ?? (await openSession(server, { ...options, ...limits }));
      return { session, reused: kept !== null };
    },
    put({ outcome }) {
      open = outcome !== 'sent';
      if (open && ++refusals >= MAX_REFUSALS) return void close();
      timer = setTimeout(() => void close(), idle * 1_000).unref();
    },
    close,
  };
}

async function goodbye({ connection, destroy }: Session): Promise<void> {
  if (!connection.destroyed) {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GOODBYE);
    connection.once('end', resolve);
    connection.quit();
    await gone;
    clearTimeout(timer);
  }
  destroy();
}
