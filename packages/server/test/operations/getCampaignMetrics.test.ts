import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { campaign, find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let active: any;
  let foreign: any;
  before(async () => {
    active = await find(
      server,
      '/v1/campaigns',
      ({ leads, status }) => status === 'active' && leads.total > 50,
    );
    foreign = await campaign(server, 'active', server.other.keys.full);
  });

  test('200: replies split into seven intents and those that wait, and rates go with their counts', async () => {
    for (const { id } of (await server.call('GET /v1/campaigns', { query: { limit: 200 } })).body.data) {
      const { status, body } = await server.call(`GET /v1/campaigns/${id}/metrics`);
      assert.equal(status, 200);
      const classified = body.replies_by_intent.reduce((sum: number, { count }: any) => sum + count, 0);
      assert.equal(body.replies_by_intent.length, 7);
      assert.equal(classified + body.awaiting_classification, body.replies);
      const rate =
        body.enrollments === 0 ? null : Math.round((body.replies / body.enrollments) * 10_000) / 10_000;
      assert.equal(body.reply_rate, rate);
    }
  });

  test('200: the campaign is the record of the list', async () => {
    const { body } = await server.call(`GET /v1/campaigns/${active.id}/metrics`);
    assert.equal(body.campaign.id, active.id);
    assert.equal(body.enrollments, active.leads.total);
    assert.equal(body.steps.length, active.settings.steps);
  });

  refusesOtherIds(
    server,
    'cmp',
    (id) => `GET /v1/campaigns/${id}/metrics`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `GET /v1/campaigns/${active.id}/metrics`, 'campaigns:read');
});
