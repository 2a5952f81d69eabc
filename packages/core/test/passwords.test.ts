import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Busy, Refusal } from '@lodestone/core';
import { checkPassword, hashPassword } from '@lodestone/core/users/password.js';

test('a password is stored as argon2id, salted, and found right in either Unicode form', async () => {
  const [one, two] = await Promise.all([hashPassword('grüne Äpfel!'), hashPassword('grüne Äpfel!')]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, two);
  assert.equal(await checkPassword(one, 'grüne Äpfel!'.normalize('NFD')), true);
  assert.equal(await checkPassword(one, 'grune Apfel!'), false);
});

test('a password that is too short or too long is refused, counted in characters', async () => {
  for (const password of ['', 'ninechars', '𝒳'.repeat(9), 'x'.repeat(201)]) {
    await assert.rejects(hashPassword(password), Refusal, password);
  }
  await hashPassword('𝒳'.repeat(10));
});

test('nobody gets in where no password is set, not even with the decoy', async () => {
  assert.equal(await checkPassword(null, 'no password is this one'), false);
});

test('a flood of sign-ins is cut short, and what was waiting is still answered', async () => {
  const stored = await hashPassword('a right password');
  const flood = await Promise.allSettled(
    Array.from({ length: 60 }, () => checkPassword(stored, 'a right password')),
  );
  const answered = flood.filter((one) => one.status === 'fulfilled');
  const refused = flood.filter((one) => one.status === 'rejected');
  assert.ok(answered.length >= 40 && answered.every(({ value }) => value));
  assert.ok(refused.length >= 10 && refused.every(({ reason }) => reason instanceof Busy));
  assert.equal(await checkPassword(stored, 'a right password'), true);
});
