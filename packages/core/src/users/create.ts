import { checkedProfile, type Profile } from '../account/profile.ts';
import { audit } from '../audit.ts';
import { forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { Refusal } from '../refusal.ts';

/**
 * Opens an account, whose email is also its first user's. For the operator.
 * @returns UUIDs of both.
 * @throws Refusal `invalid_parameter`
 */
export async function createAccount(
  db: Db,
  input: Profile,
): Promise<{ account_id: string; user_id: string }> {
  const { name, email } = checkedProfile(input);
  if ((await findUser(db, email)) !== null) {
    throw new Refusal('invalid_parameter', `There is already a user with the email ${email}.`);
  }
  const account_id = newId();
  const user_id = newId();
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('accounts').values({ id: account_id, name, email }).execute();
    const account = forAccount(transaction, account_id, { kind: 'operator' });
    await account.insert('users', { id: user_id, email, role: 'owner' });
    await audit(account, 'account.create', account_id, { name, email });
  });
  return { account_id, user_id };
}

/** The user with an address, whatever its case; null when there is none. */
export async function findUser(
  db: Db,
  email: string,
): Promise<{ account_id: string; user_id: string } | null> {
  const user = await db
    .selectFrom('users')
    .select(['account_id', 'id as user_id'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return user ?? null;
}

/** The first account's owner, for whom a server on one's own machine prints a sign-in link; null while there is no account. */
export async function firstUser(
  db: Db,
): Promise<{ account_id: string; user_id: string; email: string } | null> {
  const user = await db
    .selectFrom('users')
    .select(['account_id', 'id as user_id', 'email'])
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return user ?? null;
}

/** UUIDs of all accounts. For what the operator's jobs do to each. */
export async function accountIds(db: Db): Promise<string[]> {
  const accounts = await db.selectFrom('accounts').select('id').orderBy('id').execute();
  return accounts.map(({ id }) => id);
}
