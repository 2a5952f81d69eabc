import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { CLASSIFIED_INTENTS, PLACEHOLDER_INTENTS } from '@lodestone/core';

import { conversation } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const INTENTS = [...CLASSIFIED_INTENTS, ...PLACEHOLDER_INTENTS];

onEveryDatabase((server) => {
  let id: string;
  let foreign: string;
  before(async () => {
    id = await conversation(server);
    foreign = await conversation(server, server.other.keys.full);
  });
  const set = (reply_intent: string) => server.call(`PATCH /v1/unibox/${id}`, { body: { reply_intent } });

  test('200: any of the nine intents from any other', async () => {
    assert.equal(INTENTS.length, 9);
    for (const from of INTENTS) {
      await set(from);
      for (const to of INTENTS) {
        const { status, body } = await set(to);
        assert.equal(status, 200, `${from} to ${to}`);
        assert.equal(body.reply_intent, to);
      }
    }
    const { body } = await set('won');
    assert.deepEqual((await server.call(`GET /v1/unibox/${id}`)).body, body);
  });

  test("200: the inbox's and the campaign's split follow", async () => {
    const { body: moved } = await set('interested');
    const counts = async (intent: string) => {
      const { body: unibox } = await server.call('GET /v1/unibox');
      const { body: metrics } = await server.call(`GET /v1/campaigns/${moved.campaign.id}/metrics`);
      const of = (rows: any[]) => rows.find((row) => row.intent === intent).count;
      return [of(unibox.by_intent), of(metrics.replies_by_intent)];
    };
    const [unibox, metrics] = await counts('won');
    await set('won');
    assert.deepEqual(await counts('won'), [unibox + 1, metrics + 1]);
  });

  test('200: `unsubscribed` classifies and opts nobody out', async () => {
    const { body } = await set('unsubscribed');
    const { body: lead } = await server.call(`GET /v1/subscribers/${body.lead.id}`);
    assert.equal(lead.status, body.lead.status);
    assert.equal(lead.unsubscribed_at === null, body.lead.status === 'active');
  });

  refusesBodies(server, () => `PATCH /v1/unibox/${id}`, { reply_intent: 'won' }, [
    {},
    undefined,
    { reply_intent: null },
    { reply_intent: '' },
    { reply_intent: 'Won' },
    { reply_intent: 'maybe' },
    { reply_intent: 1 },
    { reply_intent: ['won'] },
    { reply_intent: 'won', status: 'stopped' },
    { reply_intent: 'won', enrollmentId: 'x' },
    '{"reply_intent":"won\\u0000"}',
  ]);
  refusesOtherIds(
    server,
    'enr',
    (id) => `PATCH /v1/unibox/${id}`,
    () => foreign,
    { reply_intent: 'won' },
  );
  refusesStrangers(server, () => `PATCH /v1/unibox/${id}`, 'unibox:write', { reply_intent: 'won' });
});
