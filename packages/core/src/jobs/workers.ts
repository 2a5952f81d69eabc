import { type RawBuilder, sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { retried } from '../db/retry.ts';
import { newId } from '../ids.ts';

/** Seconds after its last sign of life that a process counts as gone. */
const ALIVE_SECONDS = 12;

/** The same where nobody else can come: a process that is only busy loses nothing then. */
export const ALONE_SECONDS = 86_400;

/**
 * Announces a process that does jobs.
 * @param seconds after its last sign of life that it counts as gone
 * @returns its id, which `beat` keeps alive
 */
export async function joinWorkers(db: Db, seconds = ALIVE_SECONDS): Promise<string> {
  const id = newId();
  await sql`insert into job_workers (id, alive_until) values (${id}, ${aliveUntil(seconds)})`.execute(db);
  return id;
}

/**
 * A sign of life. What no living process does is taken over, all of it by the first who comes.
 * @param jobs what this process can do; what it held beyond is given back
 * @returns which of them are its to do until the next sign of life; null when it gave none for so long that others count it as
 * gone: it must stop all it does, and join again
 */
export function beat(
  db: Db,
  worker: string,
  jobs: readonly string[],
  seconds = ALIVE_SECONDS,
): Promise<string[] | null> {
  return retried(() =>
    db.transaction().execute(async (transaction) => {
      const { rows: alive } = await sql`
        update job_workers set alive_until = ${aliveUntil(seconds)}
        where id = ${worker} and alive_until > now() returning id`.execute(transaction);
      if (alive.length === 0) return null;
      // Their leases go with them.
      await sql`delete from job_workers where alive_until <= now()`.execute(transaction);
      const wanted = sql`array[${sql.join(jobs.toSorted())}]::text[]`;
      await sql`delete from job_leases where worker_id = ${worker} and job <> all (${wanted})`.execute(
        transaction,
      );
      await sql`insert into job_leases (job, worker_id) select job, ${worker} from unnest(${wanted}) as job
        on conflict (job) do nothing`.execute(transaction);
      const { rows } = await sql<{ job: string }>`
        select job from job_leases where worker_id = ${worker}`.execute(transaction);
      return rows.map(({ job }) => job);
    }),
  );
}

/** Gives back what a process did, so that others take over at once. */
export async function leaveWorkers(db: Db, worker: string): Promise<void> {
  await sql`delete from job_workers where id = ${worker}`.execute(db);
}

/** Forgets every process: where the database belongs to one alone, all that came before are gone. */
export async function forgetWorkers(db: Db): Promise<void> {
  await sql`delete from job_workers`.execute(db);
}

/** Accounts that have runs whose process is gone: see `sweepRuns`. */
export async function accountsWithLostRuns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from job_runs where status = 'running' and ${isLost()}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Of a row of `job_runs` that runs: whether nobody does it any more. One that names no process has a day. */
export function isLost(): RawBuilder<boolean> {
  return sql<boolean>`case
    when job_runs.worker_id is null then job_runs.started_at < now() - interval '1 day'
    else not exists (select from job_workers as w where w.id = job_runs.worker_id and w.alive_until > now())
  end`;
}

function aliveUntil(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`;
}
