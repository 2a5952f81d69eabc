/**
 * Every account condition of core, each of which can be taken out while the program runs: those that the door writes, one for each
 * place that calls it, and those that stand in SQL behind the door. Import this before core.
 */
import { globSync, readFileSync } from 'node:fs';
import { findSourceMap, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

import { type Expression, type RawBuilder, sql } from 'kysely';

const CORE = new URL('../../../packages/core/dist/', import.meta.url).href;

/** Where a condition stands: file, line and column of the built code. */
export type Place = string;

/** Conditions that were passed since it was emptied. */
export const passed = new Set<Place>();

let taken: Place | undefined;

/** Takes one condition out, and puts the one before back; none without a place. */
export function take(place?: Place): void {
  taken = place;
}

const PART_OF_THE_DOOR = /\/dist\/db\/(?:account|sql)\.js$/;

Object.assign(globalThis, {
  /** A condition as it is sent: marked with the place that called the door, or with one that is named, or not there when it is taken out. */
  accountCondition(condition: Expression<unknown>, named?: Place): RawBuilder<boolean> {
    const place = named ?? caller();
    passed.add(place);
    return place === taken ? sql`true` : sql`(${sql.raw(`/*@${place}*/`)} ${condition})`;
  },
  /** The keys of two tables that are joined. */
  sameAccount: (left: string, right: string) => sql`${sql.ref(left)} = ${sql.ref(right)}`,
});

function caller(): Place {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 12;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error('where').stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  for (const site of sites) {
    const file = site.getFileName() ?? '';
    if (!file.startsWith(CORE) || PART_OF_THE_DOOR.test(file)) continue;
    return `${file.slice(CORE.length)}:${site.getLineNumber()}:${site.getColumnNumber()}`;
  }
  return 'outside of core';
}

/** The place in the source, for people. */
export function inSource(place: Place): string {
  const [file = '', line = '', column = ''] = place.split(':');
  const map = findSourceMap(fileURLToPath(new URL(file, CORE)));
  const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
  return entry && 'originalLine' in entry
    ? `${file.replace(/js$/, 'ts')}:${entry.originalLine + 1}`
    : `${file.replace(/js$/, 'ts')} (built: ${line}:${column})`;
}

/** Calls of the door in built code, such as `own('mails')` and `.select('mails')`. */
const CALLS = /(?<![\w.])own\(|(?<=\.)(?:select|update|remove)\('(\w+)'\)/g;

/**
 * Every place of core that asks the door for rows of its account, whether or not anything that is done passes it.
 * @param tables names of all tables, which this file cannot import from core: what else is selected are columns
 */
export function allPlaces(tables: readonly string[]): Place[] {
  const files = globSync('**/*.js', { cwd: fileURLToPath(CORE) }).filter(
    (file) => !PART_OF_THE_DOOR.test(`/dist/${file}`) && !file.includes('migrations/'),
  );
  return files.flatMap((file) =>
    readFileSync(new URL(file, CORE), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(CALLS)]
          .filter(([, table]) => table === undefined || tables.includes(table))
          .map(({ index }) => `${file}:${at + 1}:${index + 1}`),
      ),
  );
}

const MARKED = 'globalThis.accountCondition';

/** How many conditions each file of the door writes itself. */
const IN_THE_DOOR: Record<string, [from: string | RegExp, to: string, times: number][]> = {
  'db/sql.js': [
    ['where account_id = ${accountId}', `where \${${MARKED}(kysely\`account_id = \${accountId}\`)}`, 1],
    ['where id = ${accountId}', `where \${${MARKED}(kysely\`id = \${accountId}\`)}`, 1],
  ],
  'db/account.js': [
    [
      /\.where\(ref\('account_id'\), '=', id\)/g,
      `.where((eb) => ${MARKED}(eb(ref('account_id'), '=', id)))`,
      3,
    ],
    [".where('id', '=', id)", `.where((eb) => ${MARKED}(eb('id', '=', id), 'db/account.js:change'))`, 1],
  ],
};

/** Conditions behind the door: joins of Kysely's, its comparisons, and comparisons within its `sql`. */
const BEHIND_THE_DOOR: [RegExp, (place: string, ...parts: string[]) => string][] = [
  [
    /\.onRef\('(\w+\.account_id)', '=', '(\w+\.account_id)'\)/g,
    (place, left, right) => `.on(${MARKED}(globalThis.sameAccount('${left}', '${right}'), '${place}'))`,
  ],
  [
    /(?<=[\s(])(\w+\.account_id) = (\w+\.account_id)(?=\s|\))/g,
    (place, left, right) => `\${${MARKED}(globalThis.sameAccount('${left}', '${right}'), '${place}')}`,
  ],
];

const WITH_SQL_OF_ITS_OWN =
  /^(?:keys|sessions|users|preferences|capture|deliveries|inbox|jobs|mails|sending|tracking)\//;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(CORE) || !loaded.source) return loaded;
    const file = url.slice(CORE.length);
    let text = String(loaded.source);
    for (const [from, to, times] of IN_THE_DOOR[file] ?? []) {
      const found = typeof from === 'string' ? text.split(from).length - 1 : [...text.matchAll(from)].length;
      if (found !== times) throw new Error(`${file} has ${found} of ${String(from)}, not ${times}.`);
      text = text.replaceAll(from, () => to);
    }
    if (WITH_SQL_OF_ITS_OWN.test(file) && !text.includes('../db/sql.js')) {
      for (const [from, to] of BEHIND_THE_DOOR) {
        text = text.replaceAll(from, (...found) => {
          const at = text
            .slice(0, found.findLast((part) => typeof part === 'number') as number)
            .split('\n').length;
          return to(`${file}:${at}:1`, ...(found.slice(1, 3) as string[]));
        });
      }
    }
    return { ...loaded, source: text };
  },
});
