import { beforeAll, expect, test } from '@jest/globals';
import { CLASSIFIED_INTENTS, PLACEHOLDER_INTENTS, sendAnswer } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { conversation } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const INTENTS = [...CLASSIFIED_INTENTS, ...PLACEHOLDER_INTENTS];

onEveryDatabase((server) => {
  let id: string;
  let foreign: string;
  beforeAll(async () => {
    id = await conversation(server);
    foreign = await conversation(server, server.other.keys.full);
  });
  const set = (reply_intent: string) => server.call(`PATCH /v1/unibox/${id}`, { body: { reply_intent } });

  test('200: any of the nine intents from any other', async () => {
    expect(INTENTS).toHaveLength(9);
    for (const from of INTENTS) {
      await set(from);
      for (const to of INTENTS) {
        const { status, body } = await set(to);
        expectFor(`${from} to ${to}`, status).toBe(200);
        expect(body.reply_intent).toBe(to);
      }
    }
    const { body } = await set('won');
    expect((await server.call(`GET /v1/unibox/${id}`)).body).toStrictEqual(body);
  });

  test("200: the inbox's and the campaign's split follow", async () => {
    const { body: moved } = await set('interested');
    const counts = async (intent: string) => {
      const { body: unibox } = await server.call('GET /v1/unibox');
      const { body: metrics } = await server.call(`GET /v1/campaigns/${moved.campaign.id}/metrics`);
      const of = (rows: { intent: string; count: number }[]) =>
        rows.find((row) => row.intent === intent)!.count;
      return [of(unibox.by_intent), of(metrics.replies_by_intent)];
    };
    const [unibox, metrics] = await counts('won');
    await set('won');
    expect(await counts('won')).toStrictEqual([unibox! + 1, metrics! + 1]);
  });

  test('200: `unsubscribed` classifies and opts nobody out', async () => {
    const { body } = await set('unsubscribed');
    const { body: lead } = await server.call(`GET /v1/subscribers/${body.lead.id}`);
    expect(lead.status).toBe(body.lead.status);
    expect(lead.unsubscribed_at === null).toBe(body.lead.status === 'active');
  });

  test('200: what was answered by hand stays as it is', async () => {
    await sendAnswer(server.account, { id, body: 'Thursday it is.' });
    const { answers } = (await server.call(`GET /v1/unibox/${id}`)).body;
    expect(answers.at(-1)).toMatchObject({ status: 'queued', body: 'Thursday it is.' });
    expect((await set('won')).body.answers).toStrictEqual(answers);
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
