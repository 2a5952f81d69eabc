import assert from 'node:assert/strict';
import { test } from 'node:test';

import { toWire } from '@lodestone/core';

import { type Facts, readFacts } from '../../../core/test/recount.ts';
import * as recount from '../../../core/test/recount.ts';
import { onEveryDatabase } from '../server.ts';

/** Rule 1: each figure that an operation returns is what a plain recount of the account's facts gives. */
onEveryDatabase((server) => {
  const facts = (): Promise<Facts> => readFacts(server.db, server.account.id);
  const get = async (path: string, query: Record<string, string | number> = {}) =>
    (await server.call(`GET ${path}`, { query })).body;

  test('the account’s totals', async () => {
    assert.deepEqual((await get('/v1/me')).totals, recount.totals(await facts()));
  });

  for (const range of ['7d', '1m', '3m', 'all']) {
    test(`AI usage of ${range}`, async () => {
      assert.deepEqual(await get('/v1/usage', { range }), recount.usage(await facts(), range, new Date()));
    });
  }

  for (const range of ['7d', '30d', '90d', 'all']) {
    for (const scope of ['active', 'all']) {
      test(`the dashboard of ${range}, ${scope} magnets`, async () => {
        assert.deepEqual(
          await get('/v1/dashboard', { range, scope }),
          recount.dashboard(await facts(), range, scope, new Date()),
        );
      });
    }
  }

  test('the performance of every magnet, in the list and alone', async () => {
    const { magnets, ...others } = await facts();
    const { data } = await get('/v1/magnets', { limit: 200 });
    assert.equal(data.length, magnets.length);
    for (const magnet of magnets) {
      const expected = recount.performance({ magnets, ...others }, magnet.id);
      const id = toWire('mag', magnet.id);
      assert.deepEqual(data.find((row: { id: string }) => row.id === id).performance, expected);
      assert.deepEqual((await get(`/v1/magnets/${id}`)).performance, expected);
    }
  });

  test('the engagement and the score of every subscriber, in the list and alone', async () => {
    const known = await facts();
    const byId = new Map(known.subscribers.map((row) => [toWire('sub', row.id), row]));
    for (let offset = 0; offset < known.subscribers.length; offset += 200) {
      const { data, total_matching } = await get('/v1/subscribers', { limit: 200, offset });
      assert.equal(total_matching, known.subscribers.length);
      for (const [index, record] of data.entries()) {
        const expected = recount.engagement(known, byId.get(record.id)!, new Date());
        assert.deepEqual(pick(record), expected);
        if (index % 50 === 0) assert.deepEqual(pick(await get(`/v1/subscribers/${record.id}`)), expected);
        byId.delete(record.id);
      }
    }
    assert.equal(byId.size, 0, 'every subscriber was on one page');
  });

  test('the leads and the metrics of every campaign', async () => {
    const known = await facts();
    const { data } = await get('/v1/campaigns', { limit: 200 });
    assert.equal(data.length, known.campaigns.length);
    for (const campaign of known.campaigns) {
      const id = toWire('cmp', campaign.id);
      assert.deepEqual(
        data.find((row: { id: string }) => row.id === id).leads,
        recount.leads(known, campaign.id),
      );
      assert.deepEqual(
        await get(`/v1/campaigns/${id}/metrics`),
        recount.metrics(known, campaign, new Date()),
      );
    }
  });

  test('the reply inbox', async () => {
    const { latest, ...figures } = await get('/v1/unibox');
    assert.deepEqual(figures, recount.unibox(await facts()));
    assert.ok(latest.length > 0);
  });

  test('the sending inboxes and their summary', async () => {
    const expected = recount.emailAccounts(await facts(), new Date());
    const { data, summary } = await get('/v1/email-accounts');
    assert.deepEqual(summary, expected.summary);
    assert.deepEqual(
      data.map(({ id, sent_today, deliverability: { sent, bounced, bounce_rate } }: any) => ({
        id,
        sent_today,
        sent,
        bounced,
        bounce_rate,
      })),
      expected.records,
    );
  });

  test('after the API’s own writes too', async () => {
    const { data: people } = await get('/v1/subscribers', { status: 'active', order: 'activity', limit: 20 });
    for (const { id } of people) await server.call(`POST /v1/subscribers/${id}/unsubscribe`);
    const { latest } = await get('/v1/unibox');
    const intents = ['won', 'no_reply', 'replied', 'not_interested', 'unsubscribed', 'interested'];
    for (const [index, { id }] of latest.entries()) {
      await server.call(`PATCH /v1/unibox/${id}`, {
        body: { reply_intent: intents[index % intents.length] },
      });
    }
    const known = await facts();
    const { latest: _, ...figures } = await get('/v1/unibox');
    assert.deepEqual(figures, recount.unibox(known));
    assert.deepEqual((await get('/v1/me')).totals, recount.totals(known));
    assert.deepEqual(
      await get('/v1/dashboard', { range: 'all', scope: 'all' }),
      recount.dashboard(known, 'all', 'all', new Date()),
    );
    for (const campaign of known.campaigns) {
      const metrics = await get(`/v1/campaigns/${toWire('cmp', campaign.id)}/metrics`);
      assert.deepEqual(metrics, recount.metrics(known, campaign, new Date()));
    }
  });
});

function pick({ engagement, last_activity_at, lead_score, temperature }: Record<string, unknown>) {
  return { engagement, last_activity_at, lead_score, temperature };
}
