import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { requireOneLine } from '../fields.ts';
import { notFound, Refusal } from '../refusal.ts';
import { emailAddress } from '../users/address.ts';

export const LONGEST_ACCOUNT_NAME = 200;

/** What an account is called, and where its owner is written to. */
export interface Profile {
  name: string;
  email: string;
}

/** A profile as it is stored. @throws Refusal `invalid_parameter` with the field at fault */
export function checkedProfile({ name, email }: Profile): Profile {
  const trimmed = name.trim();
  const length = [...trimmed].length;
  if (length === 0 || length > LONGEST_ACCOUNT_NAME) {
    throw new Refusal(
      'invalid_parameter',
      `An account needs a name of 1 to ${LONGEST_ACCOUNT_NAME} characters.`,
      'name',
    );
  }
  requireOneLine(trimmed, 'name');
  return { name: trimmed, email: emailAddress(email) };
}

/** The account's name and email. */
export async function readProfile(account: Account): Promise<Profile> {
  const [profile] = await account.rows<Profile>(
    (own) => sql`select a.name, a.email from ${own('accounts')} as a`,
  );
  if (!profile) throw notFound('account');
  return profile;
}

/**
 * Changes the account's name and email. A user who signs in with that address keeps doing so: a user's email is their own.
 * @throws Refusal `invalid_parameter` with the field at fault
 */
export async function editProfile(account: Account, edit: Profile): Promise<void> {
  const profile = checkedProfile(edit);
  await account.transaction(async (account) => {
    await account.change(profile);
    await audit(account, 'account.edit', account.id, profile);
  });
}
