import { expect, test } from '@jest/globals';
import { fromWire } from '@lodestone/core';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { pages, refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const STATUSES = ['draft', 'active', 'paused', 'stalled', 'bounced', 'completed', 'scheduled'];

onEveryDatabase((server) => {
  test('200: campaigns newest first, with lead counts that add up', async () => {
    const { status, body } = await server.call('GET /v1/campaigns', { query: { limit: 200 } });
    expect(status).toBe(200);
    const created = body.data.map((row) => row.created_at);
    expect(created).toStrictEqual(created.toSorted().toReversed());
    for (const { leads, pause, status } of body.data) {
      expect(leads.total).toBe(leads.active + leads.completed + leads.stopped + leads.bounced);
      expect(pause !== null).toBe(['paused', 'bounced', 'stalled'].includes(status));
    }
  });

  test('200: a campaign names the zone of its hours', async () => {
    const { body } = await server.call('GET /v1/campaigns', { query: { limit: 1 } });
    const { id, settings } = body.data[0]!;
    expect(settings.time_zone).toBe('Asia/Kolkata');
    await server.account
      .update('campaigns')
      .set({ time_zone: 'America/New_York' })
      .where('id', '=', fromWire('cmp', id) ?? '')
      .execute();
    const { body: after } = await server.call('GET /v1/campaigns', { query: { limit: 1 } });
    expect(after.data[0]?.settings).toStrictEqual({ ...settings, time_zone: 'America/New_York' });
  });

  test('200: each status filters; together they are `all`, the default', async () => {
    const { body: all } = await server.call('GET /v1/campaigns', { query: { limit: 200 } });
    expect(
      (await server.call('GET /v1/campaigns', { query: { limit: 200, status: 'all' } })).body,
    ).toStrictEqual(all);
    let found = 0;
    for (const wanted of STATUSES) {
      const { body } = await server.call('GET /v1/campaigns', { query: { limit: 200, status: wanted } });
      expectFor(wanted, body.data.length).toBeGreaterThan(0);
      expect(body.data.every(({ status }) => status === wanted)).toBeTruthy();
      found += body.data.length;
    }
    expect(found).toBe(all.data.length);
  });

  refusesValues(server, '/v1/campaigns', 'status', ['', 'running', 'Active', 'paused%20', 'toString', '%00']);
  pages(server, '/v1/campaigns');
  refusesStrangers(server, () => 'GET /v1/campaigns', 'campaigns:read');
});
