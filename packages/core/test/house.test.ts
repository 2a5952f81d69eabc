import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';
import { sqlFiles } from '@lodestone/core/figures/sql-files.js';

import { expectFor } from '../../../scripts/jest/support.ts';

const root = fileURLToPath(new URL('../src/', import.meta.url));
const sources = globSync('**/*.ts', { cwd: root }).map((name) => ({
  name,
  text: readFileSync(root + name, 'utf8'),
}));

/** Folders and files that may hold the whole database: they open it, or find the account that a secret belongs to. */
const BEHIND_THE_DOOR = [
  'db/',
  'installation/',
  'keys/',
  'sessions/',
  'users/',
  'preferences/link.ts',
  'capture/logo-by-token.ts',
  'capture/open.ts',
  'deliveries/delivered.ts',
  'figures/fold.ts',
  'figures/install.ts',
  'figures/installation.ts',
  'figures/reconcile.ts',
  'inbox/accounts.ts',
  'jobs/workers.ts',
  'mails/by-token.ts',
  'mails/due.ts',
  'sending/accounts.ts',
  'tracking/record.ts',
  'tracking/uncounted.ts',
  'index.ts',
];

const COUNTS = /^figures\//;

test('what counts, counts in figures', () => {
  const elsewhere = sources.filter(
    ({ name, text }) => !COUNTS.test(name) && /\b(count|sum|avg)\s*\(/.test(withoutComments(text)),
  );
  expect(elsewhere.map(({ name }) => name)).toStrictEqual([]);
});

test('only what opens the door touches the database without an account', () => {
  const free = sources.filter(({ name }) => !BEHIND_THE_DOOR.some((behind) => name.startsWith(behind)));
  const past = free.filter(({ text }) => holdsTheDatabase(withoutComments(text)));
  expect(past.map(({ name }) => name)).toStrictEqual([]);
  expect(free.length).toBeGreaterThan(100);
});

test("no condition in plain SQL ends in an `or` that would undo the door's: Kysely puts no parentheses around it", () => {
  const CONDITION = /\.(?:where|having|on)\(\s*sql(?:<\w+>)?`((?:\$\{[^`]*?\}|[^`])*)`/g;
  const open = sources.flatMap(({ name, text }) =>
    [...text.matchAll(CONDITION)].flatMap(([, condition = '']) =>
      /\bor\b/i.test(outsideParentheses(condition)) ? [`${name}: ${condition}`] : [],
    ),
  );
  expect(open).toStrictEqual([]);
  expect(outsideParentheses('(a or b) and f(c or (d)) or e').match(/or/g)).toHaveLength(1);
});

function outsideParentheses(text: string): string {
  const less = text.replaceAll(/\([^()]*\)/g, '');
  return less === text ? text : outsideParentheses(less);
}

test('no exception stands for what is gone, or needs none', () => {
  for (const behind of BEHIND_THE_DOOR) {
    const files = sources.filter(({ name }) => name.startsWith(behind));
    expectFor(
      behind,
      files.some(({ text }) => holdsTheDatabase(withoutComments(text))),
    ).toBe(true);
  }
});

/**
 * Whether a file has the database itself, SQL that nobody looked at (`sql` of db/sql.ts refuses to name a table), or a statement
 * of Kysely's on more than the table that the door opened.
 */
function holdsTheDatabase(text: string): boolean {
  return (
    /\b(Db|Kysely|Transaction)\b/.test(text) ||
    /import \{[^}]*\b(sql|RawBuilder)\b[^}]*\} from 'kysely'/.test(text) ||
    /\b(selectFrom|insertInto|updateTable|deleteFrom|(inner|left|right|full|cross)Join\w*)\(/.test(text)
  );
}

test('core knows no HTTP and imports nothing of ours', () => {
  const astray = sources.filter(
    ({ text }) =>
      /from '(express|node:http|@lodestone\/)/.test(text) || /\b(statusCode|res\.status)\b/.test(text),
  );
  expect(astray.map(({ name }) => name)).toStrictEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

test('the SQL that is made of the figures can be read: no line is longer than 120', () => {
  const long = [...sqlFiles()].flatMap(([name, text]) =>
    text.split('\n').flatMap((line, at) => (line.length > 120 ? [`${name}:${at + 1}`] : [])),
  );
  expect(long).toStrictEqual([]);
});
