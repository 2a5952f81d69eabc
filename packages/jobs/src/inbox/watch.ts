import { setTimeout } from 'node:timers/promises';

import {
  type Account,
  keepSentCopies,
  keepSentPosition,
  keepSynced,
  keepSyncFailure,
  openServer,
  readDoubts,
  receiveMails,
  type SecretKeys,
  settleMails,
  type SyncedInbox,
  type SyncPosition,
} from '@lodestone/core';
import {
  type Batch,
  ImapFailure,
  type Inbox,
  openInbox,
  parseImapUrl,
  type SentBatch,
} from '@lodestone/mail';

import type { Run } from '../runtime/recorder.ts';
import { readMail } from './read-mail.ts';
import { rematchRenamed } from './rerun.ts';

/** The inboxes that this process has open, from one turn to the next. */
export interface Watch {
  /**
   * Looks into the inboxes of an account that may have news. Waits for none of them longer than `timeoutMs`: one that is slow
   * continues on its own and does not hold up the others.
   */
  look(account: Account, inboxes: readonly SyncedInbox[], run: Run, options: LookOptions): Promise<void>;
  close(): Promise<void>;
}

interface LookOptions {
  keys: SecretKeys;
  /** Emails that one transaction stores. */
  batch: number;
  timeoutMs: number;
}

/** Milliseconds after which an inbox is checked even if its server reported nothing. */
const POLL = 30_000;

/** Milliseconds without a turn after which the inboxes belong to another process. */
const ABANDONED = 20_000;

/** Milliseconds after which a lasting failure is reported again. */
const TELL_AGAIN = 3_600_000;

interface Watched {
  inbox: Inbox;
  /** Which mailbox it is: two addresses may be read from one. */
  mailbox: string;
  secret: Buffer;
  hasNews: boolean;
  lookedAt: number;
  busy: Promise<void> | null;
  /** The failure that was told last, and when. */
  told: { reason: string; at: number } | null;
  stopping: AbortController;
}

export function openWatch(): Watch {
  const watched = new Map<string, Watched>();
  let lease: NodeJS.Timeout | undefined;

  function open(account: Account, { id, address, imap_secret }: SyncedInbox, keys: SecretKeys): Watched {
    const known = watched.get(id);
    if (known?.secret.equals(imap_secret)) return known;
    if (known) void end(id, known);
    const url = openServer(keys, account, { address, way: 'imap', secret: imap_secret });
    const server = parseImapUrl(url);
    const opened: Watched = {
      mailbox: JSON.stringify([server.host.toLowerCase(), server.port, server.user.toLowerCase()]),
      inbox: openInbox(server, { onNews: () => (opened.hasNews = true) }),
      secret: imap_secret,
      hasNews: true,
      lookedAt: 0,
      busy: null,
      told: null,
      stopping: new AbortController(),
    };
    watched.set(id, opened);
    return opened;
  }

  async function end(id: string, { inbox, stopping }: Watched): Promise<void> {
    watched.delete(id);
    stopping.abort();
    await inbox.close();
  }

  async function close(): Promise<void> {
    clearTimeout(lease);
    await Promise.all([...watched].map(([id, one]) => end(id, one)));
  }

  return {
    close,
    look: async (account, inboxes, run, { keys, batch, timeoutMs }) => {
      clearTimeout(lease);
      lease = globalThis.setTimeout(() => void close(), ABANDONED).unref();
      const opened = inboxes.map((synced) => ({ synced, one: open(account, synced, keys) }));
      const looking = opened.flatMap(({ synced, one }) => {
        const isDue = one.hasNews || performance.now() - one.lookedAt > POLL;
        if (!one.busy && isDue)
          begin(one, () =>
            syncInbox(account, synced, one, { folder: 'inbox', alike: alikeOf(one, opened), run, batch }),
          );
        return one.busy ?? [];
      });
      await Promise.race([Promise.all(looking), setTimeout(timeoutMs, undefined, { ref: false })]);
    },
  };
}

