import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { DiskRefuses } from '../db/disk-space.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import type { Role } from '../users/roles.ts';

/** Days that a session lasts, however it is used. */
export const SESSION_DAYS = 30;

/** A session's or a link's secret: 32 random bytes in 43 url-safe characters. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a secret at all. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Starts a session of a user, always under a new id. @returns the cookie's secret, which is stored nowhere. */
export async function startSession(
  account: Account,
  { user_id, user_agent }: { user_id: string; user_agent?: string | undefined },
): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = newSecret();
  await account.transaction(async (account) => {
    await account
      .remove('sessions')
      .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
      .execute();
    await account.insert('sessions', {
      id,
      user_id,
      token_hash: hashOf(token),
      user_agent: user_agent?.slice(0, 500) ?? null,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${SESSION_DAYS}::int)`,
    });
    await audit(account, 'session.start', id);
  });
  return { id, token };
}

/** Who is signed in. Ids are UUIDs. */
export interface Session {
  account_id: string;
  account_name: string;
  user_id: string;
  email: string;
  role: Role;
  /** Whether the account is the demo's. */
  simulated: boolean;
  session_id: string;
}

/**
 * The session that a cookie's secret opens, or null when there is none or it has expired. One round trip and no cache, so
 * that an ended session is gone on the very next request; judged by the database's clock. When it was last seen is kept to
 * five minutes.
 */
export async function authenticateSession(db: Db, token: string): Promise<Session | null> {
  if (!isSecret(token)) return null;
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 's.account_id').onRef('u.id', '=', 's.user_id'),
    )
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select([
      's.account_id',
      'a.name as account_name',
      'a.simulated',
      's.user_id',
      'u.email',
      'u.role',
      's.id as session_id',
    ])
    .select(sql<boolean>`s.last_seen_at < clock_timestamp() - interval '5 minutes'`.as('stale'))
    .where('s.token_hash', '=', hashOf(token))
    .where('s.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (!found) return null;
  const { stale, ...session } = found;
  if (stale) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', session.account_id)
      .where('id', '=', session.session_id)
      .execute()
      .catch((error: unknown) => {
        // Somebody who is signed in can keep reading.
        if (!(error instanceof DiskRefuses)) throw error;
      });
  }
  return session;
}

/** Ends the session of a cookie's secret, in every process at once. One that does not exist is no fault. */
export async function signOut(db: Db, token: string): Promise<void> {
  if (isSecret(token)) await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
}
