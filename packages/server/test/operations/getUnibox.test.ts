import { expect, test } from '@jest/globals';
import { refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: mails, replies by intent and by campaign, all of which add up', async () => {
    const { status, body } = await server.call('GET /v1/unibox');
    expect(status).toBe(200);
    expect(body.inbox_messages).toBeGreaterThan(body.campaign_reply_messages);
    const sum = <Field extends string>(rows: Record<Field, number>[], field: Field) =>
      rows.reduce((total, row) => total + row[field], 0);
    expect(body.by_intent).toHaveLength(7);
    expect(sum(body.by_intent, 'count') + body.awaiting_classification).toBe(body.replies);
    expect(sum(body.by_campaign, 'messages')).toBe(body.campaign_reply_messages);
    expect(sum(body.by_campaign, 'replies')).toBe(body.replies);
    for (const row of body.by_campaign) {
      expect(sum(row.by_intent, 'count') + row.awaiting_classification).toBe(row.replies);
    }
  });

  test('200: the latest conversations, each of which can be opened', async () => {
    const { body } = await server.call('GET /v1/unibox');
    const moments = body.latest.map((row) => row.last_message_at);
    expect(moments).toStrictEqual(moments.toSorted().toReversed());
    expect(body.latest.length).toBeGreaterThan(0);
    expect(body.latest.length).toBeLessThanOrEqual(50);
    for (const { id, lead } of body.latest.slice(0, 3)) {
      const { body: conversation } = await server.call(`GET /v1/unibox/${id}`);
      expect(conversation.lead).toStrictEqual(lead);
    }
  });

  refusesStrangers(server, () => 'GET /v1/unibox', 'unibox:read');
});
