import { expect, test } from '@jest/globals';

import { attemptCounter } from '@lodestone/server/pages/sign-in/attempts.js';

const VICTIM = 'owner@example.com';

test('an address that must wait spends no attempts of an email that it names', async () => {
  const attempts = attemptCounter();
  for (let attempt = 0; attempt < 20; attempt++) {
    expect((await attempts.take('192.0.2.1', `made-up-${attempt}@example.com`)).wait).toBe(0);
  }
  for (let attempt = 0; attempt < 15; attempt++) {
    expect((await attempts.take('192.0.2.1', VICTIM)).wait).toBeGreaterThanOrEqual(1);
  }
  expect((await attempts.take('192.0.2.2', VICTIM)).wait).toBe(0);
});

test('whoever guesses at an email has to wait, is told of once, and keeps nobody else out', async () => {
  const attempts = attemptCounter();
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(await attempts.take('192.0.2.1', ` ${VICTIM.toUpperCase()}`)).toEqual({ wait: 0, first: false });
  }
  expect(await attempts.take('192.0.2.1', VICTIM)).toMatchObject({ first: true });
  expect(await attempts.take('192.0.2.1', VICTIM)).toMatchObject({ first: false });
  expect((await attempts.take('192.0.2.99', VICTIM)).wait).toBe(0);
});

test('of an email that many addresses guess at, each has three tries', async () => {
  const attempts = attemptCounter();
  for (let at = 0; at < 60; at++) await attempts.take(`192.0.2.${at}`, VICTIM);
  for (let attempt = 0; attempt < 3; attempt++) {
    expect((await attempts.take('198.51.100.1', VICTIM)).wait).toBe(0);
  }
  expect(await attempts.take('198.51.100.1', VICTIM)).toMatchObject({ first: true });
});

test('a right password forgives what failed before it from there', async () => {
  const attempts = attemptCounter();
  for (let attempt = 0; attempt < 9; attempt++) await attempts.take('192.0.2.1', VICTIM);
  await attempts.forgive('192.0.2.1', VICTIM);
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await attempts.take('192.0.2.1', VICTIM)).wait).toBe(0);
});
