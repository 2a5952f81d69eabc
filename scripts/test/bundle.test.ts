import { globSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { inAscii, removeOldParts } from '../bundle-server.ts';
import { path } from '../paths.ts';

const BUNDLE = path('packages/server/bundle');

/** The main part of the program, and all that it comes to load. */
function parts(): Map<string, string> {
  const found = new Map<string, string>();
  const names = ['main.js'];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (found.has(name)) continue;
    const text = readFileSync(join(BUNDLE, name), 'utf8');
    found.set(name, text);
    for (const [, part = ''] of text.matchAll(/["']\.\/([\w-]+\.js)["']/g)) names.push(part);
  }
  return found;
}

test('Node needs one byte for each character of the program', () => {
  const all = [...parts()];
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(([, text]) => /[^\p{ASCII}]/u.test(text)).map(([name]) => name)).toEqual([]);
});

test('what is asked of a part when it is needed is there: of a CommonJS library only its default is', () => {
  const all = parts();
  const asked = [...all].flatMap(([by, text]) =>
    [...text.matchAll(/\{([\w$:,\s]+)\}=\s*await import\(\s*"\.\/([\w-]+\.js)"\s*\)/g)].flatMap(
      ([, names = '', part = '']) =>
        names.split(',').map((name) => ({ by, part, name: name.split(':')[0]!.trim() })),
    ),
  );
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.filter(({ part, name }) => !exportsOf(all.get(part)!).has(name))).toEqual([]);
});

/** What is loaded from where it lies: with files of its own, or only where somebody has it. */
const ELSEWHERE = /^(@electric-sql\/pglite(\/.+)?|@node-rs\/(argon2|xxhash)|pg-native)$/;

test('what the program loads from elsewhere is of Node, or comes with the server', () => {
  // Imports stand on lines of their own; in strings (Ajv writes programs) there is other text that looks like them.
  const asked = [...parts().values()]
    .flatMap((text) =>
      [
        ...text.matchAll(/^import\b[^;"]*"([^"]+)";$/gm),
        ...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g),
        ...text.matchAll(/\b(?:__require|require)\("([^"]+)"\)/g),
      ].map(([, name = '']) => name),
    )
    .filter((name) => !name.startsWith('./') && !name.startsWith('ajv'));
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((name) => !isBuiltin(name) && !ELSEWHERE.test(name))).toEqual([]);
});

test('no library looks for files beside itself, where there are none: pino would for threads that we have not', () => {
  const looking = [...parts().values()].flatMap((text) =>
    [...text.matchAll(/\b(?:__dirname|__filename|require\.resolve\()/g)].map(({ index, 0: what }) =>
      text.slice(Math.max(0, index - 120), index + what.length),
    ),
  );
  expect(looking.filter((where) => !/bundlerOverrides\[|"pino\/file"/.test(where))).toEqual([]);
});

test('a server that has run for a month goes on finding its parts after the bundle was made again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-parts-'));
  const make = (name: string, days: number) => {
    writeFileSync(join(folder, name), '');
    const at = new Date(Date.now() - days * 86_400_000);
    utimesSync(join(folder, name), at, at);
  };
  make('in-use.js', 30);
  make('replaced-long-ago.js', 30);
  make('replaced-lately.js', 1);
  writeFileSync(join(folder, '.parts'), 'in-use.js');
  removeOldParts(folder);
  writeFileSync(join(folder, '.parts'), 'new.js');
  removeOldParts(folder);
  expect(globSync('*', { cwd: folder }).toSorted()).toEqual(['in-use.js', 'replaced-lately.js']);
  rmSync(folder, { recursive: true });
});

/** The names under which a part gives something away. */
function exportsOf(text: string): Set<string> {
  const names = [...text.matchAll(/\bexport\s*\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((item) =>
      item
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!,
    ),
  );
  return new Set(/\bexport default\b/.test(text) ? [...names, 'default'] : names);
}

test.each([
  String.raw`'é'`,
  String.raw`'\é'`,
  String.raw`'\\é'`,
  '`${1}é😀`',
  String.raw`'\😀'`,
  String.raw`/^[é-\ï]$/.source.length > 0 && /^[é-\ï]$/.test('ë')`,
  String.raw`/^[😀]$/u.test('😀')`,
  String.raw`/^\\é$/.test('\\é')`,
])('%s is the same in ASCII', (program) => {
  const ascii = inAscii(program);
  expect(ascii).toMatch(/^\p{ASCII}+$/u);
  expect(evaluated(ascii)).toEqual(evaluated(program));
});

function evaluated(program: string): unknown {
  // oxlint-disable-next-line no-implied-eval, no-new-func
  return new Function(`return ${program}`)() as unknown;
}
