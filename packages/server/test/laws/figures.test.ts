import { expect, test } from '@jest/globals';
import { toWire } from '@lodestone/core';

import { type Facts, readFacts } from '../../../core/test/recount.ts';
import * as recount from '../../../core/test/recount.ts';
import { onEveryDatabase } from '../server.ts';

/** Rule 1: each figure that an operation returns is what a plain recount of the account's facts gives. */
onEveryDatabase((server) => {
  const facts = (): Promise<Facts> => readFacts(server.db, server.account.id);
  const get = async <Path extends string>(path: Path, query: Record<string, string | number> = {}) =>
    (await server.call(`GET ${path}`, { query })).body;

  test('the account’s totals', async () => {
    expect((await get('/v1/me')).totals).toStrictEqual(recount.totals(await facts()));
  });

  for (const range of ['7d', '1m', '3m', 'all']) {
    test(`AI usage of ${range}`, async () => {
      expect(await get('/v1/usage', { range })).toStrictEqual(
        recount.usage(await facts(), range, new Date()),
      );
    });
  }

  for (const range of ['7d', '30d', '90d', 'all']) {
    for (const scope of ['active', 'all']) {
      test(`the dashboard of ${range}, ${scope} magnets`, async () => {
        expect(await get('/v1/dashboard', { range, scope })).toStrictEqual(
          recount.dashboard(await facts(), range, scope, new Date()),
        );
      });
    }
  }

  test('the performance of every magnet, in the list and alone', async () => {
    const { magnets, ...others } = await facts();
    const { data } = await get('/v1/magnets', { limit: 200 });
    expect(data).toHaveLength(magnets.length);
    for (const magnet of magnets) {
      const expected = recount.performance({ magnets, ...others }, magnet.id);
      const id = toWire('mag', magnet.id);
      expect(data.find((row: { id: string }) => row.id === id)!.performance).toStrictEqual(expected);
      expect((await get(`/v1/magnets/${id}`)).performance).toStrictEqual(expected);
    }
  });

  test('the engagement and the score of every subscriber, in the list and alone', async () => {
    const known = await facts();
    const byId = new Map(known.subscribers.map((row) => [toWire('sub', row.id), row]));
    for (let offset = 0; offset < known.subscribers.length; offset += 200) {
      const { data, total_matching } = await get('/v1/subscribers', { limit: 200, offset });
      expect(total_matching).toBe(known.subscribers.length);
      for (const [index, record] of data.entries()) {
        const expected = recount.engagement(known, byId.get(record.id)!, new Date());
        expect(pick(record)).toStrictEqual(expected);
        if (index % 50 === 0) expect(pick(await get(`/v1/subscribers/${record.id}`))).toStrictEqual(expected);
        byId.delete(record.id);
      }
    }
    // Every subscriber was on one page.
    expect(byId.size).toBe(0);
  });

  test('the leads and the metrics of every campaign', async () => {
    const known = await facts();
    const { data } = await get('/v1/campaigns', { limit: 200 });
    expect(data).toHaveLength(known.campaigns.length);
    for (const campaign of known.campaigns) {
      const id = toWire('cmp', campaign.id);
      expect(data.find((row: { id: string }) => row.id === id)!.leads).toStrictEqual(
        recount.leads(known, campaign.id),
      );
      expect(await get(`/v1/campaigns/${id}/metrics`)).toStrictEqual(
        recount.metrics(known, campaign, new Date()),
      );
    }
  });

  test('the reply inbox', async () => {
    const { latest, ...figures } = await get('/v1/unibox');
    expect(figures).toStrictEqual(recount.unibox(await facts()));
    expect(latest.length).toBeGreaterThan(0);
  });

  test('the sending inboxes and their summary', async () => {
    const expected = recount.emailAccounts(await facts(), new Date());
    const { data, summary } = await get('/v1/email-accounts');
    expect(summary).toStrictEqual(expected.summary);
    expect(
      data.map(({ id, sent_today, deliverability: { sent, bounced, bounce_rate } }) => ({
        id,
        sent_today,
        sent,
        bounced,
        bounce_rate,
      })),
    ).toStrictEqual(expected.records);
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
    expect(figures).toStrictEqual(recount.unibox(known));
    expect((await get('/v1/me')).totals).toStrictEqual(recount.totals(known));
    expect(await get('/v1/dashboard', { range: 'all', scope: 'all' })).toStrictEqual(
      recount.dashboard(known, 'all', 'all', new Date()),
    );
    for (const campaign of known.campaigns) {
      const metrics = await get(`/v1/campaigns/${toWire('cmp', campaign.id)}/metrics`);
      expect(metrics).toStrictEqual(recount.metrics(known, campaign, new Date()));
    }
  });
});

function pick({ engagement, last_activity_at, lead_score, temperature }: Record<string, unknown>) {
  return { engagement, last_activity_at, lead_score, temperature };
}
