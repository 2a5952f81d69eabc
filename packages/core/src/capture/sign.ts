import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Account } from '../db/account.ts';

/** What a signature is for, so that one made for a form opens no download. */
export type Purpose = 'form' | 'private' | 'download';

/** Bytes of a signature: 128 bits cannot be guessed over a network. */
const SIGNATURE = 16;

/** Signs parts of a public address for one purpose and one account: 22 url-safe characters. */
export async function sign(account: Account, purpose: Purpose, parts: readonly string[]): Promise<string> {
  const secret = await account.linkSecret('public_link');
  const text = JSON.stringify([purpose, account.id, ...parts]);
  return createHmac('sha256', secret).update(text).digest().subarray(0, SIGNATURE).toString('base64url');
}

/** Whether this installation signed those parts for that purpose. */
export async function isSigned(
  account: Account,
  purpose: Purpose,
  parts: readonly string[],
  signature: string,
): Promise<boolean> {
  const right = Buffer.from(await sign(account, purpose, parts));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
