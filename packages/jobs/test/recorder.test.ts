import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { joinWorkers } from '@lodestone/core';
import { createRecorder } from '@lodestone/jobs/runtime/recorder.js';
import { sql } from 'kysely';

import { anAccount } from '../../core/test/builders.ts';
import { onEach } from '../../core/test/databases.ts';
import { runsOf } from './databases.ts';

onEach('Runs that cannot be written down', ({ open }) => {
  test('are told of once, however many wait and however often it is tried, and again after it worked', async () => {
    const { db, close } = await open();
    try {
      const accounts = [await anAccount(db), await anAccount(db), await anAccount(db)];
      const worker = await joinWorkers(db);
      const told: unknown[] = [];
      const recorder = createRecorder(
        () => worker,
        (error) => told.push(error),
      );
      const settle = async () => {
        for (const account of accounts) recorder.of('prune', account).done();
        await recorder.settle();
        await recorder.settle();
      };
      await sql`alter table job_runs rename to gone`.execute(db);
      await settle();
      expect(told).toHaveLength(1);
      await sql`alter table gone rename to job_runs`.execute(db);
      await settle();
      for (const account of accounts) expect(await runsOf(account)).toHaveLength(1);
      await sql`alter table job_runs rename to gone`.execute(db);
      await settle();
      expect(told).toHaveLength(2);
    } finally {
      await close();
    }
  });
});

onEach('A run', ({ open }) => {
  test('takes as long as its work did, though nothing is told before the work is done', async () => {
    const { db, close } = await open();
    try {
      const account = await anAccount(db);
      const worker = await joinWorkers(db);
      const recorder = createRecorder(() => worker, fail);
      const run = recorder.of('sync_inbox', account);
      await setTimeout(120);
      run.done();
      await recorder.settle('all');
      const [done] = await runsOf(account);
      expect(done?.duration_ms).toBeGreaterThanOrEqual(100);
    } finally {
      await close();
    }
  });
});

function fail(error: unknown): void {
  throw error;
}
