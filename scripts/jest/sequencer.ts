import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';

import type sequencing from '@jest/test-sequencer';

import { path } from '../paths.ts';

// Its types are those of its CommonJS form.
const { default: TestSequencer }: typeof sequencing = createRequire(import.meta.url)('@jest/test-sequencer');

/** Files that take long although there is little to read in them: they start servers, wait for mail, or kill processes. */
const LONG = new Set([
  'packages/demo/test/damage.test.ts',
  'packages/demo/test/plans.test.ts',
  'packages/jobs/test/inbox.test.ts',
  'packages/jobs/test/polling.test.ts',
  'packages/jobs/test/processes.test.ts',
  'packages/jobs/test/schedule.test.ts',
  'packages/jobs/test/sending/busy-day.test.ts',
  'packages/jobs/test/sending/crash.test.ts',
  'packages/jobs/test/sending/plan-postfix.test.ts',
  'packages/jobs/test/sending/rolling.test.ts',
  'packages/jobs/test/sync-crash.test.ts',
  'packages/sdk/test/consumers.test.ts',
  'packages/server/test/capture/crashes.test.ts',
  'packages/server/test/capture/crowd.test.ts',
  'packages/server/test/laws/replica.test.ts',
  'packages/server/test/laws/running.test.ts',
  'packages/server/test/laws/twins.test.ts',
  'packages/server/test/pages/frame.test.ts',
  'packages/server/test/pages/sight.test.ts',
  'packages/server/test/pages/typed.test.ts',
]);

type Test = Parameters<InstanceType<typeof TestSequencer>['sort']>[0][number];

/** What jest keeps as the outcome of a file that failed. */
const FAILED = 0;

/**
 * Starts what failed last, and then what takes longest, so that no worker is left with it while the others have nothing more to
 * do: by what it took here last, or, in a fresh checkout, the long ones first and the others by their size.
 */
export default class Sequencer extends TestSequencer {
  override sort(tests: Test[]): Test[] {
    const urgency = (test: Test): number => {
      // oxlint-disable-next-line no-underscore-dangle -- jest's name
      const [outcome, took = expected(test.path)] = this._getCache(test)[test.path] ?? [];
      return outcome === FAILED ? Infinity : took;
    };
    const all = tests.map((test) => ({ test, urgency: urgency(test) }));
    return all.toSorted((a, b) => (a.urgency < b.urgency ? 1 : -1)).map(({ test }) => test);
  }
}

/** Milliseconds, roughly: a byte of a test takes one. */
function expected(file: string): number {
  return LONG.has(relative(path('.'), file)) ? 60_000 : statSync(file).size;
}
