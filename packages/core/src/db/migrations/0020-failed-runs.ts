import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Runs by how they ended: the failed ones are few among very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    'create index job_runs_by_status on job_runs (account_id, status, started_at desc, id);',
  );
}
