import { expect, test } from '@jest/globals';
import { Busy, Refusal } from '@lodestone/core';
import { checkPassword, hashPassword } from '@lodestone/core/users/password.js';

import { expectFor } from '../../../scripts/jest/support.ts';

test('a password is stored as argon2id, salted, and found right in either Unicode form', async () => {
  const [one, two] = await Promise.all([hashPassword('grüne Äpfel!'), hashPassword('grüne Äpfel!')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await checkPassword(one, 'grüne Äpfel!'.normalize('NFD'))).toBe(true);
  expect(await checkPassword(one, 'grune Apfel!')).toBe(false);
});

test('a password that is too short or too long is refused, counted in characters', async () => {
  for (const password of ['', 'ninechars', '𝒳'.repeat(9), 'x'.repeat(201)]) {
    await expectFor(password, hashPassword(password)).rejects.toThrow(Refusal);
  }
  await hashPassword('𝒳'.repeat(10));
});

test('nobody gets in where no password is set, not even with the decoy', async () => {
  expect(await checkPassword(null, 'no password is this one')).toBe(false);
});

test('a flood of sign-ins is cut short, and what was waiting is still answered', async () => {
  const stored = await hashPassword('a right password');
  const flood = await Promise.allSettled(
    Array.from({ length: 60 }, () => checkPassword(stored, 'a right password')),
  );
  const answered = flood.filter((one) => one.status === 'fulfilled');
  const refused = flood.filter((one) => one.status === 'rejected');
  expect(answered.length).toBeGreaterThanOrEqual(40);
  expect(answered.every(({ value }) => value)).toBe(true);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused.every(({ reason }) => reason instanceof Busy)).toBe(true);
  expect(await checkPassword(stored, 'a right password')).toBe(true);
});
