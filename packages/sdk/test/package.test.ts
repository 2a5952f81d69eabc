import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import { expect, test } from '@jest/globals';

import { expectFor } from '../../../scripts/jest/support.ts';
import { bundle, zipped } from './bundle.ts';
import { sdk } from './consumer.ts';
import { failure, faulty, json } from './faults.ts';

test('the package loads as an ES module and as CommonJS', async () => {
  const imported = await import('@lodestone/sdk');
  const required: unknown = createRequire(import.meta.url)('@lodestone/sdk');
  expect(Object.keys(required as object).toSorted()).toStrictEqual(Object.keys(imported).toSorted());
  expect(Object.keys(imported).toSorted()).toStrictEqual(['Lodestone', 'LodestoneError']);
});

for (const [tool, ...args] of [
  ['publint', '--strict'],
  ['attw', '--pack', '.'],
] as const) {
  test(`${tool} finds no fault with what would be published`, () => {
    const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, args, {
      cwd: sdk,
      encoding: 'utf8',
    });
    expectFor(stdout + stderr, status).toBe(0);
  });
}

test('everything together is at most 6,000 bytes, minified and gzipped for browsers', async () => {
  const size = zipped(await bundle("export * from '@lodestone/sdk'"));
  expect(size).toBeLessThanOrEqual(6_000);
});

test('what is not used is left out of a bundle, and the package alone leaves nothing', async () => {
  expect(zipped(await bundle("import '@lodestone/sdk'"))).toBe(zipped(''));
  const error = await bundle("import { LodestoneError } from '@lodestone/sdk'; console.log(LodestoneError)");
  expect(zipped(error)).toBeLessThanOrEqual(500);
});

test('a bundle for browsers and edge runtimes needs nothing of Node', async () => {
  expect(await bundle("export * from '@lodestone/sdk'")).not.toMatch(/node:|require\(/);
});

test('it runs where there are only web globals, as in an edge runtime', async () => {
  const { baseUrl } = await faulty(
    failure(503, 'internal_error', { 'retry-after': '0' }),
    json(200, { account: 1 }),
  );
  const timers = { setTimeout, clearTimeout };
  const web = { AbortController, fetch, FormData, Headers, Request, Response, URL, URLSearchParams };
  const script = await bundle("import * as sdk from '@lodestone/sdk'; globalThis.sdk = sdk", 'iife');
  const globals = createContext({ ...timers, ...web, options: { apiKey: 'key', baseUrl } });
  const body = (await runInContext(`${script}; new sdk.Lodestone(options).me()`, globals)) as unknown;
  // Made inside, where objects have another prototype.
  expect(JSON.stringify(body)).toBe('{"account":1}');
});

test('openapi-fetch is the only dependency', () => {
  const { dependencies } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  expect(Object.keys(dependencies)).toStrictEqual(['openapi-fetch']);
});

test('every source map leads to a source that is published', () => {
  const maps = globSync('dist/{esm,cjs}/**/*.map', { cwd: sdk });
  expect(maps.length).toBeGreaterThan(0);
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(join(sdk, map), 'utf8')) as { sources: string[] };
    for (const source of sources) {
      const path = join(sdk, dirname(map), source);
      expectFor(`${map}: ${source}`, path.startsWith(join(sdk, 'src'))).toBe(true);
      expectFor(`${map}: ${source}`, existsSync(path)).toBe(true);
    }
  }
});
