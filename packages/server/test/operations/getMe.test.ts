import assert from 'node:assert/strict';
import { test } from 'node:test';

import { signedIn } from '../browser.ts';
import { refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: the account, its totals and the key that asks, without its secret', async () => {
    const { status, body, text } = await server.call('GET /v1/me');
    assert.equal(status, 200);
    assert.equal(body.account.name, 'Meridian Growth');
    assert.equal(body.account.time_zone, 'Asia/Kolkata');
    assert.equal(body.api_key.hint, `lodestone_live_…${server.keys.full.slice(-4)}`);
    assert.equal(body.api_key.scopes.length, 10);
    assert.equal(text.includes(server.keys.full), false);
    assert.equal(
      body.totals.subscribers,
      body.totals.active_subscribers + body.totals.unsubscribed_subscribers,
    );
  });

  test('200: `last_used_at` is null on the first use of a key, and then tells it', async () => {
    const { body: first } = await server.call('GET /v1/me', { key: server.keys.read_only });
    assert.equal(first.api_key.last_used_at, null);
    await server.settled();
    const { body: second } = await server.call('GET /v1/me', { key: server.keys.read_only });
    assert.ok(Math.abs(Date.parse(second.api_key.last_used_at) - Date.now()) < 60_000);
  });

  test('200: with a session `api_key` is null', async () => {
    const { status, body } = await server.call('GET /v1/me', {
      key: null,
      headers: { cookie: await signedIn(server) },
    });
    assert.equal(status, 200);
    assert.equal(body.api_key, null);
    assert.equal(body.account.name, 'Meridian Growth');
  });

  refusesStrangers(server, () => 'GET /v1/me', 'account:read');
});
