import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { notFound } from '../refusal.ts';
import { endOtherAccess } from '../sessions/manage.ts';
import { hashNewPassword } from './new-password.ts';
import { checkPassword } from './password.ts';

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

/**
 * Whether it is the password of a signed-in user. One who has none, having come by link, need not give one.
 * @throws Refusal `not_found`; Busy
 */
export async function isUsersPassword(
  account: Account,
  { user_id, password }: { user_id: string; password: string },
): Promise<boolean> {
  const user = await account
    .select('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  return user.password_hash === null || checkPassword(user.password_hash, password);
}

export interface NewPassword {
  user_id: string;
  session_id: string;
  /** The password until now. A user who has none, having come by link, need not give one. */
  current: string;
  password: string;
}

/**
 * Sets a user's password, and ends their other sessions and every sign-in link of theirs, so that whoever knew the old one or
 * got hold of a link is out.
 * @returns false when `current` is not the password until now.
 * @throws Refusal `invalid_parameter`, field `password`, for one that is too short, too long or easily guessed; Busy
 */
export async function setPassword(
  account: Account,
  { user_id, session_id, current, password }: NewPassword,
): Promise<boolean> {
  if (!(await isUsersPassword(account, { user_id, password: current }))) return false;
  const user = await readUser(account, { user_id });
  const password_hash = await hashNewPassword(password, [user.email]);
  await account.transaction(async (account) => {
    await account.update('users').set({ password_hash }).where('id', '=', user_id).execute();
    await audit(account, 'user.set_password', user_id);
    await endOtherAccess(account, { user_id, session_id });
  });
  return true;
}
