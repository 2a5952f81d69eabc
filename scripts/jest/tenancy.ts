import { afterAll, expect } from '@jest/globals';

import { recordStatements, stopRecording } from '../tenancy/recorded.ts';

const sent = recordStatements();

// Loaded late: tests without a database need none of it.
afterAll(async () => {
  stopRecording(sent);
  if (sent.size === 0) return;
  const { judgeStatements } = await import('../tenancy/judged.ts');
  expect(await judgeStatements(sent)).toStrictEqual([]);
});
