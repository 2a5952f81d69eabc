import type { FetchMessageObject, ImapFlow } from 'imapflow';

import { all, type Field, first } from '../parse/headers.ts';
import { RECIPIENTS } from '../parse/mail.ts';
import { readParts } from '../parse/structure.ts';
import { tokensIn } from '../parse/tokens.ts';
import type { ImapTimeouts } from './connection.ts';
import { asking, openWhereNew } from './folders.ts';
import { type Batch, fetchInOrder, type Position } from './read.ts';

/** Headers of a mail that answers another, or reports about one. */
const HEADERS = ['in-reply-to', 'references', 'content-type', ...RECIPIENTS];

/** Headers of so many mails are asked for at once. */
const MAX_HEADERS = 500;

/**
 * Reads of what came into the folder for spam after `position` whatever may answer an email: a reply that a filter took for spam is
 * one all the same. Of all else the headers are looked at and nothing is taken. The folder is opened with EXAMINE.
 * @returns whether it was opened, so that another folder is open no more
 * @throws ImapFailure, or what `take` throws
 */
export async function readNewJunk(
  reading: { client: ImapFlow; timeouts: ImapTimeouts; signal: AbortSignal | undefined },
  position: Position | null,
  take: (batch: Batch) => Promise<void>,
): Promise<boolean> {
  const { opened, found } = await openWhereNew(reading, '\\Junk', position);
  if (!found) return opened;
  const { uidValidity, uids, seen } = found;
  const ask = asking(reading.client, reading.timeouts);
  for (let at = 0; at < uids.length; at += MAX_HEADERS) {
    reading.signal?.throwIfAborted();
    const some = uids.slice(at, at + MAX_HEADERS);
    const heads = await ask(
      reading.client.fetchAll(some.join(','), { uid: true, headers: HEADERS }, { uid: true }),
    );
    const answers = new Set(heads.filter(mayAnswer).map(({ uid }) => uid));
    const wanted = some.filter((uid) => answers.has(uid));
    for await (const messages of fetchInOrder(reading, wanted)) {
      reading.signal?.throwIfAborted();
      const lastUid = messages.at(-1)?.uid;
      if (lastUid !== undefined) await take({ position: { uidValidity, lastUid }, messages });
    }
    await take({ position: { uidValidity, lastUid: Math.min(seen, some.at(-1) ?? seen) }, messages: [] });
  }
  await take({ position: { uidValidity, lastUid: seen }, messages: [] });
  return opened;
}

function mayAnswer({ headers }: FetchMessageObject): boolean {
  const { fields } = readParts((headers ?? Buffer.alloc(0)).subarray(0, 64_000));
  return (
    has(fields, 'in-reply-to') ||
    has(fields, 'references') ||
    (first(fields, 'content-type') ?? '').trim().toLowerCase().startsWith('multipart/report') ||
    tokensIn(RECIPIENTS.flatMap((name) => all(fields, name).slice(0, 10))).length > 0
  );
}

function has(fields: Field[], name: string): boolean {
  return all(fields, name).some((value) => value.trim() !== '');
}
