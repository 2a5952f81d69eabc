import { type Selectable } from 'kysely';

import type { Account } from '../db/account.ts';
import { type Page, pageOf, type Paging } from '../db/page.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import type { JobRuns } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';

export const RUN_STATUSES = ['running', 'succeeded', 'partial', 'failed'] as const;
type RunStatus = (typeof RUN_STATUSES)[number];

/** Runs of scheduled jobs, latest first, of one job or of all, in one state or in any. */
export async function listActivity(
  account: Account,
  { job, status, ...paging }: Paging & { job?: string | undefined; status?: RunStatus | undefined },
) {
  const rows = await account.rows<Selectable<JobRuns>>(
    (own) => sql`
      select r.id, r.job, r.status, r.started_at, r.finished_at, r.processed, r.failed, r.failures
      from ${own('job_runs')} as r
      where ${job ? sql`r.job = ${job}` : sql`true`} and ${status ? sql`r.status = ${status}` : sql`true`}
      order by r.started_at desc, r.id
      limit ${paging.limit + 1} offset ${paging.offset}`,
  );
  const data = rows.map((run) => ({
    ...run,
    id: toWire('job', run.id),
    started_at: moment(run.started_at),
    finished_at: momentOrNull(run.finished_at),
    duration_ms: run.finished_at && run.finished_at.getTime() - run.started_at.getTime(),
  }));
  return pageOf(data, paging) satisfies Page<unknown>;
}
