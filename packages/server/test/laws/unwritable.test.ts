import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { connect, migrate } from '@lodestone/core';
import { diskState } from '@lodestone/core/db/disk-space.js';
import { sql } from 'kysely';

import { EMBEDDED, POSTGRES } from '../../../demo/test/databases.ts';
import { onPostgres, startServer, type TestServer } from '../server.ts';

async function readiness({ origin }: TestServer): Promise<[number, string]> {
  const response = await fetch(`${origin}/readyz`);
  return [response.status, ((await response.json()) as { status: string }).status];
}

test('a server whose directory cannot be written to is not ready, says why, and recovers by itself', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lodestone-unwritable-'));
  const server = await startServer(
    EMBEDDED,
    {},
    {
      through: async () => {
        const db = connect({ dataDir });
        await migrate(db);
        return { db, close: () => db.destroy() };
      },
    },
  );
  try {
    expect(await readiness(server)).toStrictEqual([200, 'ok']);
    // As root every directory that is there can be written to.
    await rename(dataDir, `${dataDir}-elsewhere`);
    expect(diskState(dataDir)).toBe('read-only');
    expect(await readiness(server)).toStrictEqual([503, 'disk read-only']);
    await rename(`${dataDir}-elsewhere`, dataDir);
    expect(await readiness(server)).toStrictEqual([200, 'ok']);
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

onPostgres.test('a server whose PostgreSQL only reads is not ready, and says why', async () => {
  const server = await startServer(POSTGRES, { poolSize: 2 });
  try {
    expect(await readiness(server)).toStrictEqual([200, 'ok']);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
    await sql`alter database ${sql.id(rows[0]!.name)} set default_transaction_read_only = on`.execute(
      server.db,
    );
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(server.db);
    await sql`set default_transaction_read_only = on`.execute(server.db);
    while ((await readiness(server))[1] !== 'database read-only') await setTimeout(50);
    expect((await readiness(server))[0]).toBe(503);
    const me = await server.call('GET /v1/me');
    expect(me.status).toBe(200);
  } finally {
    await server.close();
  }
});
