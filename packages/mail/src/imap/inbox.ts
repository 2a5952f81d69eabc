import type { ImapFlow } from 'imapflow';

import { connectImap, disconnect, IMAP_TIMEOUTS, type ImapTimeouts } from './connection.ts';
import { bounded, ImapFailure } from './failure.ts';
import { readNewJunk } from './junk.ts';
import { type Batch, type Position, readNew } from './read.ts';
import { readNewSent, readSent, type SentBatch, type SentCopy } from './sent.ts';
import type { ImapServer } from './url.ts';

/** An inbox that is read and never changed. What is asked of it is done one after the other. */
export interface Inbox {
  /**
   * Reads what came after `position`; see `readNew`. Connects where there is no connection. After a failure it does not try
   * again before some time is over, and fails at once with what it failed with: seconds first, minutes later.
   * @throws ImapFailure, or what `take` throws
   */
  sync(
    position: Position | null,
    take: (batch: Batch) => Promise<void>,
    options?: { signal?: AbortSignal },
  ): Promise<void>;
  /** Reads what came into the Sent folder after `position`; see `readNewSent`. @throws ImapFailure, or what `take` throws */
  syncSent(position: Position | null, take: (batch: SentBatch) => Promise<void>): Promise<void>;
  /** Reads what came into the folder for spam after `position` and may answer us; see `readNewJunk`. @throws ImapFailure, or what `take` throws */
  syncJunk(
    position: Position | null,
    take: (batch: Batch) => Promise<void>,
    options?: { signal?: AbortSignal },
  ): Promise<void>;
  /** @throws ImapFailure */
  findSent(messageId: string): Promise<SentCopy | null>;
  /** Ends what is under way and closes the connection, within two seconds. */
  close(): Promise<void>;
}

interface InboxHandlers {
  /**
   * There may be something new: the server said so (IDLE), or the connection was lost. Silence means nothing: some servers
   * forget to tell, so an inbox has to be synced from time to time anyway.
   */
  onNews(): void;
}

/** Milliseconds until the next attempt after the first failure, and at most. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 300_000;

/** Opens an inbox. Nothing is connected before something is asked of it. */
export function openInbox(
  server: ImapServer,
  { onNews }: InboxHandlers,
  timeouts: ImapTimeouts = IMAP_TIMEOUTS,
): Inbox {
  let client: ImapFlow | null = null;
  let closed = false;
  let failed: { failure: ImapFailure; times: number; until: number } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let reminder: NodeJS.Timeout | undefined;
  /** The UID that the next message of the inbox was to get when it was read last. */
  let readUntil = Infinity;

  function remind(after: number): void {
    clearTimeout(reminder);
    if (!closed) reminder = setTimeout(onNews, after).unref();
  }

  async function connected(): Promise<ImapFlow> {
    if (closed) throw new ImapFailure('connect', 'The inbox was closed.');
    if (client?.usable) return client;
    if (failed && performance.now() < failed.until) throw failed.failure;
    const fresh = await connectImap(server, timeouts);
    if (closed) {
      fresh.close();
      throw new ImapFailure('connect', 'The inbox was closed.');
    }
    fresh.on('exists', ({ count, prevCount }) => {
      if (count > prevCount) onNews();
    });
    fresh.once('close', () => {
      if (client !== fresh) return;
      client = null;
      remind(FIRST_WAIT);
    });
    client = fresh;
    return fresh;
  }

  /** One thing at a time: commands of two would get into each other's folder. */
  function inTurn<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const turn = last.then(async () => {
      try {
        const done = await work(await connected());
        failed = null;
        return done;
      } catch (error) {
        if (error instanceof ImapFailure && error !== failed?.failure) fail(error);
        throw error;
      }
    });
    last = turn.catch(() => {});
    return turn;
  }

  function fail(failure: ImapFailure): void {
    const times = (failed?.times ?? 0) + 1;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (times - 1)) * (0.8 + Math.random() * 0.4);
    failed = { failure, times, until: performance.now() + wait };
    remind(wait);
  }

  /** A server announces new mail of the open folder only, so what came while another was open is announced here. */
  async function backToInbox(client: ImapFlow): Promise<void> {
    const end = () => client.close();
    const opening = client.mailboxOpen('INBOX', { readOnly: true });
    const { uidNext } = await bounded('open_inbox', timeouts.command, end, opening);
    if (uidNext > readUntil) onNews();
  }

  return {
    sync: (position, take, { signal } = {}) =>
      inTurn(async (client) => {
        readUntil = await readNew({ client, timeouts, signal }, position, take);
      }),
    syncSent: (position, take) =>
      inTurn(async (client) => {
        if (await readNewSent({ client, timeouts }, position, take)) await backToInbox(client);
      }),
    syncJunk: (position, take, { signal } = {}) =>
      inTurn(async (client) => {
        if (await readNewJunk({ client, timeouts, signal }, position, take)) await backToInbox(client);
      }),
    findSent: (messageId) =>
      inTurn(async (client) => {
        const found = await readSent(client, messageId, timeouts);
        await backToInbox(client);
        return found;
      }),
    close: async () => {
      closed = true;
      clearTimeout(reminder);
      if (client) await disconnect(client);
      await bounded('read', 1, () => {}, last).catch(() => {});
    },
  };
}
