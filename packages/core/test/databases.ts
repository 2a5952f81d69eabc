import { randomBytes } from 'node:crypto';

import { connect, type Db, migrate } from '@lodestone/core';
import { sql } from 'kysely';

const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL;

interface Database {
  name: string;
  open(): Promise<{ db: Db; close: () => Promise<void> }>;
}

/** The databases that tests run on: the embedded one always, PostgreSQL where one is given. Each opening is a new one. */
export const DATABASES: Database[] = [
  {
    name: 'PGlite',
    open: async () => {
      const db = connect({ memory: true });
      await migrate(db);
      return { db, close: () => db.destroy() };
    },
  },
  ...(TEST_DATABASE_URL ? [{ name: 'PostgreSQL', open: () => openPostgres(TEST_DATABASE_URL) }] : []),
];

async function openPostgres(url: string) {
  const name = `lodestone_test_${randomBytes(6).toString('hex')}`;
  // Dropping a database waits for a checkpoint.
  const server = connect({ databaseUrl: url, poolSize: 1, patient: true });
  await sql`create database ${sql.id(name)}`.execute(server);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const db = connect({ databaseUrl: own.href, patient: true });
  await migrate(db);
  return {
    db,
    close: async () => {
      await db.destroy();
      await sql`drop database ${sql.id(name)} with (force)`.execute(server);
      await server.destroy();
    },
  };
}
