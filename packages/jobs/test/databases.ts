import { randomBytes } from 'node:crypto';

import {
  type Account,
  connect,
  createAccount,
  type Db,
  forAccount,
  listActivity,
  migrate,
  newId,
} from '@lodestone/core';
import type { JobsOptions } from '@lodestone/jobs';
import { sql } from 'kysely';

const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'];

export interface TestDatabase {
  db: Db;
  /** As `startJobs` takes it. */
  database: { databaseUrl: string } | { embedded: Db };
  close(): Promise<void>;
}

interface Kind {
  name: 'PGlite' | 'PostgreSQL';
  open(): Promise<TestDatabase>;
}

export const POSTGRES: Kind[] = TEST_DATABASE_URL
  ? [{ name: 'PostgreSQL', open: () => openPostgres(TEST_DATABASE_URL) }]
  : [];

/** The databases that tests run on. Each opening is a new one. */
export const DATABASES: Kind[] = [{ name: 'PGlite', open: openMemory }, ...POSTGRES];

async function openMemory(): Promise<TestDatabase> {
  const db = connect({ memory: true });
  await migrate(db);
  return { db, database: { embedded: db }, close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<TestDatabase> {
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
    database: { databaseUrl: own.href },
    close: async () => {
      await db.destroy();
      await sql`drop database ${sql.id(name)} with (force)`.execute(server);
      await server.destroy();
    },
  };
}

/** A new account. */
export async function anAccount(db: Db): Promise<Account> {
  const email = `${randomBytes(6).toString('hex')}@acme.example`;
  const { account_id } = await createAccount(db, { name: 'Acme', email });
  return forAccount(db, account_id, { kind: 'system' });
}

/** A subscriber who has been idle for over a year, with a score as it was then. @returns their id */
export async function aSubscriberOfOld(db: Db, account: Account, lead_score: number): Promise<string> {
  const [id, person_id, email] = [newId(), newId(), `${newId()}@example.com`];
  const first_seen_at = new Date(Date.now() - 400 * 86_400_000);
  await db.insertInto('people').values({ id: person_id, email }).execute();
  await account.insert('subscribers', {
    id,
    person_id,
    email,
    first_seen_at,
    last_activity_at: first_seen_at,
  });
  await sql`alter table subscribers disable trigger user`.execute(db);
  await account.update('subscribers').set({ lead_score }).where('id', '=', id).execute();
  await sql`alter table subscribers enable trigger user`.execute(db);
  return id;
}

/** The account's runs as `/v1/activity` has them, latest first. */
export async function runsOf(account: Account) {
  return (await listActivity(account, { limit: 200, offset: 0 })).data;
}

export const SETTINGS: JobsOptions['settings'] = {
  publicUrl: 'http://localhost:4400',
  smtpUrl: undefined,
  secretKeys: () => Promise.reject(new Error('No key in this test.')),
};
