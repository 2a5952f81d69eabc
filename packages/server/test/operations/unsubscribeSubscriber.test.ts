import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { sql } from 'kysely';

import { find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let out: any;
  let foreign: any;
  before(async () => {
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
    assert.equal(status, 200);
    assert.equal(body.changed, true);
    assert.ok(body.cancelled_sends > 0 && body.stopped_enrollments > 0);
    assert.equal(body.subscriber.status, 'unsubscribed');
    assert.ok(Math.abs(Date.parse(body.subscriber.unsubscribed_at) - Date.now()) < 60_000);
    assert.ok(body.subscriber.enrollments.every((enrollment: any) => enrollment.status !== 'active'));
    for (const { id } of body.subscriber.enrollments) {
      const { body: conversation } = await server.call(`GET /v1/unibox/${id}`);
      assert.ok(conversation.sends.every((send: any) => send.status !== 'queued'));
    }
    assert.deepEqual((await server.call(`GET /v1/subscribers/${lead.id}`)).body, body.subscriber);
  });

  test('200: doing it again changes nothing and keeps the first moment', async () => {
    const { body } = await unsubscribe(out.id);
    assert.equal(body.changed, false);
    assert.equal(body.subscriber.unsubscribed_at, out.unsubscribed_at);
    assert.deepEqual([body.cancelled_sends, body.stopped_enrollments], [0, 0]);
  });

  test('200: of ten calls at once one changes', async () => {
    const lead = await find(server, '/v1/subscribers?status=active');
    const answers = await Promise.all(Array.from({ length: 10 }, () => unsubscribe(lead.id)));
    assert.equal(answers.filter(({ body }) => body.changed).length, 1);
    const moments = new Set(answers.map(({ body }) => body.subscriber.unsubscribed_at));
    assert.equal(moments.size, 1);
  });

  test('200: the totals follow', async () => {
    const totals = async () => (await server.call('GET /v1/me')).body.totals;
    const earlier = await totals();
    await unsubscribe((await find(server, '/v1/subscribers?status=active')).id);
    const later = await totals();
    assert.equal(later.active_subscribers, earlier.active_subscribers - 1);
    assert.equal(later.unsubscribed_subscribers, earlier.unsubscribed_subscribers + 1);
  });

  test('it takes no body: an empty object is fine, a field or what is no JSON is not', async () => {
    const line = `POST /v1/subscribers/${out.id}/unsubscribe`;
    assert.equal((await server.call(line, { body: {} })).status, 200);
    assert.equal((await server.call(line, { headers: { 'content-type': 'text/plain' } })).status, 200);
    assert.equal((await server.call(line, { body: { reason: 'x' } })).status, 400);
    assert.equal((await server.call(line, { body: '{' })).status, 400);
    assert.equal(
      (await server.call(line, { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
      415,
    );
    assert.equal((await server.call(line, { body: `"${'x'.repeat(100_001)}"` })).status, 413);
  });

  refusesOtherIds(
    server,
    'sub',
    (id) => `POST /v1/subscribers/${id}/unsubscribe`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `POST /v1/subscribers/${out.id}/unsubscribe`, 'subscribers:write');
});
