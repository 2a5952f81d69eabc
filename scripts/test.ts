// pnpm test                                   every test
// pnpm test core sdk                          those of some packages
// pnpm test packages/core/test/keys.test.ts   some files; globs and directories work as well
// pnpm test core -t revoked                   those whose name matches; options are handed on to jest
// pnpm test --again                           a few files that fail run once more, alone, and only then count (for CI)
import { globSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { build } from './build.ts';
import { jest } from './jest/run.ts';
import { path } from './paths.ts';

const everywhere = [
  'packages/cli',
  'packages/core',
  'packages/demo',
  'packages/jobs',
  'packages/mail',
  'packages/mcp',
  'packages/sdk',
  'packages/server',
  'scripts',
];

/** When more files than these fail, it is no lost race, and running them one after the other would take for ever. */
const MAX_AGAIN = 6;

// `-t` is the one option whose value may stand apart, so that it is not taken for a file.
const { tokens } = parseArgs({
  options: { testNamePattern: { type: 'string', short: 't' } },
  strict: false,
  allowPositionals: true,
  tokens: true,
});
const selection = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
const options = tokens.flatMap((token) => {
  if (token.kind !== 'option' || token.name === 'again') return [];
  return [token.value === undefined ? `--${token.name}` : `--${token.name}=${token.value}`];
});
const files = new Set((selection.length > 0 ? selection : everywhere).flatMap(testFiles));

if (!build()) {
  console.error('The build failed, so no test was run.');
  process.exit(1);
}
const { status, failed } = jest([...files], options);
const again = tokens.some((token) => token.kind === 'option' && token.name === 'again');
const isWorthIt = failed.length > 0 && failed.length <= MAX_AGAIN;
process.exitCode = status !== 0 && again && isWorthIt ? runAgain(failed) : status;

/** Runs files that failed one after the other, so that what lost a race with the rest of the run is told from a defect. */
function runAgain(failed: string[]): number {
  console.error(`\nOnce more, alone:\n${failed.join('\n')}`);
  const second = jest(failed, [...options, '--runInBand']);
  if (second.status === 0) console.error('They passed alone. Mend what made them fail beside others.');
  return second.status;
}

/** The test files that an argument names; none at all is an error, so that a misspelt name does not pass as a success. */
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
