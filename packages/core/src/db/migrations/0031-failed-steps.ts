import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Leads whose step failed, and who wait for their owner: few among very many. See `NEVER_DUE`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `create index next_steps_failed on next_steps (account_id, campaign_id, enrollment_id)
      where due_at = timestamptz '9999-12-31Z';`,
  );
}
