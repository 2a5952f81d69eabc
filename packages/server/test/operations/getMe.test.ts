import assert from 'node:assert/strict';
import { test } from 'node:test';

import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('tells the account, its totals and the key that asks', async () => {
    const { status, body } = await server.call('GET /v1/me');
    assert.equal(status, 200);
    assert.equal(body.account.name, 'Meridian Growth');
    assert.equal(body.api_key.hint.slice(-4), server.keys.full.slice(-4));
  });
});
