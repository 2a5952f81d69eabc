import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { DERIVED_TABLES } from '@lodestone/core/figures/install.js';

const root = fileURLToPath(new URL('../src/', import.meta.url));
const sources = globSync('**/*.ts', { cwd: root }).map((name) => ({
  name,
  text: readFileSync(root + name, 'utf8'),
}));

/** Folders that may hold the whole database: they open it, or find the account that a secret belongs to. */
const BEHIND_THE_DOOR =
  /^(db|keys|sessions|users|demo|preferences)\/|^figures\/(install|reconcile)\.ts$|^index\.ts$/;

/** The demo makes facts; it counts nothing that anybody reads. */
const COUNTS = /^(figures|demo)\//;

test('what counts, counts in figures', () => {
  const elsewhere = sources.filter(
    ({ name, text }) => !COUNTS.test(name) && /\b(count|sum|avg)\s*\(/.test(withoutComments(text)),
  );
  assert.deepEqual(
    elsewhere.map(({ name }) => name),
    [],
  );
});

test('only what opens the door touches the database without an account', () => {
  const past = sources.filter(
    ({ name, text }) =>
      !BEHIND_THE_DOOR.test(name) && /\b(Db|Kysely|Transaction)\b/.test(withoutComments(text)),
  );
  assert.deepEqual(
    past.map(({ name }) => name),
    [],
  );
});

test('SQL that reads through the door names no table beside it', () => {
  const created = sources.flatMap(({ text }) => [...text.matchAll(/\bcreate table (\w+)/g)]);
  const tables = [...created.map(([, name]) => name), ...DERIVED_TABLES].join('|');
  const named = new RegExp(String.raw`\b(from|join|update|into|using)\s+(${tables})\b|\bsql\.table\('`);
  const readers = sources.filter(({ text }) => text.includes('${own('));
  const astray = readers.filter(({ text }) => named.test(withoutComments(text)));
  assert.deepEqual(
    astray.map(({ name }) => name),
    [],
  );
  assert.ok(readers.length > 10 && created.length > 20);
});

test('core knows no HTTP and imports nothing of ours', () => {
  const astray = sources.filter(
    ({ text }) =>
      /from '(express|node:http|@lodestone\/)/.test(text) || /\b(statusCode|res\.status)\b/.test(text),
  );
  assert.deepEqual(
    astray.map(({ name }) => name),
    [],
  );
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}
