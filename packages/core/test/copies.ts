/** What many tests begin with is made once, and copied: an image of the embedded database, a template on PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
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

import { connect, type Db, istDay } from '@lodestone/core';
import { openEmbedded } from '@lodestone/core/db/connect.js';
import { Kysely, PGliteDialect, sql } from 'kysely';

import { DATABASES_OF_RUN } from '../../../scripts/jest/databases-of-run.ts';
import type { Filling } from './databases.ts';
import { ImageFiles } from './image-files.ts';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** How the names of the databases of this run begin; the end of the run drops those that are left. */
export const TEST_DATABASES = process.env[DATABASES_OF_RUN] ?? `lodestone_test_${process.pid}_`;

/** Templates of this checkout: another one at work on the same server keeps its own. */
const TEMPLATES = `lodestone_template_${createHash('sha256').update(packages).digest('hex').slice(0, 6)}_`;

/** Milliseconds after which an image is nobody's any more: it was of another day. */
const OLD = 2 * 86_400_000;

/** The embedded database with the filling, to be copied. */
export async function copyImage<Made>(filling: Filling<Made>): Promise<{ files: ImageFiles; made: Made }> {
  const { image, made } = await imageOf(filling);
  return { files: new ImageFiles(image), made };
}

/** Fills the data directory of a process that a test starts, which would take seconds to make its own. */
export async function fillDataDir<Made>(filling: Filling<Made>, dataDir: string): Promise<Made> {
  const { image, made } = await imageOf(filling);
  const database = join(dataDir, 'database');
  mkdirSync(database, { recursive: true });
  execFileSync('tar', ['-xf', image, '-C', database], { stdio: 'pipe' });
  return made;
}

/** The file of the image, which is made when there is none yet. */
async function imageOf<Made>(filling: Filling<Made>): Promise<{ image: string; made: Made }> {
  const file = join(tmpdir(), `lodestone-test-${filling.name}-${versionOf(filling)}`);
  const made = await once(file, async () => {
    removeOld();
    const pglite = await openEmbedded({ memory: true });
    const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }) });
    const made = await filling.make(db);
    // Two databases that nobody connects to are half of the files that every copy has to write.
    for (const name of ['template0', 'template1']) {
      await pglite.exec(`alter database ${name} is_template false`);
      await pglite.exec(`drop database ${name}`);
    }
    await pglite.exec('checkpoint');
    const dump = await pglite.dumpDataDir('none');
    writeFileSync(`${file}.tar`, Buffer.from(await dump.arrayBuffer()));
    await db.destroy();
    return made;
  });
  return { image: `${file}.tar`, made };
}

/** The PostgreSQL database with the filling, to be copied. What making it returned stands in its comment, so that one cannot outlive the other. */
export async function templateOf<Made>(
  filling: Filling<Made>,
  url: string,
  server: Db,
): Promise<{ template: string; made: Made }> {
  const family = `${TEMPLATES}${filling.name}_`;
  const template = family + versionOf(filling);
  // The server has one connection, so the lock is held by what follows. It is given back when the connection ends.
  await sql`select pg_advisory_lock(4400401)`.execute(server);
  const kept = await sql<{ datname: string; comment: string | null }>`
    select datname, shobj_description(oid, 'pg_database') as comment
    from pg_database where starts_with(datname, ${family})`.execute(server);
  const comment =
    kept.rows.find(({ datname }) => datname === template)?.comment ?? (await makeTemplate(kept.rows));
  await sql`select pg_advisory_unlock(4400401)`.execute(server);
  return { template, made: JSON.parse(comment) as Made };

  async function makeTemplate(older: readonly { datname: string }[]): Promise<string> {
    for (const { datname } of older) await sql`drop database ${sql.id(datname)} with (force)`.execute(server);
    await sql`create database ${sql.id(template)}`.execute(server);
    const db = connect({ databaseUrl: databaseAt(url, template), patient: true });
    const comment = JSON.stringify((await filling.make(db)) ?? null);
    await db.destroy();
    await sql`comment on database ${sql.id(template)} is ${sql.lit(comment)}`.execute(server);
    return comment;
  }
}

/** Another database of the same server. */
export function databaseAt(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/**
 * Drops a database while the next test goes on, and ends the connection: it takes a checkpoint, which writes what all
 * others changed. PostgreSQL does so even when this process ends before.
 */
export function dropLater(server: Db, name: string): void {
  void sql`drop database if exists ${sql.id(name)} with (force)`
    .execute(server)
    // The end of the run tries once more.
    .catch(() => {})
    .then(() => server.destroy());
}

/** Changes with the code that makes the filling, and with the day: the demo ends today. */
function versionOf({ by }: Filling<unknown>): string {
  const version = createHash('sha256')
    .update(istDay(new Date()))
    .update(readFileSync(import.meta.filename));
  for (const file of globSync(
    by.map((name) => `${name}/dist/**/*.js`),
    { cwd: packages },
  ).toSorted())
    version.update(readFileSync(join(packages, file)));
  return version.digest('hex').slice(0, 12);
}

function removeOld(): void {
  for (const file of globSync(join(tmpdir(), 'lodestone-test-*-*.{tar,json}'))) {
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > OLD) rmSync(file, { force: true });
  }
}

/** Makes something once for all test processes; the others wait for it. What it returned is kept as JSON. */
async function once<Made>(file: string, make: () => Promise<Made>): Promise<Made> {
  const result = `${file}.json`;
  const lock = `${file}.lock`;
  while (!existsSync(result)) {
    if (!lockedBy(lock)) {
      await setTimeout(50);
      continue;
    }
    try {
      if (existsSync(result)) break;
      writeFileSync(`${result}.part`, JSON.stringify((await make()) ?? null));
      renameSync(`${result}.part`, result);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return JSON.parse(readFileSync(result, 'utf8')) as Made;
}

function lockedBy(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // Its maker was killed.
    if (Date.now() - since > 180_000) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
