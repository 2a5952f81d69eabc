import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

import { bundle, zipped } from './bundle.ts';
import { sdk } from './consumer.ts';
import { failure, faulty, json } from './faults.ts';

test('the package loads as an ES module and as CommonJS', async () => {
  const imported = await import('@lodestone/sdk');
  const required: unknown = createRequire(import.meta.url)('@lodestone/sdk');
  assert.deepEqual(Object.keys(required as object).toSorted(), Object.keys(imported).toSorted());
  assert.deepEqual(Object.keys(imported).toSorted(), ['Lodestone', 'LodestoneError']);
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
    assert.equal(status, 0, stdout + stderr);
  });
}

test('everything together is at most 6,000 bytes, minified and gzipped for browsers', async () => {
  const size = zipped(await bundle("export * from '@lodestone/sdk'"));
  assert.ok(size <= 6_000, `${size} bytes`);
});

test('what is not used is left out of a bundle, and the package alone leaves nothing', async () => {
  assert.equal(zipped(await bundle("import '@lodestone/sdk'")), zipped(''));
  const error = await bundle("import { LodestoneError } from '@lodestone/sdk'; console.log(LodestoneError)");
  assert.ok(zipped(error) <= 500, `${zipped(error)} bytes`);
});

test('a bundle for browsers and edge runtimes needs nothing of Node', async () => {
  assert.doesNotMatch(await bundle("export * from '@lodestone/sdk'"), /node:|require\(/);
});

test('it runs where there are only web globals, as in an edge runtime', async (t) => {
  const { baseUrl } = await faulty(
    t,
    failure(503, 'internal_error', { 'retry-after': '0' }),
    json(200, { account: 1 }),
  );
  const web = { AbortController, fetch, FormData, Headers, setTimeout, clearTimeout, URL, URLSearchParams };
  const script = await bundle("import * as sdk from '@lodestone/sdk'; globalThis.sdk = sdk", 'iife');
  const globals = createContext({ ...web, options: { apiKey: 'key', baseUrl } });
  const body = (await runInContext(`${script}; new sdk.Lodestone(options).me()`, globals)) as unknown;
  // Made inside, where objects have another prototype.
  assert.equal(JSON.stringify(body), '{"account":1}');
});

test('openapi-fetch is the only dependency', () => {
  const { dependencies } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  assert.deepEqual(Object.keys(dependencies), ['openapi-fetch']);
});

test('every source map leads to a source that is published', () => {
  const maps = globSync('dist/{esm,cjs}/**/*.map', { cwd: sdk });
  assert.ok(maps.length > 0);
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(join(sdk, map), 'utf8')) as { sources: string[] };
    for (const source of sources) {
      const path = join(sdk, dirname(map), source);
      assert.ok(path.startsWith(join(sdk, 'src')) && existsSync(path), `${map}: ${source}`);
    }
  }
});
