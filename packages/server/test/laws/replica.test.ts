import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Db, forAccount, migrate, readFrom } from '@lodestone/core';
import { seedDemo } from '@lodestone/demo';
import { sql } from 'kysely';

import { LODESTONE } from '../../../../scripts/paths.ts';
import { afterTest, present } from '../../../../scripts/jest/support.ts';
import { type Cluster, clusters, onOwnServers } from '../cluster.ts';
import { find } from '../find.ts';
import { startServer, type TestServer } from '../server.ts';
import { ownCalls } from './calls.ts';

onOwnServers.describe('A replica', () => {
  const servers = clusters();
  let replica: Cluster;
  /** The replica itself, for the test. */
  let copy: Db;
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    const primary = await servers.primary();
    const { databaseUrl } = primary;
    const patient = connect({ databaseUrl, patient: true });
    await migrate(patient);
    const demo = await seedDemo(patient, { scale: 'small' });
    replica = await servers.replicaOf(primary);
    copy = connect({ databaseUrl: replica.databaseUrl, patient: true });
    const open = async () => ({ db: patient, made: demo, databaseUrl, close: () => patient.destroy() });
    server = await startServer({ name: 'PostgreSQL', open }, {}, { through });
    ({ id } = await find(server, '/v1/magnets'));
  });
  afterAll(async () => {
    await server?.close();
    await copy?.destroy();
    await servers.end();
  });

  /** The way of one process: to the database, and to its replica. */
  async function through({ databaseUrl }: { databaseUrl: string | undefined }) {
    present(databaseUrl);
    const db = connect({ databaseUrl });
    const beside = connect({ databaseUrl: replica.databaseUrl, longestStatement: 1_000 });
    readFrom(db, beside);
    return { db, close: async () => void (await Promise.all([db.destroy(), beside.destroy()])) };
  }

  const titleOf = async () =>
    (await server.call(`GET /v1/magnets/${id}` as 'GET /v1/magnets/{id}')).body.title;

  async function caughtUp(): Promise<void> {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(server.db);
    const replayed = sql<{
      done: boolean;
    }>`select pg_last_wal_replay_lsn() >= ${rows[0]!.lsn}::pg_lsn as done`;
    while (!(await replayed.execute(copy)).rows[0]!.done) await setTimeout(50);
  }

  const pause = () => sql`select pg_wal_replay_pause()`.execute(copy);
  const resume = () => sql`select pg_wal_replay_resume()`.execute(copy);

  /** Changes the titles, past the API: nobody who asks it has written. */
  const retitle = (title: string) => sql`update magnets set title = ${title}`.execute(server.db);

  test('answers what only reads, while it is hardly behind', async () => {
    // On a busy machine a replica counts as behind by the time that it is asked.
    for (let round = 0; ; round++) {
      await resume();
      await caughtUp();
      const before = await titleOf();
      await pause();
      await retitle(`Round ${round}`);
      if ((await titleOf()) === before) break;
      expect(round).toBeLessThan(50);
    }
  });

  test('is not asked by who has just written, in any process, and soon by nobody when it stands still', async () => {
    await resume();
    await caughtUp();
    await pause();
    const { id: subscriber } = await find(server, '/v1/subscribers');
    for (const first_name of ['Ada', 'Grace', 'Edsger']) {
      const line = `/v1/subscribers/${subscriber}`;
      const { status } = await server.call(`PATCH ${line}` as 'PATCH /v1/subscribers/{id}', {
        body: { first_name },
      });
      expect(status).toBe(200);
      const { body } = await server.call(`GET ${line}` as 'GET /v1/subscribers/{id}');
      expect(body.first_name).toBe(first_name);
      // Another process, that knows of nothing.
      const other = await through(server);
      afterTest(other.close);
      const account = forAccount(other.db, server.account.id, { kind: 'operator' });
      const found = await account.read((opened) =>
        opened.select('subscribers').select('id').where('first_name', '=', first_name).execute(),
      );
      expect(found).not.toHaveLength(0);
    }
    await retitle('Seen in the end');
    const theirs = { key: server.other.keys.full };
    for (;;) {
      const { body } = await server.call('GET /v1/magnets?limit=1', theirs);
      if (body.data[0]!.title === 'Seen in the end') break;
      await setTimeout(200);
    }
    await resume();
  });

  test('is no loss when it goes: every operation answers, and answers the truth', async () => {
    await caughtUp();
    await titleOf();
    await replica.kill();
    await retitle('Without it');
    for (const { line, body } of await ownCalls(server)) {
      expect((await server.call(line as 'GET /v1/me', { body })).status).toBe(200);
    }
    expect(await titleOf()).toBe('Without it');
    await replica.start();
    expect(await titleOf()).toBe('Without it');
  });

  test('is what a server with DATABASE_READ_URL reads from', async () => {
    const connections = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where backend_type = 'client backend'`.execute(copy);
      return rows.map(({ pid }) => pid);
    };
    // Some of them may end meanwhile, but only the server that is started opens another.
    const before = new Set(await connections());
    const child = spawn(
      process.execPath,
      [LODESTONE, 'serve', '--port', '0', '--json', '--no-demo', '--no-jobs'],
      {
        env: {
          PATH: process.env['PATH'],
          LODESTONE_LOG_LEVEL: 'silent',
          LODESTONE_INSTALLATION: 'test',
          DATABASE_URL: server.databaseUrl,
          DATABASE_READ_URL: replica.databaseUrl,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(child, 'exit');
    afterTest(async () => {
      child.kill('SIGTERM');
      await exited;
    });
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    const { origin } = JSON.parse(String(told)) as { origin: string };
    const headers = { authorization: `Bearer ${server.keys.full}` };
    do {
      expect((await fetch(`${origin}/api/v1/magnets`, { headers })).status).toBe(200);
    } while ((await connections()).every((pid) => before.has(pid)));
  });
});
