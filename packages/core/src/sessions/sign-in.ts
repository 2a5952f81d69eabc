import { forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { checkPassword } from '../users/password.ts';
import { readTwoStep } from '../two-step/two-step.ts';
import { createChallenge } from './challenge.ts';
import { startSession } from './session.ts';
import { useSignInLink } from './sign-in-link.ts';

/** The secret of a new session; or, where 2-step sign-in is on, that of a sign-in which waits for a code. */
export type SignedIn = { session: string } | { challenge: string };

/**
 * Signs a user in with email and password. Null for a wrong one, an unknown address and a user without a password alike,
 * after the same work.
 * @returns the new session, or what waits for a code
 * @throws Busy when too many passwords are being checked
 */
export async function signIn(
  db: Db,
  { email, password, user_agent }: { email: string; password: string; user_agent?: string | undefined },
): Promise<SignedIn | null> {
  const user = await db
    .selectFrom('users')
    .select(['account_id', 'id', 'password_hash'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  const right = await checkPassword(user?.password_hash ?? null, password);
  return user && right ? begin(db, { account_id: user.account_id, user_id: user.id }, user_agent) : null;
}

/**
 * Signs a user in with a one-time link, which is used up by it.
 * @returns the new session, or what waits for a code: a link is one step, as a password is. Null for a link that is unknown,
 * used or expired.
 */
export async function signInByLink(
  db: Db,
  { token, user_agent }: { token: string; user_agent?: string | undefined },
): Promise<SignedIn | null> {
  return db.transaction().execute(async (transaction) => {
    const user = await useSignInLink(transaction, token);
    return user && begin(transaction, user, user_agent);
  });
}

async function begin(
  db: Db,
  { account_id, user_id }: { account_id: string; user_id: string },
  user_agent: string | undefined,
): Promise<SignedIn> {
  const account = forAccount(db, account_id, { kind: 'user', id: user_id });
  return account.transaction(async (account) => {
    const { state } = await readTwoStep(account, { user_id });
    if (state === 'on') return { challenge: await createChallenge(account, { user_id }) };
    return { session: (await startSession(account, { user_id, user_agent })).token };
  });
}
