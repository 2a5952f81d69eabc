import assert from 'node:assert/strict';
import { test } from 'node:test';

import { istDay } from '@lodestone/core';

import { refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: each range ends today and splits add up to the totals', async () => {
    for (const range of ['7d', '1m', '3m', 'all']) {
      const { status, body } = await server.call('GET /v1/usage', { query: { range } });
      assert.equal(status, 200);
      assert.equal(body.range, range);
      assert.equal(body.to, istDay(new Date()));
      assert.ok(body.totals.calls > 0);
      for (const split of ['by_model', 'by_endpoint', 'by_day']) {
        for (const figure of ['calls', 'input_tokens', 'output_tokens', 'cost_usd']) {
          const sum = body[split].reduce((total: number, row: any) => total + row[figure], 0);
          assert.ok(Math.abs(sum - body.totals[figure]) < 1e-6, `${range}: ${figure} by ${split}`);
        }
      }
    }
  });

  test('200: the range is 1m unless one is given', async () => {
    const { body } = await server.call('GET /v1/usage');
    const { body: asked } = await server.call('GET /v1/usage', { query: { range: '1m' } });
    assert.deepEqual(body, asked);
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
