import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { inAscii } from '../bundle-server.ts';
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
