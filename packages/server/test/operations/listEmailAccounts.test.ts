import assert from 'node:assert/strict';
import { test } from 'node:test';

import { refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: every inbox on one page, and the capacity of those that are active and not paused by the system', async () => {
    const { status, body } = await server.call('GET /v1/email-accounts');
    assert.equal(status, 200);
    assert.equal(body.has_more, false);
    assert.equal(body.next_offset, null);
    assert.equal(body.summary.total, body.data.length);
    const sending = body.data.filter(
      (inbox: any) => inbox.status === 'active' && inbox.system_pause === null,
    );
    const capacity = sending.reduce((sum: number, inbox: any) => sum + inbox.daily_capacity, 0);
    assert.equal(body.summary.total_daily_capacity, capacity);
    assert.equal(body.summary.active, sending.length);
    assert.ok(body.data.some((inbox: any) => inbox.system_pause !== null && inbox.status === 'active'));
  });

  test('400: it takes no paging', async () => {
    for (const name of ['limit', 'offset']) {
      const answer = await server.call('GET /v1/email-accounts', { query: { [name]: 1 } });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.error.param, name);
    }
  });

  refusesStrangers(server, () => 'GET /v1/email-accounts', 'account:read');
});
