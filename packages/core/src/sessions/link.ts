import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import { notFound } from '../refusal.ts';
import { isSecret, LINK_MINUTES, newSecret } from './token.ts';

/**
 * Makes a link that signs a user of the account in once, within half an hour; without an email, the account's first user.
 * @returns the token, which stands nowhere else, and whom it signs in.
 * @throws Refusal `not_found`
 */
export async function createSignInLink(account: Account, { email }: { email?: string } = {}) {
  const user = await account
    .select('users')
    .select(['id', 'email'])
    .$if(email !== undefined, (query) => query.where('email', '=', (email ?? '').trim().toLowerCase()))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  const token = newSecret();
  const id = newId();
  return account.transaction(async (account) => {
    await account.remove('sign_in_links').where('expires_at', '<=', sql<Date>`clock_timestamp()`).execute();
    await account.insert('sign_in_links', {
      id,
      user_id: user.id,
      token_hash: hashOf(token),
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${LINK_MINUTES}::int)`,
    });
    await audit(account, 'sign_in_link.create', id, { email: user.email });
    return { token, email: user.email, valid_for_minutes: LINK_MINUTES };
  });
}

/** Whom a link would sign in, without spending it; null for one that is unknown, spent or lapsed. */
export async function readSignInLink(db: Db, token: string): Promise<{ email: string } | null> {
  if (!isSecret(token)) return null;
  const link = await db
    .selectFrom('sign_in_links as l')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 'l.account_id').onRef('u.id', '=', 'l.user_id'))
    .select('u.email')
    .where('l.token_hash', '=', hashOf(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return link ?? null;
}
