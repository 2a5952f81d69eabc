import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Where the database lay when emails were last sent from it: what is restored from a dump lies elsewhere. See installation/fence.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
-- The object ids of the database and of this table, which a dump does not carry; null before anything was sent.
alter table installation add column place text;
`,
  );
}
