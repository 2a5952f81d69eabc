import { createHmac, timingSafeEqual } from 'node:crypto';

import { type Account, forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { readLinkSecret } from '../db/link-secrets.ts';
import { toWire, uuidOf } from '../ids.ts';

/** Bytes of a UUID, and of the signature: 128 bits cannot be guessed over a network. */
const UUID = 16;
const SIGNATURE = 16;
const LINK = /^[A-Za-z0-9_-]{64}$/;

/**
 * The secret of a subscriber's own pages with one account: both ids and a signature over them, in 64 url-safe characters.
 * It is the same forever, so that a link in an old mail still works, and it opens that one relationship and nothing else.
 * @throws Refusal `not_found` for an id that is not a subscriber's id
 */
export async function subscriberLink(account: Account, { id }: { id: string }): Promise<string> {
  const uuid = uuidOf('sub', id, 'subscriber');
  const secret = await account.linkSecret('subscriber_link');
  const ids = Buffer.concat([bytesOf(account.id), bytesOf(uuid)]);
  return Buffer.concat([ids, signed(ids, secret)]).toString('base64url');
}

/**
 * Opens the door that a link is the key of, for the subscriber to act through.
 * @returns null for any text that this installation has not signed.
 */
export async function openSubscriberLink(
  db: Db,
  link: string,
): Promise<{ account: Account; id: string } | null> {
  if (!LINK.test(link)) return null;
  const bytes = Buffer.from(link, 'base64url');
  const ids = bytes.subarray(0, 2 * UUID);
  const secret = await readLinkSecret(db, 'subscriber_link');
  if (!timingSafeEqual(bytes.subarray(2 * UUID), signed(ids, secret))) return null;
  const account = forAccount(db, uuidIn(ids.subarray(0, UUID)), { kind: 'subscriber' });
  return { account, id: toWire('sub', uuidIn(ids.subarray(UUID))) };
}

function signed(ids: Buffer, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(ids).digest().subarray(0, SIGNATURE);
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidIn(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
