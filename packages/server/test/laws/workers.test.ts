import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { DATABASES, type OpenDatabase } from '../databases.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const POSTGRES = DATABASES.find(({ name }) => name === 'PostgreSQL');

describe('Workers on PostgreSQL', { skip: POSTGRES ? false : 'TEST_DATABASE_URL is not set' }, () => {
  let database: OpenDatabase;
  let parent: ChildProcess;
  let origin: string;

  before(async () => {
    database = await POSTGRES!.open();
    parent = await serve();
    // It tells where it is when both listen, although one has to be replaced before it does.
    while (workersOf(parent).length === 0) await setTimeout(5);
    process.kill(workersOf(parent)[0]!, 'SIGKILL');
    const [told] = (await once(parent.stdout!, 'data')) as [Buffer];
    origin = JSON.parse(String(told)).origin;
  });
  after(async () => {
    parent.kill('SIGKILL');
    await database.close();
  });

  async function serve(): Promise<ChildProcess> {
    const args = ['serve', '--workers', '2', '--port', String(await freePort()), '--no-demo', '--json'];
    return spawn(process.execPath, [main, ...args], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.databaseUrl,
        LODESTONE_LOG_LEVEL: 'silent',
        LODESTONE_RATE_LIMIT: '100000',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Asks who one is over a connection of its own, so that any worker may get it. */
  const ask = () =>
    fetch(`${origin}/api/v1/me`, {
      headers: { authorization: `Bearer ${database.demo.accounts[0]!.keys.full}`, connection: 'close' },
    });

  test('two processes answer at one port', async () => {
    assert.equal(workersOf(parent).length, 2);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });

  test('when one dies the other goes on, and a new one takes its place', async () => {
    const [first = assert.fail(), second] = workersOf(parent);
    process.kill(first, 'SIGKILL');
    while (workersOf(parent).includes(first)) await setTimeout(10);
    for (let turn = 0; turn < 5; turn++) assert.equal((await ask()).status, 200);
    while (workersOf(parent).length < 2) await setTimeout(50);
    assert.ok(workersOf(parent).includes(second!));
  });

  test('a signal to the whole group, as Ctrl-C is, ends all of them in order: what came half is answered', async () => {
    const workers = workersOf(parent);
    const ended = once(parent, 'exit');
    const upload = request(`${origin}/api/v1/subscribers/sub_x`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${database.demo.accounts[0]!.keys.full}`,
        'content-type': 'application/json',
        'content-length': 20,
      },
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write('{"first_name"');
    await setTimeout(300);
    for (const pid of [...workers, parent.pid!]) process.kill(pid, 'SIGINT');
    await setTimeout(300);
    upload.end(': "Zo"}');
    const [{ statusCode }] = await answered;
    assert.equal(statusCode, 404);
    const [code] = await ended;
    assert.equal(code, 0);
    for (const worker of workers) assert.throws(() => process.kill(worker, 0), { code: 'ESRCH' });
  });
});

/** Process ids of the children that live. Needs /proc. */
function workersOf({ pid }: ChildProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
