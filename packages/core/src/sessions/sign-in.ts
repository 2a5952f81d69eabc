import { sql } from 'kysely';

import { audit } from '../audit.ts';
import { forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import { checkPassword } from '../users/password.ts';
import { isSecret, newSecret, SESSION_DAYS } from './token.ts';

/** A session that has begun. The token goes into the cookie and is stored nowhere. */
export interface Begun {
  token: string;
  account_id: string;
  user_id: string;
}

interface User {
  account_id: string;
  id: string;
}

/**
 * Signs a user in with email and password. Null for a wrong one, an unknown address and a user without a password alike,
 * after the same work.
 * @throws Busy when too many passwords are being checked
 */
export async function signIn(
  db: Db,
  { email, password, user_agent }: { email: string; password: string; user_agent: string | null },
): Promise<Begun | null> {
  const user = await db
    .selectFrom('users')
    .select(['account_id', 'id', 'password_hash'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  const right = await checkPassword(user?.password_hash ?? null, password);
  return user && right ? begin(db, user, user_agent, 'session.sign_in') : null;
}

/** Signs a user in with a one-time link, which is spent by it. Null for an unknown, a spent and a lapsed one alike. */
export async function signInByLink(
  db: Db,
  { token, user_agent }: { token: string; user_agent: string | null },
): Promise<Begun | null> {
  if (!isSecret(token)) return null;
  return db.transaction().execute(async (transaction) => {
    // One guarded statement: of two that present the link at once, one finds it unspent.
    const link = await transaction
      .updateTable('sign_in_links')
      .set({ used_at: sql<Date>`clock_timestamp()` })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .returning(['account_id', 'user_id as id'])
      .executeTakeFirst();
    return link ? begin(transaction, link, user_agent, 'session.sign_in_by_link') : null;
  });
}

/** Ends the session of a token, in every process at once. An unknown one is no fault. */
export async function signOut(db: Db, token: string): Promise<void> {
  if (!isSecret(token)) return;
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
}

async function begin(db: Db, user: User, user_agent: string | null, action: string): Promise<Begun> {
  const token = newSecret();
  const id = newId();
  const account = forAccount(db, user.account_id, { kind: 'user', id: user.id });
  return account.transaction(async (account) => {
    await account.remove('sessions').where('expires_at', '<=', sql<Date>`clock_timestamp()`).execute();
    await account.insert('sessions', {
      id,
      user_id: user.id,
      token_hash: hashOf(token),
      user_agent: user_agent?.slice(0, 500) ?? null,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${SESSION_DAYS}::int)`,
    });
    await audit(account, action, id);
    return { token, account_id: user.account_id, user_id: user.id };
  });
}
