import type { FetchMessageObject, ImapFlow } from 'imapflow';

import { all, type Field } from '../parse/headers.ts';
import { messageIds } from '../parse/message-ids.ts';
import { readParts } from '../parse/structure.ts';
import type { ImapTimeouts } from './connection.ts';
import { searched } from './failure.ts';
import { asking, folderOf, openWhereNew } from './folders.ts';
import type { Position } from './read.ts';

/** A mail in the folder of what was sent. */
export interface SentCopy {
  /** Its ids, that which it has now and those that a provider replaced. */
  messageIds: string[];
  /** Last parts of the addresses that opt out of it: ours end with the token of the email. */
  tokens: string[];
  sentAt: Date | null;
}

/** Copies in the order of their UIDs, and how far the folder has been read with them. */
export interface SentBatch {
  position: Position;
  copies: SentCopy[];
}

/** Headers in which providers keep the Message-ID that they replaced. */
const ID_HEADERS = ['message-id', 'x-google-original-message-id', 'x-microsoft-original-message-id'];
const HEADERS = [...ID_HEADERS, 'list-unsubscribe'];

/** Copies that are asked for at once. */
const MAX_COPIES = 500;

/**
 * Reads what came into the Sent folder after `position`, or in the last 30 days if there is none: of each mail what tells which
 * of ours it is, and nothing else. The folder is opened, with EXAMINE, only when there is something new in it.
 * @returns whether it was opened, so that another folder is open no more
 * @throws ImapFailure, or what `take` throws
 */
export async function readNewSent(
  reading: { client: ImapFlow; timeouts: ImapTimeouts },
  position: Position | null,
  take: (batch: SentBatch) => Promise<void>,
): Promise<boolean> {
  const { opened, found } = await openWhereNew(reading, '\\Sent', position);
  if (!found) return opened;
  const { uidValidity, uids, seen } = found;
  const ask = asking(reading.client, reading.timeouts);
  for (let at = 0; at < uids.length; at += MAX_COPIES) {
    const some = uids.slice(at, at + MAX_COPIES);
    const copies = await ask(
      reading.client.fetchAll(
        some.join(','),
        { uid: true, internalDate: true, headers: HEADERS },
        { uid: true },
      ),
    );
    const last = Math.min(seen, some.at(-1) ?? seen);
    await take({ position: { uidValidity, lastUid: last }, copies: copies.map(copyOf) });
  }
  await take({ position: { uidValidity, lastUid: seen }, copies: [] });
  return opened;
}

/**
 * Looks in the Sent folder for a mail with this Message-ID, also where the provider replaced it. The folder is opened with
 * EXAMINE. Null when there is no such mail, or no such folder.
 * @throws ImapFailure
 */
export async function readSent(
  client: ImapFlow,
  messageId: string,
  timeouts: ImapTimeouts,
): Promise<SentCopy | null> {
  const ask = asking(client, timeouts);
  const folder = await folderOf(client, '\\Sent', ask);
  if (folder === null) return null;
  await ask(client.mailboxOpen(folder, { readOnly: true }));
  const or = ID_HEADERS.map((name) => ({ header: { [name]: messageId } }));
  const [uid] = await ask(searched(client.search({ or }, { uid: true })));
  if (uid === undefined) return null;
  const found = await ask(
    client.fetchOne(String(uid), { uid: true, internalDate: true, headers: HEADERS }, { uid: true }),
  );
  if (!found) return null;
  const copy = copyOf(found);
  // A search looks for a part of the header.
  return copy.messageIds.includes(messageId) ? copy : null;
}

function copyOf({ headers, internalDate }: FetchMessageObject): SentCopy {
  const { fields } = readParts((headers ?? Buffer.alloc(0)).subarray(0, 64_000));
  return {
    messageIds: [...new Set(ID_HEADERS.flatMap((name) => messageIds(all(fields, name).join(' '))))],
    tokens: tokensOf(fields),
    sentAt: internalDate ? new Date(internalDate) : null,
  };
}

function tokensOf(fields: Field[]): string[] {
  const value = all(fields, 'list-unsubscribe').join(' ').slice(0, 4_000);
  return [...value.matchAll(/\/([A-Za-z0-9_-]{16,32})>/g)].map(([, token = '']) => token);
}
