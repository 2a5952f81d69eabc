import type { Account } from '../db/account.ts';
import { type Sql, sql } from '../db/sql.ts';
import { newId } from '../ids.ts';
import { isLost } from './workers.ts';

/** One thing that failed in a run: an address or an object's id (null for the run as a whole), and why. */
export interface RunFailure {
  item: string | null;
  reason: string;
}

/** How far a run is. `processed` counts the failed ones, too. */
interface RunProgress {
  processed: number;
  failed: number;
  /** Some of what failed; at most `MAX_FAILURES` are kept. */
  failures: RunFailure[];
}

/** How many failures a run keeps. More would say nothing new. */
export const MAX_FAILURES = 100;

/** Days that a finished run is kept. */
export const RUN_DAYS = 90;

/**
 * Begins a run of a job for this account.
 * @param worker the process that does it, of `joinWorkers`; when that is gone, the run is swept
 * @param sinceMs milliseconds since it really began
 * @returns the run's id
 */
export async function startRun(
  account: Account,
  job: string,
  { worker = null, sinceMs = 0 }: { worker?: string | null; sinceMs?: number } = {},
): Promise<string> {
  const id = newId();
  const started_at = sql<Date>`now() - ${milliseconds(sinceMs)}`;
  await account.insert('job_runs', { id, job, status: 'running', worker_id: worker, started_at });
  return id;
}

/** Shows how far a run is. One that was ended meanwhile stays as it is. */
export async function progressRun(account: Account, id: string, progress: RunProgress): Promise<void> {
  await account
    .update('job_runs')
    .set(written(progress))
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/**
 * Ends a run: `succeeded` when nothing failed, `partial` when some did, `failed` when nothing else was done, or when the run as
 * a whole failed (a failure without an item). One that was ended meanwhile stays as it is.
 * @param sinceMs milliseconds since it really ended
 */
export async function finishRun(
  account: Account,
  id: string,
  outcome: RunProgress,
  { sinceMs = 0 }: { sinceMs?: number } = {},
): Promise<void> {
  await account
    .update('job_runs')
    .set({ ...written(outcome), status: statusOf(outcome), finished_at: ended(sinceMs) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** Ends the runs of this account whose process is gone. @returns how many there were */
export async function sweepRuns(account: Account): Promise<number> {
  const lost = JSON.stringify([{ item: null, reason: 'The process ended before the run did.' }]);
  const swept = await account
    .update('job_runs')
    .set({ status: 'failed', finished_at: ended(0), failures: sql<string>`failures || ${lost}::jsonb` })
    .where('status', '=', 'running')
    .where(isLost())
    .executeTakeFirst();
  return Number(swept.numUpdatedRows);
}

/** Deletes finished runs older than `RUN_DAYS`. @returns how many there were */
export async function pruneRuns(account: Account): Promise<number> {
  const deleted = await account
    .remove('job_runs')
    .where('status', '<>', 'running')
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${RUN_DAYS})`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

// A run takes time even where the clock stood still, or went back.
function ended(sinceMs: number): Sql<Date> {
  return sql<Date>`greatest(now() - ${milliseconds(sinceMs)}, started_at)`;
}

function milliseconds(ms: number): Sql {
  return sql`make_interval(secs => ${ms / 1000})`;
}

function written({ processed, failed, failures }: RunProgress) {
  const kept = failures.slice(0, MAX_FAILURES).map(({ item, reason }) => ({
    item: item === null ? null : cut(item, 500),
    reason: cut(reason, 2_000),
  }));
  return { processed, failed, failures: JSON.stringify(kept) };
}

/** PostgreSQL keeps neither NUL nor half a character, and what failed may have come from anywhere. */
function cut(text: string, length: number): string {
  return [...text.replaceAll('\0', '').toWellFormed()].slice(0, length).join('');
}

function statusOf({ processed, failed, failures }: RunProgress): 'succeeded' | 'partial' | 'failed' {
  if (failures.some(({ item }) => item === null)) return 'failed';
  if (failed === 0) return 'succeeded';
  return failed < processed ? 'partial' : 'failed';
}
