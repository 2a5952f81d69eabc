import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { expectFor, present } from '../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { type Consumer, consumer, root, sdk } from './consumer.ts';

const node20 = `node-${process.platform}-${process.arch}`;

let server: TestServer;
let project: Consumer;

beforeAll(async () => {
  project = await consumer({ [node20]: '20.20.2', bun: '1.4.5', deno: '2.9.6' });
  server = await startServer();
});
afterAll(async () => {
  project?.remove();
  await server?.close();
});

const environment = () => ({ LODESTONE_API_KEY: server.keys.full, LODESTONE_BASE_URL: server.baseUrl });

/** A binary of one of the project's packages, whatever the platform's name in it is. */
const binary = (pattern: RegExp) => {
  const lock = JSON.parse(readFileSync(join(project.folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean }>;
  };
  const name = Object.keys(lock.packages).find((path) => pattern.test(path));
  present(name, `No package in ${Object.keys(lock.packages).join(', ')}`);
  return join(project.folder, name);
};

const runtimes: [string, () => [string, string[]]][] = [
  ['Node 24, as an ES module', () => ['node', ['tour.mjs']]],
  ['Node 24, as CommonJS', () => ['node', ['tour.cjs']]],
  ['Node 20, as an ES module', () => [join(binary(/node-\w+-\w+$/), 'bin/node'), ['tour.mjs']]],
  ['Node 20, as CommonJS', () => [join(binary(/node-\w+-\w+$/), 'bin/node'), ['tour.cjs']]],
  ['Bun', () => [join(binary(/@oven\/bun-/), 'bin/bun'), ['tour.mjs']]],
  [
    'Deno',
    () => [join(binary(/@deno\//), 'deno'), ['run', '--no-prompt', '--allow-net', '--allow-env', 'tour.mjs']],
  ],
];

for (const [name, command] of runtimes) {
  test(`the packed SDK reads, writes and fails alike in ${name}`, async () => {
    const { status, stdout, stderr } = await project.run(...command(), environment());
    expectFor(stderr, status).toBe(0);
    const me = await server.call('GET /v1/me');
    expect(JSON.parse(stdout)).toStrictEqual({
      account: me.body.account.name,
      key: me.body.api_key!.name,
      leads: me.body.totals.subscribers,
      tags: ['vip', 'ünïcode +&=%'],
      found: true,
      status: 200,
      requestId: 'string',
      limit: 1_000_000,
      error: 404,
    });
  });
}

test('Deno needs no permission to read the environment when it is told everything', async () => {
  project.write(
    'told.mjs',
    `import { Lodestone } from '@lodestone/sdk';
     const lodestone = new Lodestone(${JSON.stringify({ apiKey: server.keys.full, baseUrl: server.baseUrl })});
     console.log((await lodestone.me()).account.name);`,
  );
  const { status, stderr } = await project.run(join(binary(/@deno\//), 'deno'), [
    'run',
    '--no-prompt',
    '--allow-net',
    'told.mjs',
  ]);
  expectFor(stderr, status).toBe(0);
});

const compilers = {
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': join(sdk, 'node_modules/typescript/bin/tsc'),
};
const resolutions = {
  node16: {
    module: 'node16',
    moduleResolution: 'node16',
    lib: ['es2022', 'esnext.disposable'],
    types: ['node'],
  },
  bundler: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
};

for (const [compiler, tsc] of Object.entries(compilers)) {
  for (const [resolution, settings] of Object.entries(resolutions)) {
    test(`programs right and wrong are told apart by ${compiler} with ${resolution} resolution`, async () => {
      // As a CommonJS program sees the package, too.
      project.write('types.cts', readFileSync(join(project.folder, 'types.ts'), 'utf8'));
      const config = {
        compilerOptions: {
          ...settings,
          target: 'es2022',
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
          noEmit: true,
          typeRoots: [join(root, 'node_modules/@types')],
        },
        files: resolution === 'node16' ? ['types.ts', 'types.cts'] : ['types.ts'],
      };
      project.write(`tsconfig.${resolution}.json`, JSON.stringify(config));
      const { status, stdout } = await project.run('node', [tsc, '-p', `tsconfig.${resolution}.json`]);
      expectFor(stdout, status).toBe(0);
    });
  }
}
