/** The row types are written by hand, since they say more than a database knows. What it does know, they say as well. */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Db } from '@lodestone/core';
import { sql } from 'kysely';

import { expectFor } from '../../../scripts/jest/support.ts';
import { EMBEDDED } from './databases.ts';

const schema = readFileSync(new URL('../src/db/schema.ts', import.meta.url), 'utf8').replaceAll(
  /\/\*[\s\S]*?\*\/|\/\/.*/g,
  '',
);

/** Interfaces by name, each with its fields and their types; what one extends is among its fields. */
const interfaces = new Map<string, Map<string, string>>();
for (const [, name = '', parent = '', body = ''] of schema.matchAll(
  /interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g,
)) {
  const fields = [...body.matchAll(/^ {2}(\w+): ([\s\S]*?);$/gm)].map(([, field = '', type = '']) => [
    field,
    type,
  ]);
  interfaces.set(name, new Map([...(interfaces.get(parent) ?? []), ...(fields as [string, string][])]));
}
/** A type whose value, as it is read, may be null. */
const IS_NULL = /^Nullable|^(ColumnType|GeneratedAlways)<[^{}]*?\| null[,>]|^[^<]*\| null$/;

const TABLES = [...(interfaces.get('TenantTables') ?? []), ...(interfaces.get('Tables') ?? [])];

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await EMBEDDED.open());
});
afterAll(() => close());

test('each table has the columns of its type, null where the type is', async () => {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public'`.execute(db);
  for (const [table, type] of TABLES) {
    const columns = rows.filter((row) => row.table === table);
    const fields = interfaces.get(type) ?? new Map<string, string>();
    expectFor(
      table,
      columns.map(({ column, nullable }) => `${column}${nullable ? ' or null' : ''}`).toSorted(),
    ).toStrictEqual(
      [...fields].map(([field, text]) => `${field}${IS_NULL.test(text) ? ' or null' : ''}`).toSorted(),
    );
  }
  expect(TABLES.length).toBeGreaterThan(40);
});
