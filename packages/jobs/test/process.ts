// A process that does one job and writes down each turn: run by processes.test.ts, which kills it.
import { setTimeout } from 'node:timers/promises';

import { type Account, type Db } from '@lodestone/core';
import { type Job, type JobContext, startJobs } from '@lodestone/jobs';
import { sql } from 'kysely';
import { pino } from 'pino';

import { SETTINGS } from './databases.ts';

const [databaseUrl = '', accountId = '', name = ''] = process.argv.slice(2);

/** Writes down when a turn began and ended, and in which process. */
async function written(db: Db, job: string, ms: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into turns (job, pid) values (${job}, ${process.pid}) returning id`.execute(db);
  await setTimeout(ms);
  await sql`update turns set ended = clock_timestamp() where id = ${rows[0]?.id}`.execute(db);
}

const turn =
  (name: Job['name'], ms: number) =>
  async ({ db, forEach }: JobContext) => {
    await written(db, name, ms);
    return forEach([accountId], async (_account: Account, run) => run.done());
  };

const jobs: Job[] = [
  {
    name: 'count_events',
    schedule: { every: 50 },
    timeoutMs: 10_000,
    limit: 100,
    run: turn('count_events', 100),
  },
  {
    name: 'check_domains',
    schedule: { cron: '0 0 1 1 *', zone: 'UTC' },
    timeoutMs: 60_000,
    limit: 100,
    run: turn('check_domains', 4_000),
  },
];

const running = await startJobs({
  database: { databaseUrl },
  settings: SETTINGS,
  log: pino({ level: process.env['LOG'] ?? 'silent' }),
  jobs: jobs.filter((job) => job.name === name),
});
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
