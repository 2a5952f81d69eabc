import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { hashOf, isToken, type Key, KEY_COLUMNS } from './key.ts';

/** What a presented key turns out to be. Revoked beats expired. */
export type Authentication =
  | { state: 'unknown' | 'revoked' | 'expired' }
  | { state: 'valid'; account_id: string; key: Key };

/**
 * Looks a key up by its hash, in one round trip and without a cache, so that a revocation holds on the very next request
 * in every process. Expiry is judged by the database's clock.
 */
export async function authenticateKey(db: Db, token: string): Promise<Authentication> {
  if (!isToken(token)) return { state: 'unknown' };
  const found = await db
    .selectFrom('api_keys')
    .select(['account_id', ...KEY_COLUMNS])
    .select(sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`.as('expired'))
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!found) return { state: 'unknown' };
  const { account_id, expired, ...key } = found;
  if (key.revoked_at) return { state: 'revoked' };
  if (expired) return { state: 'expired' };
  return { state: 'valid', account_id, key };
}
