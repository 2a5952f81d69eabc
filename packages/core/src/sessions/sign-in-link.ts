import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import { isSecret, newSecret } from './session.ts';

/** Minutes within which a sign-in link must be used. */
export const LINK_MINUTES = 60;

/** Makes a link's secret, good for one sign-in of one user. */
export async function createSignInLink(
  account: Account,
  { user_id }: { user_id: string },
): Promise<{ token: string }> {
  const token = newSecret();
  const id = newId();
  await account.transaction(async (account) => {
    await account
      .remove('sign_in_links')
      .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
      .execute();
    await account.insert('sign_in_links', {
      id,
      user_id,
      token_hash: hashOf(token),
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${LINK_MINUTES}::int)`,
    });
    await audit(account, 'sign_in_link.create', id, { user_id });
  });
  return { token };
}

/** The user that a link would sign in, without using it up. @returns null for a link that does not work. */
export async function readSignInLink(db: Db, token: string): Promise<{ email: string } | null> {
  if (!isSecret(token)) return null;
  const link = await db
    .selectFrom('sign_in_links as l')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'l.account_id').onRef('u.id', '=', 'l.user_id'),
    )
    .select('u.email')
    .where('l.token_hash', '=', hashOf(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return link ?? null;
}

/** Uses a link up. One guarded update, so that of two clicks only one signs in. @returns null for a link that is no good. */
export async function useSignInLink(
  db: Db,
  token: string,
): Promise<{ account_id: string; user_id: string } | null> {
  if (!isSecret(token)) return null;
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
