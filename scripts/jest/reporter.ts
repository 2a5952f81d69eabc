import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { path } from '../paths.ts';

/** The variable that names the file where a run notes which test files failed, one a line. */
export const FAILED_FILES = 'LODESTONE_FAILED_FILES';

/** What jest hands to a reporter, as far as this one reads it. */
interface Results {
  testResults: {
    testFilePath: string;
    numFailingTests: number;
    testExecError?: unknown;
    testResults: { status: string; fullName: string }[];
  }[];
}

/** Says at the end of a run what it left out because something is missing here (see `needing`), and notes which files failed. */
export default class Reporter {
  readonly #isByName: boolean;

  constructor({ testNamePattern = '' }: { testNamePattern?: string }) {
    this.#isByName = testNamePattern !== '';
  }

  onRunComplete(_: unknown, { testResults }: Results): void {
    const failed = testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined,
    );
    const failures = process.env[FAILED_FILES];
    if (failures !== undefined && failed.length > 0)
      writeFileSync(failures, failed.map(({ testFilePath }) => relative(path('.'), testFilePath)).join('\n'));
    // A run of some tests by name skips all others.
    if (this.#isByName) return;
    const tests = testResults.flatMap((file) => file.testResults);
    const skipped = tests.filter(({ status }) => status === 'pending');
    const needs = Map.groupBy(skipped, ({ fullName }) => / \(needs ([^)]+)\)/.exec(fullName)?.[1]);
    for (const [what, { length }] of needs)
      console.error(length === 1 ? aTest(what) : severalTests(length, what));
  }
}

const aTest = (what: string | undefined) =>
  what ? `1 test needs ${what} and did not run.` : '1 test was skipped.';

const severalTests = (count: number, what: string | undefined) =>
  what ? `${count} tests need ${what} and did not run.` : `${count} tests were skipped.`;
