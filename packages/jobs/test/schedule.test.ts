import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Account, forAccount, progressRun, RUN_DAYS, startRun } from '@lodestone/core';
import { type Job, JobFailure, JOBS, type Jobs, startJobs } from '@lodestone/jobs';
import { sql } from 'kysely';
import { pino } from 'pino';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { aSubscriberOfOld, forJobs, runsOf, SETTINGS } from './databases.ts';
import { until } from './waiting.ts';

onEach('A job with times of its own', ({ open }) => {
  let opened: OpenDatabase;
  let account: Account;
  let jobs: Jobs | undefined;
  beforeAll(async () => {
    opened = await open();
    account = await anAccount(opened.db);
  });
  afterEach(() => jobs?.stop());
  afterAll(() => opened.close());

  async function start(list: readonly Job[]): Promise<void> {
    const log = pino({ level: 'silent' });
    jobs = await startJobs({ database: forJobs(opened), settings: SETTINGS, log, jobs: list });
  }

  test('what ages and what is pruned is done at the first start, and not again at the next', async () => {
    const lead = await aSubscriberOfOld(opened.db, account, 80);
    const old = await startRun(account, 'send_pending');
    await sql`update job_runs set status = 'failed', started_at = now() - make_interval(days => ${RUN_DAYS + 1}),
        finished_at = now() - make_interval(days => ${RUN_DAYS}) where id = ${old}`.execute(opened.db);
    await start(JOBS.filter(({ name }) => name === 'age_scores' || name === 'prune'));
    const done = await until(async () => {
      const runs = await runsOf(account);
      return runs.filter(({ status }) => status === 'succeeded').length === 2 && runs;
    });
    expect(done.map(({ job, processed }) => [job, processed]).toSorted()).toEqual([
      ['age_scores', 1],
      ['prune', 1],
    ]);
    const aged = await account
      .select('subscribers')
      .select('lead_score')
      .where('id', '=', lead)
      .executeTakeFirstOrThrow();
    expect(aged.lead_score).toBeLessThan(80);
    await jobs?.stop();
    await start(JOBS.filter(({ name }) => name === 'age_scores'));
    await until(() => jobs?.mine().includes('age_scores'));
    expect(await runsOf(account)).toHaveLength(2);
  });

  test('a turn that fails is repeated, and what does not help is seen as a failed run', async () => {
    let turns = 0;
    const other = await anAccount(opened.db);
    await start([
      {
        name: 'check_domains',
        schedule: { cron: '0 0 1 1 *', zone: 'Asia/Kolkata', retries: 1 },
        timeoutMs: 10_000,
        limit: Infinity,
        run: ({ forEach }) => {
          turns += 1;
          return forEach([account.id, other.id], async ({ id }, run) => {
            if (id === other.id) return run.done();
            throw new JobFailure('The name server does not answer.');
          });
        },
      },
    ]);
    const failed = await until(
      async () =>
        (await runsOf(account)).find(({ job, status }) => job === 'check_domains' && status === 'failed'),
      60_000,
    );
    expect(turns).toBe(2);
    expect(failed.failures).toEqual([{ item: null, reason: 'The name server does not answer.' }]);
    const others = await until(async () => {
      const runs = await runsOf(other);
      return runs.filter(({ status }) => status === 'succeeded').length === 2 && runs;
    });
    expect(others).toHaveLength(2);
  });

  test('runs of a process that is gone are ended; those of a living one are not', async () => {
    const lost = await startRun(account, 'send_pending', { worker: crypto.randomUUID() });
    await progressRun(account, lost, { processed: 5, failed: 0, failures: [] });
    const system = forAccount(opened.db, account.id, { kind: 'system' });
    await start([]);
    const run = await until(async () =>
      (await runsOf(system)).find(({ job, status }) => job === 'send_pending' && status === 'failed'),
    );
    expect(run).toMatchObject({
      processed: 5,
      failures: [{ item: null, reason: 'The process ended before the run did.' }],
    });
  });
});
