import { sql } from 'kysely';

import type { Account } from '../db/account.ts';
import type { Db } from '../db/connect.ts';

/** Hours without a bounce after which what was sent has arrived. */
const DELIVERED_AFTER_HOURS = 24;

/** UUIDs of accounts with deliveries that have been on their way for so long. */
export async function accountsWithArrivedDeliveries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from deliveries
    where status = 'sent' and returned_at is null and sent_at < clock_timestamp() - ${DELIVERED_AFTER_HOURS} * interval '1 hour'`.execute(
    db,
  );
  return rows.map(({ account_id }) => account_id);
}

/**
 * Takes as delivered what was sent a day ago and did not come back.
 * @returns how many there were, at most `limit`.
 */
export async function settleDelivered(account: Account, { limit }: { limit: number }): Promise<number> {
  const wait = sql`${DELIVERED_AFTER_HOURS} * interval '1 hour'`;
  const arrived = account
    .select('deliveries')
    .select('id')
    .where('status', '=', 'sent')
    .where('returned_at', 'is', null)
    .where('sent_at', '<', sql<Date>`clock_timestamp() - ${wait}`)
    .orderBy('sent_at')
    .orderBy('id')
    .limit(limit);
  const delivered = await account
    .update('deliveries')
    .set({ status: 'delivered', delivered_at: sql<Date>`sent_at + ${wait}` })
    .where('id', 'in', arrived)
    .where('status', '=', 'sent')
    .returning('id')
    .execute();
  return delivered.length;
}
