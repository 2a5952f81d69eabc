import { randomBytes } from 'node:crypto';

import type { Account } from '../db/account.ts';
import { isSigned, sign } from './sign.ts';

/** Hours for which an opened form can be sent. */
export const FORM_HOURS = 24;

const TOKEN = /^([0-9a-z]{6,9})\.([\w-]{16})\.([\w-]{22})$/;

/** What a form carries, so that it can be sent once, for this magnet, and not forever. @param magnet its UUID */
export async function newFormToken(account: Account, magnet: string): Promise<string> {
  const issued = Math.floor(account.now().getTime() / 1_000).toString(36);
  const nonce = randomBytes(12).toString('base64url');
  return `${issued}.${nonce}.${await sign(account, 'form', [magnet, issued, nonce])}`;
}

/**
 * Reads what a form carried.
 * @returns its nonce, which is good for one request; `old` for a form that was open for too long, and `foreign` for one
 * that this page never handed out.
 */
export async function readFormToken(
  account: Account,
  magnet: string,
  token: string,
): Promise<{ nonce: string } | 'old' | 'foreign'> {
  const [, issued, nonce, signature] = TOKEN.exec(token) ?? [];
  if (issued === undefined || nonce === undefined || signature === undefined) return 'foreign';
  if (!(await isSigned(account, 'form', [magnet, issued, nonce], signature))) return 'foreign';
  const age = account.now().getTime() / 1_000 - Number.parseInt(issued, 36);
  return age > FORM_HOURS * 3_600 ? 'old' : { nonce };
}
