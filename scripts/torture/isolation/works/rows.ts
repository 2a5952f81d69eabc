import { randomBytes } from 'node:crypto';

import type { Account, SecretKeys } from '@lodestone/core';

/** Tables whose rows things are done with. */
export type Table =
  | 'campaigns'
  | 'deliveries'
  | 'email_accounts'
  | 'enrollments'
  | 'magnets'
  | 'mails'
  | 'subscribers'
  | 'users';

/** What inboxes' passwords are encrypted with. */
export const KEYS: SecretKeys = [randomBytes(32)];

/** What is done in an account, by a sentence that says it. */
export type Works = Record<string, (account: Account) => Promise<unknown>>;

/** The first rows, by their UUIDs. */
export async function first(account: Account, table: Table, limit = 4): Promise<string[]> {
  const rows = await account.select(table).select('id').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Does something with each of the first rows. */
export async function each(
  account: Account,
  table: Table,
  work: (id: string) => Promise<unknown>,
  limit = 4,
): Promise<unknown> {
  return tried(await first(account, table, limit), work);
}

/** One after the other; what is refused is told as that. */
export async function tried<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const told = [];
  for (const item of items) told.push(await work(item).catch(String));
  return told;
}
