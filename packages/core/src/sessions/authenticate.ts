import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { hashOf } from '../keys/key.ts';
import { isSecret } from './token.ts';

/** Who is signed in. Ids are UUIDs. */
export interface SignedIn {
  account_id: string;
  account_name: string;
  user_id: string;
  email: string;
  session_id: string;
}

/**
 * Looks a session up by the hash of its token, in one round trip and without a cache: an ended session is gone on the very
 * next request. Expiry is judged by the database's clock. When it was last seen is kept to five minutes.
 */
export async function authenticateSession(db: Db, token: string): Promise<SignedIn | null> {
  if (!isSecret(token)) return null;
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 's.account_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.account_id', 'a.name as account_name', 's.user_id', 'u.email', 's.id as session_id'])
    .select(sql<boolean>`s.last_seen_at < clock_timestamp() - interval '5 minutes'`.as('stale'))
    .where('s.token_hash', '=', hashOf(token))
    .where('s.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (!found) return null;
  const { stale, ...signedIn } = found;
  if (stale) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', signedIn.account_id)
      .where('id', '=', signedIn.session_id)
      .execute();
  }
  return signedIn;
}
