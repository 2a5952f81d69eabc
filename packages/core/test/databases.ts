import { randomBytes } from 'node:crypto';

import { connect, type Db, migrate, type PostgresLocation } from '@lodestone/core';
import { sql } from 'kysely';

import { type Declare, needing } from '../../../scripts/jest/needs.ts';
import { copyImage, databaseAt, dropLater, templateOf, TEST_DATABASES } from './copies.ts';

/** Where there is a PostgreSQL server for the tests; empty when there is none. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? '';

/** A database of one test's own. */
export interface OpenDatabase<Made = void> {
  db: Db;
  /** PostgreSQL only: where a second process finds the same data. */
  databaseUrl: string | undefined;
  /** What making it returned. */
  made: Made;
  close(): Promise<void>;
}

/** A kind of database that tests run on. `describe` and `test` skip what needs it where there is none. */
export interface Database<Made = void> extends Declare {
  name: 'PGlite' | 'PostgreSQL';
  isThere: boolean;
  /** Each opening is a new one. Statements take as long as they need, unless it is not `patient`. */
  open(connection?: Pick<PostgresLocation, 'patient' | 'poolSize'>): Promise<OpenDatabase<Made>>;
}

/** What databases begin with. It is made once, and each test has a copy. */
export interface Filling<Made> {
  name: string;
  /** The packages that it is made by: when one changes, it is made again. */
  by: readonly string[];
  /** @returns what tests are to know of it, as JSON can say it */
  make(db: Db): Promise<Made>;
}

/** The kinds of databases that begin with the same. */
export function databasesWith<Made>(filling: Filling<Made>): {
  EMBEDDED: Database<Made>;
  POSTGRES: Database<Made>;
} {
  return {
    EMBEDDED: { name: 'PGlite', isThere: true, ...needing('PGlite', true), open: () => openMemory(filling) },
    POSTGRES: {
      name: 'PostgreSQL',
      isThere: TEST_DATABASE_URL !== '',
      ...needing('PostgreSQL', TEST_DATABASE_URL !== ''),
      open: ({ patient = true, poolSize } = {}) =>
        openPostgres(filling, { patient, ...(poolSize === undefined ? {} : { poolSize }) }),
    },
  };
}

const EMPTY: Filling<void> = {
  name: 'empty',
  by: ['core'],
  make: async (db) => void (await migrate(db)),
};

/** Migrated, and empty. */
export const { EMBEDDED, POSTGRES } = databasesWith(EMPTY);

export const DATABASES = [EMBEDDED, POSTGRES];

/** Declares the same tests for the embedded database and for PostgreSQL, which are skipped where `TEST_DATABASE_URL` names none. */
export function onEach(what: string, define: (database: Database) => void): void {
  for (const database of DATABASES) {
    database.describe(`${what}, on ${database.name}`, () => define(database));
  }
}

async function openMemory<Made>(filling: Filling<Made>): Promise<OpenDatabase<Made>> {
  const { files, made } = await copyImage(filling);
  const db = connect({ memory: true, files });
  return { db, made, databaseUrl: undefined, close: () => db.destroy() };
}

async function openPostgres<Made>(
  filling: Filling<Made>,
  connection: Pick<PostgresLocation, 'patient' | 'poolSize'>,
): Promise<OpenDatabase<Made>> {
  const server = connect({ databaseUrl: TEST_DATABASE_URL, poolSize: 1, patient: true });
  const { template, made } = await templateOf(filling, TEST_DATABASE_URL, server);
  const name = `${TEST_DATABASES}${randomBytes(6).toString('hex')}`;
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server);
  // No test cuts the power, and a commit that waits for the disk takes ten times as long.
  await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(server);
  const databaseUrl = databaseAt(TEST_DATABASE_URL, name);
  const db = connect({ databaseUrl, ...connection });
  return {
    db,
    made,
    databaseUrl,
    close: async () => {
      await db.destroy();
      dropLater(server, name);
    },
  };
}
