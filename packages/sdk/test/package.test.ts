import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import { expect, test } from '@jest/globals';

import { expectFor } from '../../../scripts/jest/support.ts';
import { bundle, zipped } from './bundle.ts';
import { root, sdk } from './consumer.ts';
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

test('packed as the README says in a checkout where nothing was built yet, the package is whole', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'lodestone-checkout-'));
  const filter = (file: string) => !/\/(node_modules|dist)$/.test(file);
  for (const part of ['package.json', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'scripts', 'packages/sdk'])
    cpSync(join(root, part), join(checkout, part), { recursive: true, filter });
  for (const folder of ['.', 'scripts', 'packages/sdk'])
    symlinkSync(join(root, folder, 'node_modules'), join(checkout, folder, 'node_modules'));
  const [command = ''] = /npx pnpm .* pack\b/.exec(readFileSync(join(sdk, 'README.md'), 'utf8')) ?? [];
  const packed = spawnSync(command.replace('npx ', ''), {
    cwd: checkout,
    encoding: 'utf8',
    shell: true,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    },
  });
  expectFor(packed.stdout + packed.stderr, packed.status).toBe(0);
  const { stdout } = spawnSync('tar', ['tzf', 'lodestone-sdk-1.0.0.tgz'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  const { exports, types } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as {
    exports: Record<'.', Record<'import' | 'require', Record<'types' | 'default', string>>>;
    types: string;
  };
  const { import: esm, require: cjs } = exports['.'];
  const promised = [types, ...Object.values(esm), ...Object.values(cjs), './dist/cjs/package.json'];
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(promised.map((file) => file.replace('.', 'package'))),
  );
  rmSync(checkout, { recursive: true });
});

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
