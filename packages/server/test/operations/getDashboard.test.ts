import assert from 'node:assert/strict';
import { test } from 'node:test';

import { istDay } from '@lodestone/core';

import { refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const LENGTHS = { '7d': 7, '30d': 30, '90d': 90 };

onEveryDatabase((server) => {
  test('200: a row for every IST day of the range, today included', async () => {
    for (const [range, length] of Object.entries(LENGTHS)) {
      const { status, body } = await server.call('GET /v1/dashboard', { query: { range } });
      assert.equal(status, 200);
      assert.equal(body.by_day.length, length);
      assert.equal(body.by_day.at(-1).date, istDay(new Date()));
      assert.equal(body.from, body.by_day[0].date);
    }
  });

  test('200: no rate is above 1', async () => {
    for (const range of ['7d', '30d', '90d', 'all']) {
      const { body } = await server.call('GET /v1/dashboard', { query: { range, scope: 'all' } });
      for (const rate of ['open_rate', 'click_rate', 'bounce_rate']) {
        assert.ok(
          body.kpis[rate] === null || (body.kpis[rate] >= 0 && body.kpis[rate] <= 1),
          `${range} ${rate}`,
        );
      }
    }
  });

  test('200: archived magnets count with scope=all only, and 30d and active are the defaults', async () => {
    const { body: active } = await server.call('GET /v1/dashboard', {
      query: { range: 'all', scope: 'active' },
    });
    const { body: all } = await server.call('GET /v1/dashboard', { query: { range: 'all', scope: 'all' } });
    assert.ok(all.kpis.sent > active.kpis.sent);
    const { body: byDefault } = await server.call('GET /v1/dashboard');
    assert.equal(byDefault.range, '30d');
    assert.equal(byDefault.scope, 'active');
  });

  refusesValues(server, '/v1/dashboard', 'range', [
    '',
    '1m',
    '30',
    '30D',
    'constructor',
    'toString',
    '7d%00',
  ]);
  refusesValues(server, '/v1/dashboard', 'scope', ['', 'archived', 'ALL', 'public', '__proto__']);
  refusesStrangers(server, () => 'GET /v1/dashboard', 'analytics:read');
});
