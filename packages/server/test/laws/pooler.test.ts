import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, reconcile } from '@lodestone/core';
import { sql } from 'kysely';

import { LODESTONE } from '../../../../scripts/paths.ts';
import { afterTest, expectFor, present } from '../../../../scripts/jest/support.ts';
import { POSTGRES } from '../../../demo/test/databases.ts';
import { onPgBouncer, type PgBouncer, startPgBouncer } from '../pgbouncer.ts';
import { startServer, type TestServer } from '../server.ts';
import { ownCalls } from './calls.ts';

onPgBouncer.describe('Behind PgBouncer in transaction mode', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lodestone-pooler-'));
  let bouncer: PgBouncer;
  let server: TestServer;
  let url: string;

  beforeAll(async () => {
    bouncer = await startPgBouncer();
    server = await startServer(
      POSTGRES,
      {},
      {
        through: async ({ databaseUrl }) => {
          present(databaseUrl);
          const db = connect({ databaseUrl: bouncer.to(databaseUrl), pooled: true });
          return { db, close: () => db.destroy() };
        },
      },
    );
    present(server.databaseUrl);
    url = server.databaseUrl;
  });
  afterAll(async () => {
    await server?.close();
    await bouncer?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const environment = (more: Record<string, string>) => ({
    PATH: process.env['PATH'],
    LODESTONE_LOG_LEVEL: 'silent',
    LODESTONE_DATA_DIR: dataDir,
    ...more,
  });

  function lodestone(
    args: string[],
    more: Record<string, string>,
  ): Promise<{ code: number; stderr: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [LODESTONE, ...args], { env: environment(more) }, (error, _stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stderr }),
      );
    });
  }

  test('every operation answers, many at a time, whichever connection each of its statements gets', async () => {
    const calls = await ownCalls(server);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        calls.map(async ({ line, body, operation }) => ({
          id: operation.id,
          status: (await server.call(line as 'GET /v1/me', { body })).status,
        })),
      );
      // A resume or a pause may find the campaign as another call left it.
      for (const { id, status } of answers) expectFor(id, status).toBe(200);
    }
  });

  test('what many write at once is whole, and the figures are the sum of it', async () => {
    const calls = (await ownCalls(server)).filter(({ operation }) => operation.method !== 'get');
    await Promise.all(
      calls
        .flatMap((call) => [call, call, call])
        .map(({ line, body }) => server.call(line as 'GET /v1/me', { body })),
    );
    expect(await reconcile(server.db)).toStrictEqual([]);
  });

  test('the server itself begins there, and its jobs go past it', async () => {
    const child = spawn(process.execPath, [LODESTONE, 'serve', '--port', '0', '--json', '--no-demo'], {
      env: environment({ DATABASE_URL: bouncer.to(url), DATABASE_DIRECT_URL: url }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    afterTest(() => ended(child));
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    const { origin } = JSON.parse(String(told)) as { origin: string };
    const answer = await fetch(`${origin}/api/v1/me`, {
      headers: { authorization: `Bearer ${server.keys.full}` },
    });
    expect(answer.status).toBe(200);
    // What a writer beside others left in a lane of its own, a job brings back.
    await sql`
      insert into magnet_totals (account_id, magnet_id, lane)
      select account_id, magnet_id, 7 from magnet_totals limit 1`.execute(server.db);
    const left = sql<{ lane: number }>`select lane from magnet_totals where lane > 0`;
    while ((await left.execute(server.db)).rows.length > 0) await setTimeout(100);
  });

  test('a way that cannot work is refused with one line that says what to set', async () => {
    const lenient = await startPgBouncer(
      'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
    );
    afterTest(lenient.stop);
    const other = await POSTGRES.open();
    afterTest(other.close);
    present(other.databaseUrl);
    const asked =
      /^lodestone: DATABASE_URL leads to PostgreSQL through a pooler at .* Set DATABASE_DIRECT_URL .*\n$/;
    const cases: [args: string[], more: Record<string, string>, line: RegExp][] = [
      [['migrate'], { DATABASE_URL: bouncer.to(url) }, asked],
      [['migrate'], { DATABASE_URL: lenient.to(url) }, asked],
      [['work'], { DATABASE_URL: lenient.to(url) }, asked],
      [
        ['migrate'],
        { DATABASE_URL: bouncer.to(url), DATABASE_DIRECT_URL: bouncer.to(url) },
        /^lodestone: DATABASE_DIRECT_URL leads through a pooler at .* PostgreSQL itself\.\n$/,
      ],
      [['migrate'], { DATABASE_DIRECT_URL: url }, /^lodestone: DATABASE_DIRECT_URL is the way around .*\n$/],
      [
        ['serve', '--port', '0', '--no-demo'],
        { DATABASE_URL: bouncer.to(url), DATABASE_DIRECT_URL: other.databaseUrl },
        /^lodestone: DATABASE_URL and DATABASE_DIRECT_URL lead to different databases\. .*\n$/,
      ],
    ];
    for (const [args, more, line] of cases) {
      const { code, stderr } = await lodestone(args, more);
      expectFor(args, stderr).toMatch(line);
      expect(code).toBe(1);
    }
  });
});

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
