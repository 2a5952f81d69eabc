import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DataDirInUse, lockDataDir } from '@lodestone/core';

test('the embedded database indexes parts of words within an account', async (t) => {
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } });
  t.after(() => db.close());

  await db.exec(`
    create extension btree_gin;
    create extension pg_trgm;
    create table words (account_id uuid not null, word text not null);
    create index on words using gin (account_id, word gin_trgm_ops);
  `);

  const { rows } = await db.query(`select 'lodestone' ilike '%dest%' as found`);
  assert.deepEqual(rows, [{ found: true }]);
});

test('a lock that cannot be taken for another reason is not said to be held by another process', () => {
  const dir = mkdtempSync(join(tmpdir(), 'lodestone-lock-'));
  mkdirSync(join(dir, 'lock'));
  try {
    assert.throws(
      () => lockDataDir(dir, 'test'),
      (error: Error) => !(error instanceof DataDirInUse) && /unable to open/.test(error.message),
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
});
