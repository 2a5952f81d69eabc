import { type Account, type Db, findUser, forAccount, fromWire } from '@lodestone/core';

import { Stop } from '../database.ts';
import { type Given, required } from './command.ts';

/** The option that names an account. */
export const ACCOUNT: [string, string] = [
  '--account ACCOUNT',
  "the account's id (acc_…) or a user's email address",
];

/** Opens the account that the command line names. @throws Stop, UsageError */
export async function accountOf(db: Db, given: Given): Promise<Account> {
  const named = required(given, 'account');
  const id = named.includes('@') ? (await findUser(db, named))?.account_id : fromWire('acc', named);
  const account =
    id == null
      ? undefined
      : await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  if (!account)
    throw new Stop(
      `There is no account ${named}. Give its id (acc_…) or the email address of one of its users.`,
    );
  return forAccount(db, account.id, { kind: 'operator' });
}
