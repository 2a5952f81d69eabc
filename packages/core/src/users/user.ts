import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { notFound } from '../refusal.ts';
import { endOtherSessions } from '../sessions/manage.ts';
import { checkPassword, hashPassword } from './password.ts';

/** A signed-in user, and whether they have a password yet. @throws Refusal `not_found` */
export async function readUser(account: Account, { user_id }: { user_id: string }) {
  const user = await account
    .select('users')
    .select(['email', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  return { email: user.email, has_password: user.password_hash !== null };
}

export interface NewPassword {
  user_id: string;
  session_id: string;
  /** The password until now. A user who has none, having come by link, need not give one. */
  current: string;
  password: string;
}

/**
 * Sets a user's password and ends their other sessions, so that whoever knew the old one is out.
 * @returns false when `current` is not the password until now.
 * @throws Refusal `invalid_parameter` for a password that is too short or too long; Busy
 */
export async function setPassword(
  account: Account,
  { user_id, session_id, current, password }: NewPassword,
): Promise<boolean> {
  const user = await account
    .select('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  if (user.password_hash !== null && !(await checkPassword(user.password_hash, current))) return false;
  const password_hash = await hashPassword(password);
  await account.transaction(async (account) => {
    await account.update('users').set({ password_hash }).where('id', '=', user_id).execute();
    await audit(account, 'user.set_password', user_id);
    await endOtherSessions(account, { user_id, session_id });
  });
  return true;
}