function begin(one: Watched, work: () => Promise<void>): void {
  one.hasNews = false;
  one.busy = work().finally(() => {
    one.busy = null;
    one.lookedAt = performance.now();
  });
}

/** UUIDs of the other inboxes that are read from the same mailbox. */
function alikeOf(one: Watched, opened: readonly { synced: SyncedInbox; one: Watched }[]): string[] {
  return opened
    .filter((other) => other.one !== one && other.one.mailbox === one.mailbox)
    .map(({ synced }) => synced.id);
}

interface Storing {
  folder: 'inbox' | 'junk';
  alike: readonly string[];
  run: Run;
  batch: number;
}

/** Reads an inbox up to its end. Never throws: failures are kept with the inbox and reported to the run. */
async function syncInbox(
  account: Account,
  synced: SyncedInbox,
  one: Watched,
  storing: Storing,
): Promise<void> {
  const { inbox } = one;
  const { signal } = one.stopping;
  try {
    // First, so that a reply to an email that the provider renamed finds it.
    await inbox.syncSent(mailPosition(synced.sent_position), (found) => storeSent(account, synced.id, found));
    await inbox.sync(mailPosition(synced.position), (found) => store(account, synced.id, found, storing), {
      signal,
    });
    await inbox.syncJunk(
      mailPosition(synced.junk_position),
      (found) => store(account, synced.id, found, { ...storing, folder: 'junk' }),
      { signal },
    );
    await resolveDoubts(account, synced.id, inbox);
    await keepSynced(account, synced.id);
    one.told = null;
  } catch (error) {
    if (signal.aborted) return;
    const reason = reasonOf(error);
    if (isNews(one, reason)) storing.run.failed(synced.address, reason);
    await keepSyncFailure(account, synced.id, reason).catch(() => {});
  }
}

/** A server that is down for a day fills no activity with it. */
function isNews(one: Watched, reason: string): boolean {
  const at = performance.now();
  if (one.told?.reason === reason && at - one.told.at < TELL_AGAIN) return false;
  one.told = { reason, at };
  return true;
}

function mailPosition(position: SyncPosition | null) {
  return position && { uidValidity: position.uid_validity, lastUid: position.last_uid };
}

async function store(
  account: Account,
  inbox: string,
  { messages, position }: Batch,
  { folder, alike, run, batch }: Storing,
): Promise<void> {
  const { uidValidity: uid_validity } = position;
  for (let at = 0; at < messages.length; at += batch) {
    const some = messages.slice(at, at + batch);
    const received = await Promise.all(some.map((message) => readMail(message)));
    const last_uid = some.at(-1)?.uid ?? position.lastUid;
    run.done(
      (await receiveMails(account, inbox, received, { uid_validity, last_uid }, alike, folder)).length,
    );
  }
  if (messages.length === 0) {
    await receiveMails(account, inbox, [], { uid_validity, last_uid: position.lastUid }, alike, folder);
  }
}

async function storeSent(account: Account, inbox: string, { copies, position }: SentBatch): Promise<void> {
  const read = copies.map(({ messageIds, tokens }) => ({ message_ids: messageIds, tokens }));
  const since = await keepSentCopies(account, inbox, read);
  if (since) await rematchRenamed(account, inbox, since);
  // Last, so that whoever was interrupted does all of it again.
  const { uidValidity: uid_validity, lastUid: last_uid } = position;
  await keepSentPosition(account, inbox, { uid_validity, last_uid });
}

/** Looks in the Sent folder for emails of which nobody knows whether they left. */
async function resolveDoubts(account: Account, id: string, inbox: Inbox): Promise<void> {
  for (const doubt of await readDoubts(account, id)) {
    if (!(await inbox.findSent(doubt.message_id))) continue;
    const response = 'A copy of it is in the Sent folder.';
    await settleMails(account, [{ id: doubt.id, attempt: { outcome: 'sent', response } }]);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ImapFailure) return error.message;
  return 'It could not be read. See the server’s log.';
}
