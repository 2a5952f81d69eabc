import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { connect, DataDirInUse, isMade, lockDataDir, Unopenable } from '@lodestone/core';
import { diskState } from '@lodestone/core/db/disk-space.js';
import { sql } from 'kysely';

import { afterTest } from '../../../scripts/jest/support.ts';

test('the embedded database indexes parts of words within an account', async () => {
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } });
  afterTest(() => db.close());

  await db.exec(`
    create extension btree_gin;
    create extension pg_trgm;
    create table words (account_id uuid not null, word text not null);
    create index on words using gin (account_id, word gin_trgm_ops);
  `);

  const { rows } = await db.query(`select 'lodestone' ilike '%dest%' as found`);
  expect(rows).toStrictEqual([{ found: true }]);
});

test('a lock that cannot be taken for another reason is not said to be held by another process', () => {
  const dir = mkdtempSync(join(tmpdir(), 'lodestone-lock-'));
  mkdirSync(join(dir, 'lock'));
  try {
    const lock = () => lockDataDir(dir, 'test');
    expect(lock).toThrow(/unable to open/);
    expect(lock).not.toThrow(DataDirInUse);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a database whose making was broken off is made again, and one that was made is kept, also with a lock that was not written', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lodestone-made-'));
  afterTest(() => rmSync(dir, { recursive: true }));
  const dataDir = join(dir, 'database');
  // As `kill -9` leaves it some hundred milliseconds after the beginning.
  mkdirSync(join(dataDir, 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'PG_VERSION'), '18\n');
  writeFileSync(`${dataDir}.unfinished`, '');
  expect(isMade(dataDir)).toBe(false);

  const first = connect({ dataDir });
  await sql`create table kept (word text)`.execute(first);
  await first.destroy();
  expect([isMade(dataDir), existsSync(`${dataDir}.unfinished`)]).toEqual([true, false]);

  // As `kill -9` leaves it when it comes between making the file and writing it.
  writeFileSync(join(dataDir, 'postmaster.pid'), '');
  const second = connect({ dataDir });
  afterTest(() => second.destroy());
  expect((await sql`select * from kept`.execute(second)).rows).toEqual([]);
});

test('a database whose files are damaged is told as that', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lodestone-damaged-'));
  afterTest(() => rmSync(dir, { recursive: true }));
  const dataDir = join(dir, 'database');
  const first = connect({ dataDir });
  await sql`create table kept (word text)`.execute(first);
  await first.destroy();
  truncateSync(join(dataDir, 'global', 'pg_control'), 100);
  const damaged = connect({ dataDir });
  await expect(sql`select 1`.execute(damaged)).rejects.toBeInstanceOf(Unopenable);
});

test('a database without the file that says what it is keeps its other files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lodestone-damaged-'));
  afterTest(() => rmSync(dir, { recursive: true }));
  const dataDir = join(dir, 'database');
  mkdirSync(join(dataDir, 'base'), { recursive: true });
  for (const _ of ['once', 'and again']) {
    const partial = connect({ dataDir });
    await expect(sql`select 1`.execute(partial)).rejects.toBeInstanceOf(Unopenable);
  }
  expect(readdirSync(dir, { recursive: true }).map(String).toSorted()).toEqual(['database', 'database/base']);
});

test('a directory takes writes when a file can be written there, whatever it says', () => {
  const dir = mkdtempSync(join(tmpdir(), 'lodestone-disk-'));
  afterTest(() => rmSync(dir, { recursive: true }));
  expect(diskState(dir)).toBe('ok');
  // As root every directory that is there says that it can be written to.
  mkdirSync(join(dir, 'writable'));
  expect(diskState(dir)).toBe('read-only');
});
