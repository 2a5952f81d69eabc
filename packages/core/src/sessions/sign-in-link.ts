import { sql } from 'kysely';

import type { Account } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import { newSecret } from './session.ts';

/** Minutes within which a sign-in link must be used. */
export const LINK_MINUTES = 60;

/** Makes a link's secret, good for one sign-in of one user. */
export async function createSignInLink(account: Account, { user_id }: { user_id: string }): Promise<{ token: string }> {
  const token = newSecret();
  await account.insert('sign_in_links', {
    id: newId(),
    user_id,
    token_hash: hashOf(token),
    expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${LINK_MINUTES})`,
  });
  return { token };
}

/** Uses a link up. One guarded update, so that of two clicks only one signs in. @returns null for a link that is no good. */
export async function useSignInLink(db: Db, token: string): Promise<{ account_id: string; user_id: string } | null> {
  const used = await db
    .updateTable('sign_in_links')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['account_id', 'user_id'])
    .executeTakeFirst();
  return used ?? null;
}
