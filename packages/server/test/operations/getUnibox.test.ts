import assert from 'node:assert/strict';
import { test } from 'node:test';

import { refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: mails, replies by intent and by campaign, all of which add up', async () => {
    const { status, body } = await server.call('GET /v1/unibox');
    assert.equal(status, 200);
    assert.ok(body.inbox_messages > body.campaign_reply_messages);
    const sum = (rows: any[], field: string) => rows.reduce((total, row) => total + row[field], 0);
    assert.equal(body.by_intent.length, 7);
    assert.equal(sum(body.by_intent, 'count') + body.awaiting_classification, body.replies);
    assert.equal(sum(body.by_campaign, 'messages'), body.campaign_reply_messages);
    assert.equal(sum(body.by_campaign, 'replies'), body.replies);
    for (const row of body.by_campaign) {
      assert.equal(sum(row.by_intent, 'count') + row.awaiting_classification, row.replies);
    }
  });

  test('200: the latest conversations, each of which can be opened', async () => {
    const { body } = await server.call('GET /v1/unibox');
    const moments = body.latest.map((row: any) => row.last_message_at);
    assert.deepEqual(moments, moments.toSorted().toReversed());
    assert.ok(body.latest.length > 0 && body.latest.length <= 50);
    for (const { id, lead } of body.latest.slice(0, 3)) {
      const { body: conversation } = await server.call(`GET /v1/unibox/${id}`);
      assert.deepEqual(conversation.lead, lead);
    }
  });

  refusesStrangers(server, () => 'GET /v1/unibox', 'unibox:read');
});
