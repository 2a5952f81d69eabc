import { expect, test } from '@jest/globals';
import { refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: every inbox on one page, and the capacity of those that are active and not paused by the system', async () => {
    const { status, body } = await server.call('GET /v1/email-accounts');
    expect(status).toBe(200);
    expect(body.has_more).toBe(false);
    expect(body.next_offset).toBeNull();
    expect(body.summary.total).toBe(body.data.length);
    const sending = body.data.filter((inbox) => inbox.status === 'active' && inbox.system_pause === null);
    const capacity = sending.reduce((sum: number, inbox) => sum + inbox.daily_capacity, 0);
    expect(body.summary.total_daily_capacity).toBe(capacity);
    expect(body.summary.active).toBe(sending.length);
    expect(body.data.some((inbox) => inbox.system_pause !== null && inbox.status === 'active')).toBeTruthy();
  });

  test('400: it takes no paging', async () => {
    for (const name of ['limit', 'offset']) {
      const answer = await server.call('GET /v1/email-accounts', { query: { [name]: 1 } });
      expect(answer.status).toBe(400);
      expect(answer.body.error.param).toBe(name);
    }
  });

  refusesStrangers(server, () => 'GET /v1/email-accounts', 'account:read');
});
