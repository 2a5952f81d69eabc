import { type fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss';

import { accountIds } from '@lodestone/core';

import type { Cron, Job } from '../job.ts';
import { turnRetries } from './retries.ts';
import { reasonOf, type Runtime, takeTurn } from './turn.ts';

export type CronJob = Job & { schedule: Cron };

/** Where schedules are kept: a PostgreSQL server, or the way to the embedded database. */
export type ScheduleStore = { databaseUrl: string } | { embedded: ReturnType<typeof fromPglite> };

/** Seconds without a sign of life after which a turn whose process is gone is taken up again. */
const GONE = 12;

/** Seconds between two looks at what is due, and at what is gone. */
const LOOK = 10;

/** New attempts after a turn that failed, over some five minutes. */
const RETRIES = 6;

/** Seconds. */
const FIRST_RETRY = 5;
const LONGEST_RETRY = 600;

/** Starts the jobs that have times of their own. One process at a time does. */
export async function startSchedule(
  jobs: CronJob[],
  store: ScheduleStore,
  runtime: Runtime,
): Promise<{ stop(): Promise<void> }> {
  const { log } = runtime;
  const stopping = new AbortController();
  const boss = new PgBoss({
    ...('embedded' in store
      ? { db: store.embedded, backend: 'pglite' }
      : { connectionString: store.databaseUrl, max: 2, options: '-c statement_timeout=30000' }),
    application_name: 'lodestone schedule',
    schema: 'pgboss',
    superviseIntervalSeconds: LOOK,
    monitorIntervalSeconds: LOOK,
    cronMonitorIntervalSeconds: LOOK,
    cronWorkerIntervalSeconds: LOOK,
    flowIntervalSeconds: 3_600,
    monitorVacuum: false,
  });
  boss.on('error', (err) => log.warn({ err }, 'The job schedule reported an error.'));
  await boss.start();
  const known = new Set((await boss.getSchedules()).map(({ name }) => name));
  for (const job of jobs) {
    await keepQueue(boss, job);
    await boss.work(job.name, { includeMetadata: true, pollingIntervalSeconds: LOOK }, ([attempt]) =>
      attempt ? takeScheduledTurn(job, attempt, runtime, stopping.signal) : Promise.resolve(),
    );
    await boss.schedule(job.name, job.schedule.cron, null, { tz: job.schedule.zone, missed: 'once' });
    if (!known.has(job.name)) await boss.send(job.name);
  }
  // What is no longer a job is no longer due.
  for (const name of known) if (!jobs.some((job) => job.name === name)) await boss.unschedule(name);
  // Turns of the process that had the schedule before: at once, and not at the next look.
  await boss.supervise();
  return {
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

/** One turn waits and one is under way at most. */
async function keepQueue(boss: PgBoss, { name, timeoutMs, schedule }: CronJob): Promise<void> {
  const settings = {
    // A turn ends itself before this.
    expireInSeconds: Math.ceil(timeoutMs / 1000) + 60,
    heartbeatSeconds: GONE,
    retryLimit: schedule.retries ?? RETRIES,
    retryDelay: FIRST_RETRY,
    retryDelayMax: LONGEST_RETRY,
    retryBackoff: true,
    deleteAfterSeconds: 7 * 86_400,
  };
  if (await boss.getQueue(name)) return boss.updateQueue(name, settings);
  return boss.createQueue(name, { ...settings, policy: 'stately' });
}

async function takeScheduledTurn(
  job: CronJob,
  attempt: Pick<JobWithMetadata, 'retryCount' | 'retryLimit' | 'signal'>,
  runtime: Runtime,
  stop: AbortSignal,
): Promise<void> {
  const isLast = attempt.retryCount >= attempt.retryLimit;
  const signal = AbortSignal.any([stop, attempt.signal]);
  const retries = turnRetries(isLast);
  try {
    while ((await takeTurn(job, runtime, signal, retries)) >= job.limit && !signal.aborted);
    if (retries.failures() > 0) throw new Error(`It failed for ${retries.failures()} accounts.`);
    signal.throwIfAborted();
  } catch (err) {
    if (!signal.aborted) {
      runtime.log.error({ err, job: job.name, attempt: attempt.retryCount + 1, isLast }, 'A job failed.');
      if (isLast && retries.failures() === 0) await showEverywhere(job, err, runtime);
    }
    throw err;
  } finally {
    await runtime.recorder.settle(job.name);
  }
}

/** A job that failed as a whole is seen in every account: it is theirs that nothing was done. */
async function showEverywhere(
  job: CronJob,
  error: unknown,
  { db, recorder, account }: Runtime,
): Promise<void> {
  for (const id of await accountIds(db)) recorder.of(job.name, account(id)).failed(null, reasonOf(error));
}
