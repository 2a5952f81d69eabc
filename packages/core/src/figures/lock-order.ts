import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/** UUIDs of rows that a transaction is going to write, by table. */
export interface Rows {
  deliveries?: readonly string[];
  campaign_sends?: readonly string[];
  enrollments?: readonly string[];
  subscribers?: readonly string[];
}

/**
 * Locks what a transaction is going to write, and all that figures will be derived in by it, in the one order that every
 * writer keeps: deliveries, sends, enrollments, subscribers, each by id. A single statement keeps that order by itself. Call
 * this first in a transaction that writes facts of several subscribers in more than one statement.
 */
export async function lockInOrder(
  account: Account,
  { deliveries = [], campaign_sends = [], enrollments = [], subscribers = [] }: Rows,
): Promise<void> {
  const delivered = await lock(account, 'deliveries', deliveries, 'subscriber_id');
  const sent = await lock(account, 'campaign_sends', campaign_sends, 'enrollment_id');
  const enrolled = await lock(account, 'enrollments', [...enrollments, ...sent], 'subscriber_id');
  await lock(account, 'subscribers', [...subscribers, ...delivered, ...enrolled], 'id');
}

/** Locks rows by id, and answers whose they are. */
async function lock(
  account: Account,
  table: keyof Rows,
  ids: readonly string[],
  owner: 'id' | 'subscriber_id' | 'enrollment_id',
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await account.rows<{ owner: string }>(
    (own) => sql`
      select f.${sql.id(owner)} as owner
      from ${own(table)} as f
      where f.id = any(${[...new Set(ids)]}::uuid[])
      order by f.id
      for no key update`,
  );
  return rows.map((row) => row.owner);
}
