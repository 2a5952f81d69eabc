import { randomBytes } from 'node:crypto';

import { connect, type Db, migrate } from '@lodestone/core';
import { sql } from 'kysely';

import { type Declare, needing } from '../../../scripts/jest/needs.ts';

/** A kind of database that tests run on. Each opening is a new one, migrated and empty. */
export interface Database extends Declare {
  name: string;
  /** Whether there is one here. `describe` and `test` skip what needs it otherwise. */
  isThere: boolean;
  open(): Promise<{ db: Db; close: () => Promise<void> }>;
}

export const EMBEDDED: Database = {
  name: 'PGlite',
  isThere: true,
  ...needing('PGlite', true),
  open: async () => {
    const db = connect({ memory: true });
    await migrate(db);
    return { db, close: () => db.destroy() };
  },
};

const url = process.env['TEST_DATABASE_URL'] ?? '';

export const POSTGRES: Database = {
  name: 'PostgreSQL',
  isThere: url !== '',
  ...needing('PostgreSQL', url !== ''),
  open: openPostgres,
};

/** The embedded database always, and PostgreSQL, whose tests are skipped where `TEST_DATABASE_URL` names none. */
export const DATABASES = [EMBEDDED, POSTGRES];

async function openPostgres() {
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
