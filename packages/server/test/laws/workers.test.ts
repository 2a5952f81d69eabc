import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { LODESTONE } from '../../../../scripts/paths.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { present } from '../../../../scripts/jest/support.ts';
import { type OpenDemo, POSTGRES } from '../../../demo/test/databases.ts';
import { onPostgres } from '../server.ts';

onPostgres.describe('Workers on PostgreSQL', () => {
  let database: OpenDemo;
  let parent: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    database = await POSTGRES.open();
    parent = await serve();
    // It tells where it is when both listen, although one has to be replaced before it does.
    while (workersOf(parent).length === 0) await setTimeout(5);
    process.kill(workersOf(parent)[0]!, 'SIGKILL');
    const [told] = (await once(parent.stdout!, 'data')) as [Buffer];
    origin = JSON.parse(String(told)).origin;
  });
  afterAll(async () => {
    parent.kill('SIGKILL');
    await database.close();
  });

  async function serve(): Promise<ChildProcess> {
    const args = ['serve', '--workers', '2', '--port', String(await freePort()), '--no-demo', '--json'];
    return spawn(process.execPath, [LODESTONE, ...args], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.databaseUrl,
        LODESTONE_LOG_LEVEL: 'silent',
        LODESTONE_RATE_LIMIT: '100000',
        LODESTONE_METRICS_TOKEN: 'a-token-that-nobody-guesses',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Asks who one is over a connection of its own, so that any worker may get it. */
  const ask = () =>
    fetch(`${origin}/api/v1/me`, {
      headers: { authorization: `Bearer ${database.made.accounts[0]!.keys.full}`, connection: 'close' },
    });

  test('two processes answer at one port', async () => {
    expect(workersOf(parent)).toHaveLength(2);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set([200]));
  });

  test('whichever is asked, the metrics are of both together', async () => {
    const counted = async (): Promise<number[]> => {
      const response = await fetch(`${origin}/metrics`, {
        headers: { authorization: 'Bearer a-token-that-nobody-guesses', connection: 'close' },
      });
      const text = await response.text();
      // The database, on a busy machine, may not have answered in time.
      if (text.includes('lodestone_database_up 0')) {
        await setTimeout(500);
        return counted();
      }
      const [, requests] = /_count\{operation="getMe",status="2xx"\} (\d+)/.exec(text) ?? [];
      const [, processes] = /lodestone_job_processes (\d+)/.exec(text) ?? [];
      return [Number(requests), Number(processes)];
    };
    const [before = 0] = await counted();
    await Promise.all(Array.from({ length: 10 }, ask));
    const answers = await Promise.all(Array.from({ length: 6 }, counted));
    // What is of the installation is not added up.
    expect(new Set(answers.map(String))).toStrictEqual(new Set([`${before + 10},2`]));
  });

  test('when one dies the other goes on, and a new one takes its place', async () => {
    const [first, second] = workersOf(parent);
    present(first);
    process.kill(first, 'SIGKILL');
    while (workersOf(parent).includes(first)) await setTimeout(10);
    for (let turn = 0; turn < 5; turn++) expect((await ask()).status).toBe(200);
    while (workersOf(parent).length < 2) await setTimeout(50);
    expect(workersOf(parent)).toContain(second!);
  });

  test('a signal to the whole group, as Ctrl-C is, ends all of them in order: what came half is answered', async () => {
    const workers = workersOf(parent);
    const ended = once(parent, 'exit');
    const upload = request(`${origin}/api/v1/subscribers/sub_x`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${database.made.accounts[0]!.keys.full}`,
        'content-type': 'application/json',
        'content-length': 20,
        expect: '100-continue',
      },
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    // A worker has it, and not only the process that hands connections on.
    await once(upload, 'continue');
    upload.write('{"first_name"');
    for (const pid of [...workers, parent.pid!]) process.kill(pid, 'SIGINT');
    await setTimeout(300);
    upload.end(': "Zo"}');
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(404);
    const [code] = await ended;
    expect(code).toBe(0);
    for (const worker of workers)
      expect(() => process.kill(worker, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
  });
});

/** Process ids of the children that live. Needs /proc. */
function workersOf({ pid }: ChildProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
