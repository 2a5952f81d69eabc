import type { Account } from '../db/account.ts';
import { type Page, pageOf, type Paging } from '../db/page.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import { toWire } from '../ids.ts';

/** Runs of scheduled jobs, latest first, of one job or of all. */
export async function listActivity(
  account: Account,
  { job, ...paging }: Paging & { job?: string | undefined },
) {
  let runs = account
    .select('job_runs')
    .select(['id', 'job', 'status', 'started_at', 'finished_at', 'processed', 'failed', 'failures'])
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(paging.limit + 1)
    .offset(paging.offset);
  if (job) runs = runs.where('job', '=', job);
  const rows = await runs.execute();
  const data = rows.map((run) => ({
    ...run,
    id: toWire('job', run.id),
    started_at: moment(run.started_at),
    finished_at: momentOrNull(run.finished_at),
    duration_ms: run.finished_at && run.finished_at.getTime() - run.started_at.getTime(),
  }));
  return pageOf(data, paging) satisfies Page<unknown>;
}
