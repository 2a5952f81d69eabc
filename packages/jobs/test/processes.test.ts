import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account } from '@lodestone/core';
import { sql } from 'kysely';

import { type OpenDatabase, POSTGRES } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { runsOf } from './databases.ts';
import { until } from './waiting.ts';

const script = fileURLToPath(new URL('process.ts', import.meta.url));

interface Turn {
  id: number;
  job: string;
  pid: number;
  began: Date;
  ended: Date | null;
}

for (const job of ['count_events', 'check_domains'] as const) {
  POSTGRES.describe(`Three processes that do ${job} on PostgreSQL`, () => {
    let opened: OpenDatabase;
    let account: Account;
    let processes: ChildProcess[] = [];
    const killed: number[] = [];

    beforeAll(async () => {
      opened = await POSTGRES.open();
      account = await anAccount(opened.db);
      await sql`create table turns (id serial primary key, job text not null, pid integer not null,
        began timestamptz(3) not null default clock_timestamp(), ended timestamptz(3))`.execute(opened.db);
      processes = Array.from({ length: 3 }, start);
    });
    afterAll(async () => {
      for (const child of processes) child.kill('SIGKILL');
      await opened?.close();
    });

    function start(): ChildProcess {
      return spawn(process.execPath, [script, opened.databaseUrl ?? '', account.id, job], {
        stdio: 'inherit',
      });
    }

    async function turns(): Promise<Turn[]> {
      return (await sql<Turn>`select * from turns order by id`.execute(opened.db)).rows;
    }

    /** A turn that is under way. */
    const underWay = () =>
      until(
        async () => (await turns()).findLast(({ ended, pid }) => !ended && !killed.includes(pid)),
        60_000,
      );

    /** Kills a process in the middle of a turn: it is frozen first, and goes on if the turn was over by then. */
    async function killInATurn(): Promise<Turn> {
      for (;;) {
        const turn = await underWay();
        process.kill(turn.pid, 'SIGSTOP');
        // What it had sent to the database before it froze arrives by then.
        await setTimeout(200);
        if ((await turns()).some(({ id, ended }) => id === turn.id && ended === null)) {
          killed.push(turn.pid);
          process.kill(turn.pid, 'SIGKILL');
          return turn;
        }
        process.kill(turn.pid, 'SIGCONT');
      }
    }

    /** Turns never overlap; one whose process was killed ended with it. */
    async function expectOneAtATime(): Promise<void> {
      const all = await turns();
      for (const [at, turn] of all.entries()) {
        const before = all[at - 1];
        if (!before || (before.ended === null && killed.includes(before.pid))) continue;
        expect(before.ended?.getTime()).toBeLessThanOrEqual(turn.began.getTime());
      }
    }

    test('one of them does it, and when that is killed in a turn another goes on within 60 seconds', async () => {
      if (job === 'count_events')
        await until(async () => (await runsOf(account)).some(({ status }) => status === 'running'));
      const { id, pid } = await killInATurn();
      const at = Date.now();
      const next = await until(async () => (await turns()).find((turn) => turn.pid !== pid), 90_000);
      expect(next.began.getTime() - at).toBeLessThan(job === 'count_events' ? 20_000 : 60_000);
      expect((await turns()).find((turn) => turn.id === id)?.ended).toBeNull();
      await until(async () => (await turns()).some((turn) => turn.id >= next.id && turn.ended));
      await setTimeout(3_000);
      await expectOneAtATime();
      expect(new Set((await turns()).map((turn) => turn.pid)).size).toBe(2);
    });

    if (job !== 'count_events') return;

    test('the run of the one that was killed is seen to have failed', async () => {
      const swept = await until(
        async () => (await runsOf(account)).find(({ status }) => status === 'failed'),
        60_000,
      );
      expect(swept.failures).toEqual([{ item: null, reason: 'The process ended before the run did.' }]);
    });

    test('one that is told to end gives it to the next at once', async () => {
      const { pid } = await underWay();
      const leaving = processes.find((child) => child.pid === pid);
      if (!leaving) throw new Error(`Nobody started ${pid}.`);
      const ended = once(leaving, 'exit');
      const at = Date.now();
      leaving.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(Date.now() - at).toBeLessThan(10_000);
      const next = await until(async () =>
        (await turns()).find((turn) => turn.began.getTime() > at && turn.pid !== pid),
      );
      expect(next.began.getTime() - at).toBeLessThan(10_000);
      await expectOneAtATime();
    });
  });
}
