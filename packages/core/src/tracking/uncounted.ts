import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';

/** UUIDs of accounts with events that the figures do not have yet. */
export async function accountsWithUncountedEvents(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from mail_events where counted_at is null`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
