import { expect, test } from '@jest/globals';
import { istDay } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: each range ends today and splits add up to the totals', async () => {
    for (const range of ['7d', '1m', '3m', 'all']) {
      const { status, body } = await server.call('GET /v1/usage', { query: { range } });
      expect(status).toBe(200);
      expect(body.range).toBe(range);
      expect(body.to).toBe(istDay(new Date()));
      expect(body.totals.calls).toBeGreaterThan(0);
      for (const split of ['by_model', 'by_endpoint', 'by_day'] as const) {
        for (const figure of ['calls', 'input_tokens', 'output_tokens', 'cost_usd'] as const) {
          const rows: Record<typeof figure, number>[] = body[split];
          const sum = rows.reduce((total, row) => total + row[figure], 0);
          expectFor(`${range}: ${figure} by ${split}`, Math.abs(sum - body.totals[figure])).toBeLessThan(
            1e-6,
          );
        }
      }
    }
  });

  test('200: the range is 1m unless one is given', async () => {
    const { body } = await server.call('GET /v1/usage');
    const { body: asked } = await server.call('GET /v1/usage', { query: { range: '1m' } });
    expect(body).toStrictEqual(asked);
  });

  refusesValues(server, '/v1/usage', 'range', [
    '',
    '30d',
    '2w',
    '7D',
    ' 7d',
    '7d,1m',
    'constructor',
    '__proto__',
    '%00',
  ]);
  refusesStrangers(server, () => 'GET /v1/usage', 'account:read');
});
