import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';

const CHILD = fileURLToPath(new URL('./leaks.child.ts', import.meta.url));

test('after servers of every kind, a process ends by itself: no timer, no socket and no rejection is left', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--unhandled-rejections=strict', '--disable-warning=ExperimentalWarning', CHILD],
    { timeout: 30_000, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const { outcomes, milliseconds } = JSON.parse(stdout) as {
    outcomes: Record<string, number>;
    milliseconds: number;
  };
  expect(Object.keys(outcomes).toSorted()).toEqual(['deferred', 'in_doubt', 'refused', 'sent']);
  // The last connection says goodbye for a second at most.
  expect(milliseconds).toBeLessThan(8_000);
  expect(status).toBe(0);
});
