import { totalmem } from 'node:os';

import { path } from '../paths.ts';

/** A hanging test fails after this long, in milliseconds, and not when the CI job is killed. */
const testTimeout = 300_000;

/** How jest runs the tests. They are ES modules and find the packages through their dist, as a customer does. */
export const config = {
  rootDir: path('.'),
  roots: ['cli', 'core', 'demo', 'jobs', 'mail', 'mcp', 'sdk', 'server']
    .map((name) => `<rootDir>/packages/${name}/test`)
    .concat('<rootDir>/scripts/test'),
  testMatch: ['**/*.test.ts'],
  testEnvironment: path('scripts/jest/environment.ts'),
  runtime: path('scripts/jest/runtime.ts'),
  globalTeardown: path('scripts/jest/databases-of-run.ts'),
  testSequencer: path('scripts/jest/sequencer.ts'),
  setupFilesAfterEnv: [path('scripts/jest/undo.ts'), path('scripts/jest/tenancy.ts')],
  injectGlobals: false,
  moduleFileExtensions: ['ts', 'js'],
  transform: {},
  testTimeout,
  reporters: ['default', path('scripts/jest/reporter.ts')],
  // More than there are cores on a small machine: half of what a test takes it waits. A worker takes up to 2 GB, and its browser half of one.
  maxWorkers: totalmem() < 12 * 2 ** 30 ? 3 : 4,
  // jest says that tests leak when a worker has not ended by then. It ends at once, but on a busy machine not within the usual 500 ms.
  workerGracefulExitTimeout: 30_000,
  // What a file loaded stays in its worker for good, so a worker that has grown is replaced before the next file.
  workerIdleMemoryLimit: '2GB',
};
