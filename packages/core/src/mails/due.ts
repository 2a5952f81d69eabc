import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import type { MailKind } from '../db/schema.ts';

/** UUIDs of accounts with emails that are due, or that a process claimed and did not live to settle. */
export async function accountsWithDueMails(db: Db, kinds: readonly MailKind[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from mails
    where state = 'queued' and kind = any(${[...kinds]}::text[]) and due_at <= clock_timestamp()
    union
    select distinct account_id from mails
    where state = 'claimed' and lease_until < clock_timestamp()`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
