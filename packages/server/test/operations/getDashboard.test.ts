import { expect, test } from '@jest/globals';
import { istDay } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const LENGTHS = { '7d': 7, '30d': 30, '90d': 90 };

onEveryDatabase((server) => {
  test('200: a row for every IST day of the range, today included', async () => {
    for (const [range, length] of Object.entries(LENGTHS)) {
      const { status, body } = await server.call('GET /v1/dashboard', { query: { range } });
      expect(status).toBe(200);
      expect(body.by_day).toHaveLength(length);
      expect(body.by_day.at(-1)!.date).toBe(istDay(new Date()));
      expect(body.from).toBe(body.by_day[0]!.date);
    }
  });

  test('200: no rate is above 1', async () => {
    for (const range of ['7d', '30d', '90d', 'all']) {
      const { body } = await server.call('GET /v1/dashboard', { query: { range, scope: 'all' } });
      for (const rate of ['open_rate', 'click_rate', 'bounce_rate'] as const) {
        const value = body.kpis[rate];
        expectFor(`${range} ${rate}`, value === null || (value >= 0 && value <= 1)).toBe(true);
      }
    }
  });

  test('200: archived magnets count with scope=all only, and 30d and active are the defaults', async () => {
    const { body: active } = await server.call('GET /v1/dashboard', {
      query: { range: 'all', scope: 'active' },
    });
    const { body: all } = await server.call('GET /v1/dashboard', { query: { range: 'all', scope: 'all' } });
    expect(all.kpis.sent).toBeGreaterThan(active.kpis.sent);
    const { body: byDefault } = await server.call('GET /v1/dashboard');
    expect(byDefault.range).toBe('30d');
    expect(byDefault.scope).toBe('active');
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
