import { describe, test } from '@jest/globals';

/** How tests are declared: jest's own `describe` and `test`, or some that skip. */
export interface Declare {
  describe(name: string, define: () => void): void;
  test(name: string, run: () => void | Promise<void>, timeout?: number): void;
}

/**
 * Declares tests that need something which not every machine has. Where it is missing they are skipped, and the end of
 * the run says how many, and what was missing.
 */
export function needing(what: string, isThere: boolean): Declare {
  if (isThere) return { describe, test };
  const named = (name: string) => `${name} (needs ${what})`;
  return {
    describe: (name, define) => describe.skip(named(name), define),
    test: (name, run, timeout) => test.skip(named(name), run, timeout),
  };
}
