// pnpm test                                   every test
// pnpm test core sdk                          those of some packages
// pnpm test packages/core/test/keys.test.ts   some files; globs and directories work as well
// pnpm test core --test-name-pattern=revoked  options are handed on to `node --test`
import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { build } from './build.ts';
import { path } from './paths.ts';

const everywhere = ['packages/core', 'packages/sdk', 'packages/server', 'scripts'];

/** A hanging test fails after this long, in milliseconds, and not when the CI job is killed. */
const timeout = 120_000;

// A file that boots the embedded database takes up to 750 MB for a moment, so not more at once than this.
const concurrency = Math.min(4, Math.max(2, availableParallelism()));

const isOption = (argument: string) => argument.startsWith('-');
const options = process.argv.slice(2).filter(isOption);
const selection = process.argv.slice(2).filter((argument) => !isOption(argument));
const files = (selection.length > 0 ? selection : everywhere).flatMap(testFiles);

if (!build()) {
  console.error('The build failed, so no test was run.');
  process.exit(1);
}

const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    '--enable-source-maps',
    '--test-reporter=spec',
    `--test-timeout=${timeout}`,
    `--test-concurrency=${concurrency}`,
    ...options,
    ...new Set(files),
  ],
  { cwd: path('.'), stdio: 'inherit' },
);
process.exitCode = status ?? 1;

/** The test files that an argument names; none at all is an error, lest a misspelt name pass as a success. */
function testFiles(named: string): string[] {
  const shorthand = everywhere.find((folder) => folder === `packages/${named}`) ?? named;
  const isFolder = statSync(path(shorthand), { throwIfNoEntry: false })?.isDirectory() ?? false;
  const pattern = isFolder ? `${shorthand}/**/*.test.ts` : shorthand;
  const found = globSync(pattern, {
    cwd: path('.'),
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).toSorted();
  if (found.length === 0 && selection.length > 0) {
    console.error(`No test file matches ${named}.`);
    process.exit(1);
  }
  return found;
}
