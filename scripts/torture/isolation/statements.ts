import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ALL_TABLES } from '@lodestone/core/db/tenant-tables.js';

import { jest } from '../../jest/run.ts';
import { path } from '../../paths.ts';
import { type Judged, TAKEN_OUT } from '../../tenancy/judged.ts';
import { allPlaces, inSource } from './conditions.ts';

/** What became of one condition in all statements that hold it. */
interface Condition {
  file: string;
  name: string;
  /** How many statements without it break the law of accounts, and so the test that sends them. */
  red: number;
  /** How many do not, since it stands in them twice. */
  silent: number;
}

/**
 * Takes each account condition out of each statement of core's that the tests send, one at a time, and asks the law that every test
 * file holds its statements against (scripts/jest/tenancy.ts). Prints a table by file of core, and by name what no test passes and
 * what the law does not miss.
 * @param given.files the test files; all without any
 * @param given.results a file that keeps what was found, to which the next run adds; none when empty
 * @returns whether each condition was passed, and missed
 */
export async function tortureByStatements(given: { files: string[]; results: string }): Promise<boolean> {
  const results =
    given.results === ''
      ? join(mkdtempSync(join(tmpdir(), 'lodestone-statements-')), 'found')
      : given.results;
  const all = globSync('packages/{core,demo,jobs,server}/test/**/*.test.ts', { cwd: path('.') }).toSorted();
  const marking = `--import ${path('scripts/torture/isolation/conditions.ts')}`;
  jest(given.files.length > 0 ? given.files : all, [], {
    env: { ...process.env, [TAKEN_OUT]: results, NODE_OPTIONS: marking },
  });
  return told(existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : []);
}

function told(lines: readonly string[]): boolean {
  const conditions = new Map<string, Condition>();
  for (const { place, sender, condition, untied } of lines.map((line) => JSON.parse(line) as Judged)) {
    const name = place ?? `${sender}: ${condition}`;
    const known = conditions.get(name) ?? { file: fileOf(place, sender), name, red: 0, silent: 0 };
    conditions.set(name, known);
    if (untied.length > 0) known.red++;
    else known.silent++;
  }
  const unpassed = allPlaces(ALL_TABLES).filter((place) => !conditions.has(place));
  const silent = [...conditions.values()].filter((one) => one.silent > 0);
  const files = Map.groupBy(conditions.values(), ({ file }) => file);
  for (const place of unpassed) if (!files.has(fileOf(place, ''))) files.set(fileOf(place, ''), []);
  console.table(
    [...files]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, of]) => ({
        file,
        conditions: of.length,
        statements: of.reduce((sum, one) => sum + one.red + one.silent, 0),
        red: of.filter((one) => one.silent === 0).length,
        'not red': of.filter((one) => one.silent > 0).length,
        'passed by no test': unpassed.filter((place) => fileOf(place, '') === file).length,
      })),
  );
  for (const { name } of silent) console.log(`not red: ${name}`);
  for (const place of unpassed) console.log(`passed by no test: ${inSource(place)}`);
  console.log(
    `${conditions.size + unpassed.length} conditions: ${conditions.size - silent.length} turn a test red, ${silent.length} do not, ${unpassed.length} are passed by no test.`,
  );
  return silent.length + unpassed.length === 0;
}

function fileOf(place: string | undefined, sender: string): string {
  return place?.split(':')[0]?.replace(/js$/, 'ts') ?? sender.replace('core/', '');
}
