import { beforeAll, expect, test } from '@jest/globals';
import type { Campaign } from '@lodestone/server/api/generated/contract.js';
import { campaign, find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let active: Campaign;
  let foreign: Campaign;
  beforeAll(async () => {
    active = await find(
      server,
      '/v1/campaigns',
      ({ leads, status }) => status === 'active' && leads.total > 50,
    );
    foreign = await campaign(server, 'active', server.other.keys.full);
  });

  test('200: replies split into seven intents and those that wait, and rates go with their counts', async () => {
    const { data } = (await server.call('GET /v1/campaigns', { query: { limit: 200 } })).body;
    expect(data.length).toBeGreaterThan(0);
    for (const { id } of data) {
      const { status, body } = await server.call(`GET /v1/campaigns/${id}/metrics`);
      expect(status).toBe(200);
      const classified = body.replies_by_intent.reduce((sum: number, { count }) => sum + count, 0);
      expect(body.replies_by_intent).toHaveLength(7);
      expect(classified + body.awaiting_classification).toBe(body.replies);
      const rate =
        body.enrollments === 0 ? null : Math.round((body.replies / body.enrollments) * 10_000) / 10_000;
      expect(body.reply_rate).toBe(rate);
    }
  });

  test('200: the campaign is the record of the list', async () => {
    const { body } = await server.call(`GET /v1/campaigns/${active.id}/metrics`);
    expect(body.campaign.id).toBe(active.id);
    expect(body.enrollments).toBe(active.leads.total);
    expect(body.steps).toHaveLength(active.settings.steps);
  });

  refusesOtherIds(
    server,
    'cmp',
    (id) => `GET /v1/campaigns/${id}/metrics`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `GET /v1/campaigns/${active.id}/metrics`, 'campaigns:read');
});
