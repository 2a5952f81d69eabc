import { spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { path } from '../paths.ts';
import { config } from './config.ts';
import { DATABASES_OF_RUN } from './databases-of-run.ts';
import { FAILED_FILES } from './reporter.ts';

/** Runs test files, named from the top of the repository. @returns the exit code, and the files that failed */
export function jest(
  files: string[],
  options: string[] = [],
  { stdio = 'inherit', env = process.env }: { stdio?: StdioOptions; env?: NodeJS.ProcessEnv } = {},
): { status: number; failed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-tests-'));
  const failures = join(folder, 'failed');
  const { status } = spawnSync(
    process.execPath,
    [
      // Booting databases and servers makes much garbage at once, which is cheaper to collect in larger portions.
      '--max-semi-space-size=64',
      '--single-threaded-gc',
      // V8 counts the memory of each embedded database as its own heap's, or it would look for garbage a little with each of the
      // thousands of small things that booting one takes.
      '--external-memory-accounted-in-global-limit',
      '--no-memory-reducer',
      path('node_modules/jest/bin/jest.js'),
      `--config=${JSON.stringify(config)}`,
      ...options,
      '--runTestsByPath',
      ...files,
    ],
    {
      cwd: path('.'),
      stdio,
      env: { ...env, [FAILED_FILES]: failures, [DATABASES_OF_RUN]: `lodestone_test_${process.pid}_` },
    },
  );
  const failed = existsSync(failures) ? readFileSync(failures, 'utf8').split('\n') : [];
  rmSync(folder, { recursive: true });
  return { status: status ?? 1, failed };
}
