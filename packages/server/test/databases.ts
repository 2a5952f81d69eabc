import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  openAsBlob,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { connect, type Db, istDay, migrate } from '@lodestone/core';
import { type Demo, seedDemo } from '@lodestone/demo';
import { openEmbedded } from '@lodestone/core/db/connect.js';
import { Kysely, PGliteDialect, sql } from 'kysely';

/** Where there is a PostgreSQL server for the tests; empty when there is none. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? '';

/** A database of one test's own: migrated, and filled with the small demo. */
export interface OpenDatabase {
  db: Db;
  demo: Demo;
  /** PostgreSQL only: where a second process finds the same data. */
  databaseUrl: string | undefined;
  close(): Promise<void>;
}

export interface DatabaseKind {
  name: 'PGlite' | 'PostgreSQL';
  /** Whether there is one here. */
  isThere: boolean;
  open(): Promise<OpenDatabase>;
}

export const EMBEDDED: DatabaseKind = { name: 'PGlite', isThere: true, open: openMemory };

export const POSTGRES: DatabaseKind = {
  name: 'PostgreSQL',
  isThere: TEST_DATABASE_URL !== '',
  open: () => openPostgres(TEST_DATABASE_URL),
};

/** Those that are here. Most tests are declared on both with `onEveryDatabase`. */
export const DATABASES = [EMBEDDED, POSTGRES].filter(({ isThere }) => isThere);

// What is made once is kept for every later test, until core or the day changes: the demo ends today.
const version = createHash('sha256');
version.update(istDay(new Date()));
const packages = fileURLToPath(new URL('../../', import.meta.url));
for (const file of globSync('{core,demo}/dist/**/*.js', { cwd: packages }).toSorted())
  version.update(readFileSync(join(packages, file)));
const made = join(tmpdir(), `lodestone-test-${version.digest('hex').slice(0, 12)}`);

/** Templates of this checkout: another one at work on the same server keeps its own. */
const TEMPLATES = `lodestone_template_${createHash('sha256').update(packages).digest('hex').slice(0, 6)}_`;

async function openMemory(): Promise<OpenDatabase> {
  const demo = await once('memory', async () => {
    const pglite = await openEmbedded({ memory: true });
    const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }) });
    await migrate(db);
    const demo = await seedDemo(db, { scale: 'small' });
    const dump = await pglite.dumpDataDir('none');
    writeFileSync(`${made}-memory.tar`, Buffer.from(await dump.arrayBuffer()));
    await db.destroy();
    return demo;
  });
  const db = connect({ memory: true, snapshot: await openAsBlob(`${made}-memory.tar`) });
  return { db, demo, databaseUrl: undefined, close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const server = connect({ databaseUrl: url, poolSize: 1, patient: true });
  const template = `${TEMPLATES}${made.slice(-12)}`;
  const demo = await templateAt(url, template, server);
  const name = `lodestone_test_${randomBytes(6).toString('hex')}`;
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server);
  const db = connect({ databaseUrl: at(url, name) });
  return {
    db,
    demo,
    databaseUrl: at(url, name),
    close: async () => {
      await db.destroy();
      await sql`drop database ${sql.id(name)} with (force)`.execute(server);
      await server.destroy();
    },
  };
}

/** The template of every test's database. What it was filled with stands in its comment, so that one cannot outlive the other. */
async function templateAt(url: string, template: string, server: Db): Promise<Demo> {
  // The server has one connection, so the lock is held by what follows. It is given back when the connection ends.
  await sql`select pg_advisory_lock(4400401)`.execute(server);
  const kept = await sql<{ datname: string; comment: string | null }>`
    select datname, shobj_description(oid, 'pg_database') as comment
    from pg_database where starts_with(datname, ${TEMPLATES})`.execute(server);
  const comment = kept.rows.find(({ datname }) => datname === template)?.comment;
  if (comment) {
    await sql`select pg_advisory_unlock(4400401)`.execute(server);
    return JSON.parse(comment) as Demo;
  }
  for (const { datname } of kept.rows)
    await sql`drop database ${sql.id(datname)} with (force)`.execute(server);
  await sql`create database ${sql.id(template)}`.execute(server);
  const db = connect({ databaseUrl: at(url, template), patient: true });
  await migrate(db);
  const demo = await seedDemo(db, { scale: 'small' });
  await db.destroy();
  await sql`comment on database ${sql.id(template)} is ${sql.lit(JSON.stringify(demo))}`.execute(server);
  await sql`select pg_advisory_unlock(4400401)`.execute(server);
  return demo;
}

function at(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Makes something once for all test processes; the others wait for it. What it returned is kept as JSON. */
async function once(what: string, make: () => Promise<Demo>): Promise<Demo> {
  const result = `${made}-${what}.json`;
  const lock = `${made}-${what}.lock`;
  while (!existsSync(result)) {
    if (!lockedBy(lock)) {
      await setTimeout(50);
      continue;
    }
    try {
      if (existsSync(result)) break;
      writeFileSync(`${result}.part`, JSON.stringify(await make()));
      renameSync(`${result}.part`, result);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return JSON.parse(readFileSync(result, 'utf8')) as Demo;
}

function lockedBy(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // Its maker was killed.
    if (Date.now() - since > 60_000) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
