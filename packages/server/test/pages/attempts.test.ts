import assert from 'node:assert/strict';
import { test } from 'node:test';

import { attemptCounter } from '@lodestone/server/pages/sign-in/attempts.js';

const VICTIM = 'owner@example.com';

test('an address that must wait spends no attempts of an email that it names', async () => {
  const attempts = attemptCounter();
  for (let attempt = 0; attempt < 20; attempt++) {
    assert.equal(await attempts.take('192.0.2.1', `made-up-${attempt}@example.com`), 0);
  }
  for (let attempt = 0; attempt < 15; attempt++) {
    assert.ok((await attempts.take('192.0.2.1', VICTIM)) >= 1);
  }
  assert.equal(await attempts.take('192.0.2.2', VICTIM), 0);
});

test('an email is counted over all addresses', async () => {
  const attempts = attemptCounter();
  for (let attempt = 0; attempt < 10; attempt++) {
    assert.equal(await attempts.take(`192.0.2.${attempt}`, ` ${VICTIM.toUpperCase()}`), 0);
  }
  assert.ok((await attempts.take('192.0.2.99', VICTIM)) >= 1);
});
