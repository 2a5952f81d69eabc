import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** What the Sent folder calls our emails where a provider renamed them, and how far that folder has been read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table mails add column sent_copy_id text check (length(sent_copy_id) <= 998);

create index mails_by_sent_copy_id on mails (account_id, sent_copy_id) where sent_copy_id is not null;

alter table inbox_syncs
  add column sent_uid_validity text check (length(sent_uid_validity) <= 40),
  add column sent_last_uid bigint check (sent_last_uid >= 0);`,
  );
}
