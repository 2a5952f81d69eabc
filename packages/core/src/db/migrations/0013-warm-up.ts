import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** The day on which a warm-up last moved on or back, so that it does so once a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, 'alter table email_accounts add column warmed_on date;');
}
