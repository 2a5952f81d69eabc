import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import type { Account } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';

/** Days that a session lasts, however it is used. */
export const SESSION_DAYS = 30;

/** A session's or a link's secret: 32 random bytes, url-safe. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Starts a session of a user. @returns the cookie's secret, which is stored nowhere. */
export async function startSession(
  account: Account,
  { user_id, user_agent }: { user_id: string; user_agent?: string | undefined },
): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = newSecret();
  await account.insert('sessions', {
    id,
    user_id,
    token_hash: hashOf(token),
    user_agent: user_agent?.slice(0, 500) ?? null,
    expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${SESSION_DAYS})`,
  });
  return { id, token };
}

export interface Session {
  account_id: string;
  user_id: string;
  session_id: string;
}

/** The session that a cookie's secret opens, or null when there is none or it has lapsed. Judged by the database's clock. */
export async function authenticateSession(db: Db, token: string): Promise<Session | null> {
  const session = await db
    .selectFrom('sessions')
    .select(['account_id', 'user_id', 'id as session_id'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return session ?? null;
}

/** Ends one session of the account, from the very next request on. */
export async function endSession(account: Account, { session_id }: { session_id: string }): Promise<void> {
  await account.remove('sessions').where('id', '=', session_id).execute();
}
