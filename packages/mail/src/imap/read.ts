import type { FetchMessageObject, ImapFlow } from 'imapflow';

import { type ImapTimeouts, MAX_MESSAGE } from './connection.ts';
import { bounded, searched } from './failure.ts';

/** How far an inbox has been read. UIDs mean something only together with their UIDVALIDITY (RFC 3501 2.3.1.1). */
export interface Position {
  uidValidity: string;
  lastUid: number;
}

/** A message as it lies in the inbox. */
export interface FetchedMail {
  uid: number;
  /** When it arrived there. */
  receivedAt: Date;
  /** Of the whole message, in bytes. */
  size: number;
  /** The message, or the first million bytes of a larger one. */
  raw: Uint8Array;
}

/** Messages in the order of their UIDs, and how far the inbox has been read with them. */
export interface Batch {
  position: Position;
  messages: FetchedMail[];
}

/** A batch holds at most so many messages, and bytes of them. */
const MAX_MESSAGES = 200;
const MAX_BYTES = 4_000_000;

/** How far the first look at a folder goes back. */
export const FIRST_DAYS = 30;

interface Reading {
  client: ImapFlow;
  timeouts: ImapTimeouts;
  signal: AbortSignal | undefined;
}

/**
 * Reads what came after `position`, or the last 30 days if there is none or the server numbered its messages again. Nothing in
 * the inbox is changed: it is opened with EXAMINE. `take` gets batch after batch; what it takes is not read again if its
 * position is given next time.
 * @returns the UID before which there was nothing more to read
 * @throws ImapFailure, or what `take` throws
 */
export async function readNew(
  reading: Reading,
  position: Position | null,
  take: (batch: Batch) => Promise<void>,
): Promise<number> {
  const { client, timeouts, signal } = reading;
  const end = () => client.close();
  const inbox = await bounded(
    'open_inbox',
    timeouts.command,
    end,
    client.mailboxOpen('INBOX', { readOnly: true }),
  );
  const uidValidity = String(inbox.uidValidity);
  const lastUid = position?.uidValidity === uidValidity ? position.lastUid : null;
  const seen = inbox.uidNext - 1;
  if (lastUid !== null && seen <= lastUid) return inbox.uidNext;
  const uids = inbox.exists === 0 ? [] : await newUids(reading, lastUid);
  let done = lastUid ?? 0;
  for (let at = 0; at < uids.length; at += MAX_MESSAGES) {
    for await (const messages of fetchInOrder(reading, uids.slice(at, at + MAX_MESSAGES))) {
      signal?.throwIfAborted();
      done = Math.max(done, messages.at(-1)?.uid ?? 0);
      await take({ position: { uidValidity, lastUid: done }, messages });
    }
  }
  // What is too old or was moved away meanwhile is behind us as well.
  if (done < seen) await take({ position: { uidValidity, lastUid: seen }, messages: [] });
  return inbox.uidNext;
}

async function newUids({ client, timeouts }: Reading, lastUid: number | null): Promise<number[]> {
  const since = new Date(Date.now() - FIRST_DAYS * 86_400_000);
  const query = lastUid === null ? { since } : { uid: `${lastUid + 1}:*` };
  const found = await bounded(
    'read',
    timeouts.command,
    () => client.close(),
    searched(client.search(query, { uid: true })),
  );
  // The last message is in every range that ends with an asterisk.
  return found.filter((uid) => uid > (lastUid ?? 0)).toSorted((a, b) => a - b);
}

/** Fetches sizes first, so that no batch is larger than its bound. */
export async function* fetchInOrder(
  reading: Reading,
  uids: readonly number[],
): AsyncGenerator<FetchedMail[]> {
  const sizes = await fetchAll(reading, uids, { uid: true, size: true });
  const known = new Map(sizes.map(({ uid, size }) => [uid, Math.min(size ?? MAX_MESSAGE, MAX_MESSAGE)]));
  let batch: number[] = [];
  let bytes = 0;
  for (const uid of uids) {
    const size = known.get(uid);
    if (size === undefined) continue;
    if (batch.length > 0 && bytes + size > MAX_BYTES) {
      yield await fetchMessages(reading, batch);
      batch = [];
      bytes = 0;
    }
    batch.push(uid);
    bytes += size;
  }
  if (batch.length > 0) yield await fetchMessages(reading, batch);
}

async function fetchMessages(reading: Reading, uids: readonly number[]): Promise<FetchedMail[]> {
  const source = { start: 0, maxLength: MAX_MESSAGE };
  const found = await fetchAll(reading, uids, { uid: true, size: true, internalDate: true, source });
  return found
    .flatMap((message) => (message.source ? [fetched(message, message.source)] : []))
    .filter((message) => uids.includes(message.uid))
    .toSorted((a, b) => a.uid - b.uid);
}

function fetched({ uid, size, internalDate }: FetchMessageObject, raw: Buffer): FetchedMail {
  const receivedAt = new Date(internalDate ?? Date.now());
  return {
    uid,
    receivedAt: Number.isNaN(receivedAt.getTime()) ? new Date() : receivedAt,
    size: size ?? raw.length,
    raw: raw.subarray(0, MAX_MESSAGE),
  };
}

function fetchAll(
  { client, timeouts }: Reading,
  uids: readonly number[],
  query: Parameters<ImapFlow['fetchAll']>[1],
): Promise<FetchMessageObject[]> {
  const fetching = client.fetchAll(uids.join(','), query, { uid: true });
  return bounded('read', timeouts.command, () => client.close(), fetching);
}
