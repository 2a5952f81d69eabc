import { expect, test } from '@jest/globals';
import { signedIn } from '../browser.ts';
import { refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: the account, its totals and the key that asks, without its secret', async () => {
    const { status, body, text } = await server.call('GET /v1/me');
    expect(status).toBe(200);
    expect(body.account.name).toBe('Meridian Growth');
    expect(body.account.time_zone).toBe('Asia/Kolkata');
    expect(body.api_key!.hint).toBe(`lodestone_live_…${server.keys.full.slice(-4)}`);
    expect(body.api_key!.scopes).toHaveLength(10);
    expect(text).not.toContain(server.keys.full);
    expect(body.totals.subscribers).toBe(
      body.totals.active_subscribers + body.totals.unsubscribed_subscribers,
    );
  });

  test('200: `last_used_at` is null on the first use of a key, and then tells it', async () => {
    const { body: first } = await server.call('GET /v1/me', { key: server.keys.read_only });
    expect(first.api_key!.last_used_at).toBeNull();
    await server.settled();
    const { body: second } = await server.call('GET /v1/me', { key: server.keys.read_only });
    expect(Math.abs(Date.parse(second.api_key!.last_used_at!) - Date.now())).toBeLessThan(60_000);
  });

  test('200: with a session `api_key` is null', async () => {
    const { status, body } = await server.call('GET /v1/me', {
      key: null,
      headers: { cookie: await signedIn(server) },
    });
    expect(status).toBe(200);
    expect(body.api_key).toBeNull();
    expect(body.account.name).toBe('Meridian Growth');
  });

  refusesStrangers(server, () => 'GET /v1/me', 'account:read');
});
