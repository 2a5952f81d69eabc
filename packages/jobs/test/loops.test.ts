import { setTimeout } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Account, wake } from '@lodestone/core';
import { type Job, JobFailure, type Jobs, type JobsOptions, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { forJobs, runsOf, SETTINGS } from './databases.ts';
import { until } from './waiting.ts';

/** A loop of this test. */
function aLoop(run: Job['run'], more: Partial<Job> = {}): Job {
  return { name: 'count_events', schedule: { every: 50 }, timeoutMs: 10_000, limit: 100, run, ...more };
}

onEach('A loop', ({ open }) => {
  let opened: OpenDatabase;
  let account: Account;
  let jobs: Jobs | undefined;
  beforeAll(async () => {
    opened = await open();
    account = await anAccount(opened.db);
  });
  afterEach(() => jobs?.stop());
  afterAll(() => opened.close());

  async function start(jobsOfTest: Job[], options: Partial<JobsOptions> = {}): Promise<void> {
    account = await anAccount(opened.db);
    jobs = await startJobs({
      database: forJobs(opened),
      settings: SETTINGS,
      log: pino({ level: 'silent' }),
      jobs: jobsOfTest,
      ...options,
    });
  }

  test('turns in close succession are one run, seen while it goes on and ended with the process', async () => {
    let turns = 0;
    await start([
      aLoop(({ forEach }) => {
        turns += 1;
        return forEach([account.id], async (_account, run) => {
          run.done(2);
          if (turns === 3) run.failed('lee@example.com', 'The server refused it.');
        });
      }),
    ]);
    const live = await until(async () => (await runsOf(account)).find(({ processed }) => processed > 10));
    expect(live).toMatchObject({ job: 'count_events', status: 'running', finished_at: null, failed: 1 });
    await jobs?.stop();
    const runs = await runsOf(account);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      id: live.id,
      status: 'partial',
      processed: 2 * turns + 1,
      failed: 1,
      failures: [{ item: 'lee@example.com', reason: 'The server refused it.' }],
    });
  });

  test('turns that find nothing leave no run', async () => {
    let turns = 0;
    await start([aLoop(({ forEach }) => ((turns += 1), forEach([account.id], () => Promise.resolve())))]);
    await until(() => turns > 5);
    await jobs?.stop();
    expect(await runsOf(account)).toEqual([]);
  });

  test('a turn that dealt with as many items as it may is followed by the next at once', async () => {
    const began: number[] = [];
    await start([
      aLoop(
        ({ forEach, limit }) => {
          began.push(performance.now());
          return forEach([account.id], async (_account, run) => {
            if (began.length < 4) run.done(limit);
          });
        },
        { schedule: { every: 60_000 }, limit: 7 },
      ),
    ]);
    await until(() => began.length >= 4);
    await setTimeout(200);
    expect(began).toHaveLength(4);
  });

  test('a job is woken by the commit of a transaction, not before it', async () => {
    const turns: number[] = [];
    await start([aLoop(async () => (turns.push(performance.now()), 0), { schedule: { every: 60_000 } })]);
    await until(() => turns.length === 1);
    // The listening connection of PostgreSQL is made meanwhile.
    await setTimeout(500);
    let committing = Infinity;
    await account.transaction(async (account) => {
      await wake(account, 'count_events');
      await setTimeout(300);
      committing = performance.now();
    });
    const woken = await until(() => turns[1], 5_000);
    expect(woken).toBeGreaterThanOrEqual(committing);
  });

  test('one account’s failure keeps no other from its work; it is tried again, and seen after the fourth', async () => {
    const other = await anAccount(opened.db);
    let attempts = 0;
    await start([
      aLoop(({ forEach }) =>
        forEach([account.id, other.id], async ({ id }, run) => {
          if (id === other.id) return run.done();
          attempts += 1;
          throw attempts < 3 ? new Error('a secret of the program') : new JobFailure('The inbox is locked.');
        }),
      ),
    ]);
    const failed = await until(async () => (await runsOf(account))[0], 30_000);
    expect(attempts).toBe(4);
    await jobs?.stop();
    expect((await runsOf(account))[0]).toMatchObject({
      id: failed.id,
      status: 'failed',
      processed: 0,
      failed: 0,
      failures: [{ item: null, reason: 'The inbox is locked.' }],
    });
    expect((await runsOf(other))[0]).toMatchObject({ status: 'succeeded', failed: 0 });
  });

  test('the signal of a turn fires at its timeout and at the end of the process', async () => {
    const ends: string[] = [];
    await start([
      aLoop(
        ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              ends.push(String(signal.reason?.name));
              resolve(0);
            });
          }),
        { timeoutMs: 300 },
      ),
    ]);
    await until(() => ends.length === 1);
    expect(ends).toEqual(['TimeoutError']);
    const began = performance.now();
    await jobs?.stop();
    // It does not wait for what was given up: all that jobs have to end in is nine seconds.
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test('a job that sends rests while sending is held, and goes on when it is not', async () => {
    let held = true;
    const turns = { sends: 0, other: 0 };
    await start(
      [
        aLoop(async () => ((turns.sends += 1), 0), { name: 'send_pending', sends: true }),
        aLoop(async () => ((turns.other += 1), 0)),
      ],
      { sendingHeld: () => held },
    );
    await until(() => turns.other > 3);
    expect(turns.sends).toBe(0);
    held = false;
    await until(() => turns.sends > 3);
    held = true;
    await until(() => jobs?.mine().includes('send_pending') === false);
    const atRest = turns.sends;
    await setTimeout(300);
    expect(turns.sends).toBe(atRest);
  });
});
