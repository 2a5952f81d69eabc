import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** How far the folder for spam of an inbox was read: what answers us may lie there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table inbox_syncs
  add column junk_uid_validity text check (length(junk_uid_validity) <= 40),
  add column junk_last_uid bigint check (junk_last_uid >= 0);`,
  );
}
