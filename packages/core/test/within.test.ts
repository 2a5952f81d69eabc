import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { within } from '@lodestone/core';

test('what does not come in time is given up with the name of who was waited for', async () => {
  await expect(within(50, new Promise(() => {}), 'The replica')).rejects.toThrow(
    'The replica did not answer within 50 ms.',
  );
});

test('an answer, or a refusal, is handed on as it is', async () => {
  expect(await within(50, Promise.resolve(7), 'Nobody')).toBe(7);
  await expect(within(50, Promise.reject(new Error('No.')), 'Nobody')).rejects.toThrow('No.');
});

test('time in which the process itself stood still does not count', async () => {
  const answer = within(200, sleep(100, 'late by no fault of its own'), 'Nobody');
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect(await answer).toBe('late by no fault of its own');
});
