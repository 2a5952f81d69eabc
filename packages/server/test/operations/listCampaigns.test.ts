import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pages, refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const STATUSES = ['draft', 'active', 'paused', 'stalled', 'bounced', 'completed', 'scheduled'];

onEveryDatabase((server) => {
  test('200: campaigns newest first, with lead counts that add up', async () => {
    const { status, body } = await server.call('GET /v1/campaigns', { query: { limit: 200 } });
    assert.equal(status, 200);
    const created = body.data.map((row: any) => row.created_at);
    assert.deepEqual(created, created.toSorted().toReversed());
    for (const { leads, pause, status } of body.data) {
      assert.equal(leads.total, leads.active + leads.completed + leads.stopped + leads.bounced);
      assert.equal(pause !== null, ['paused', 'bounced', 'stalled'].includes(status));
    }
  });

  test('200: each status filters; together they are `all`, the default', async () => {
    const { body: all } = await server.call('GET /v1/campaigns', { query: { limit: 200 } });
    assert.deepEqual(
      (await server.call('GET /v1/campaigns', { query: { limit: 200, status: 'all' } })).body,
      all,
    );
    let found = 0;
    for (const wanted of STATUSES) {
      const { body } = await server.call('GET /v1/campaigns', { query: { limit: 200, status: wanted } });
      assert.ok(body.data.length > 0, wanted);
      assert.ok(body.data.every(({ status }: any) => status === wanted));
      found += body.data.length;
    }
    assert.equal(found, all.data.length);
  });

  refusesValues(server, '/v1/campaigns', 'status', ['', 'running', 'Active', 'paused%20', 'toString', '%00']);
  pages(server, '/v1/campaigns');
  refusesStrangers(server, () => 'GET /v1/campaigns', 'campaigns:read');
});
