import { sql } from 'kysely';

import { type Account, forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import { type KeysOf, takeCode } from '../two-step/code.ts';
import { isSecret, newSecret, startSession } from './session.ts';

/** Minutes that a sign-in waits for its code. */
export const CHALLENGE_MINUTES = 10;

/** Begins a sign-in that waits for a code. @returns its secret, which is stored nowhere and opens nothing by itself */
export async function createChallenge(account: Account, { user_id }: { user_id: string }): Promise<string> {
  const token = newSecret();
  await account
    .remove('sign_in_challenges')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .execute();
  await account.insert('sign_in_challenges', {
    id: newId(),
    user_id,
    token_hash: hashOf(token),
    expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${CHALLENGE_MINUTES}::int)`,
  });
  return token;
}

/** Who signs in; null for a sign-in that is done, expired or unknown. Ids are UUIDs. */
export async function readChallenge(
  db: Db,
  token: string,
): Promise<{ account_id: string; user_id: string; email: string } | null> {
  if (!isSecret(token)) return null;
  const found = await db
    .selectFrom('sign_in_challenges as c')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'c.account_id').onRef('u.id', '=', 'c.user_id'),
    )
    .select(['c.account_id', 'c.user_id', 'u.email'])
    .where('c.token_hash', '=', hashOf(token))
    .where('c.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Signs in with the code that a sign-in waits for.
 * @returns the secret of the new session; null for a wrong code, and for a sign-in that is done, expired or unknown
 * @throws SecretError when the installation's keys cannot read the app's secret
 */
export async function meetChallenge(
  db: Db,
  keys: KeysOf,
  { token, code, user_agent }: { token: string; code: string; user_agent?: string | undefined },
): Promise<string | null> {
  const challenge = await readChallenge(db, token);
  if (challenge === null) return null;
  const { account_id, user_id } = challenge;
  const account = forAccount(db, account_id, { kind: 'user', id: user_id });
  if (!(await takeCode(account, keys, { user_id, code }))) return null;
  return account.transaction(async (account) => {
    const met = await account
      .remove('sign_in_challenges')
      .where('token_hash', '=', hashOf(token))
      .returning('id')
      .execute();
    return met.length === 0 ? null : (await startSession(account, { user_id, user_agent })).token;
  });
}
