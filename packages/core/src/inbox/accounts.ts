import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';

/** UUIDs of the accounts that have connected an inbox, to send by it or to read it. */
export async function accountsWithInboxes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from email_accounts
    where (smtp_secret is not null or imap_secret is not null) and removed_at is null
    order by account_id`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** UUIDs of the accounts that have replies whose intent was not looked for yet. */
export async function accountsWithUnclassified(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from inbox_messages
    where kind = 'reply' and fingerprint is not null and enrollment_id is not null and classified_at is null`.execute(
    db,
  );
  return rows.map(({ account_id }) => account_id);
}
