import { beforeAll, expect, test } from '@jest/globals';
import type { Subscriber } from '@lodestone/server/api/generated/contract.js';
import { sql } from '@lodestone/core/db/sql.js';

import { find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let out: Subscriber;
  let foreign: Subscriber;
  beforeAll(async () => {
    out = await find(server, '/v1/subscribers?status=unsubscribed');
    foreign = await find(server, '/v1/subscribers?status=unsubscribed', undefined, server.other.keys.full);
  });
  const unsubscribe = (id: string) => server.call(`POST /v1/subscribers/${id}/unsubscribe`);

  test('200: opts out, cancels what is queued, stops enrollments, and says so', async () => {
    const [queued] = await server.account.rows<{ email: string }>(
      (own) => sql`
        select s.email
        from ${own('campaign_sends')} as c
        join ${own('enrollments')} as e on e.id = c.enrollment_id
        join ${own('subscribers')} as s on s.id = e.subscriber_id
        where c.status = 'queued' and e.status = 'active' and s.status = 'active'
        limit 1`,
    );
    const { email } = queued!;
    const lead = await find(
      server,
      `/v1/subscribers?search=${encodeURIComponent(email)}`,
      (row) => row.email === email,
    );
    const { status, body } = await unsubscribe(lead.id);
    expect(status).toBe(200);
    expect(body.changed).toBe(true);
    expect(body.cancelled_sends).toBeGreaterThan(0);
    expect(body.stopped_enrollments).toBeGreaterThan(0);
    expect(body.subscriber.status).toBe('unsubscribed');
    expect(Math.abs(Date.parse(body.subscriber.unsubscribed_at!) - Date.now())).toBeLessThan(60_000);
    expect(body.subscriber.enrollments.every((enrollment) => enrollment.status !== 'active')).toBeTruthy();
    for (const { id } of body.subscriber.enrollments) {
      const { body: conversation } = await server.call(`GET /v1/unibox/${id}`);
      expect(conversation.sends.every((send) => send.status !== 'queued')).toBeTruthy();
    }
    expect((await server.call(`GET /v1/subscribers/${lead.id}`)).body).toStrictEqual(body.subscriber);
  });

  test('200: doing it again changes nothing and keeps the first moment', async () => {
    const { body } = await unsubscribe(out.id);
    expect(body.changed).toBe(false);
    expect(body.subscriber.unsubscribed_at).toBe(out.unsubscribed_at);
    expect([body.cancelled_sends, body.stopped_enrollments]).toStrictEqual([0, 0]);
  });

  test('200: of ten calls at once one changes', async () => {
    const lead = await find(server, '/v1/subscribers?status=active');
    const answers = await Promise.all(Array.from({ length: 10 }, () => unsubscribe(lead.id)));
    expect(answers.filter(({ body }) => body.changed)).toHaveLength(1);
    const moments = new Set(answers.map(({ body }) => body.subscriber.unsubscribed_at));
    expect(moments.size).toBe(1);
  });

  test('200: the totals follow', async () => {
    const totals = async () => (await server.call('GET /v1/me')).body.totals;
    const earlier = await totals();
    await unsubscribe((await find(server, '/v1/subscribers?status=active')).id);
    const later = await totals();
    expect(later.active_subscribers).toBe(earlier.active_subscribers - 1);
    expect(later.unsubscribed_subscribers).toBe(earlier.unsubscribed_subscribers + 1);
  });

  test('it takes no body: an empty object is fine, a field or what is no JSON is not', async () => {
    const line = `POST /v1/subscribers/${out.id}/unsubscribe`;
    expect((await server.call(line, { body: {} })).status).toBe(200);
    expect((await server.call(line, { headers: { 'content-type': 'text/plain' } })).status).toBe(200);
    expect((await server.call(line, { body: { reason: 'x' } })).status).toBe(400);
    expect((await server.call(line, { body: '{' })).status).toBe(400);
    expect((await server.call(line, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await server.call(line, { body: `"${'x'.repeat(100_001)}"` })).status).toBe(413);
  });

  refusesOtherIds(
    server,
    'sub',
    (id) => `POST /v1/subscribers/${id}/unsubscribe`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `POST /v1/subscribers/${out.id}/unsubscribe`, 'subscribers:write');
});
