import { beforeAll, expect, test } from '@jest/globals';
import { sendAnswer } from '@lodestone/core';

import { conversation } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let id: string;
  let foreign: string;
  beforeAll(async () => {
    id = await conversation(server);
    foreign = await conversation(server, server.other.keys.full);
  });

  test('200: the lead, every send and every reply in order', async () => {
    const { status, body } = await server.call(`GET /v1/unibox/${id}`);
    expect(status).toBe(200);
    expect(body.sends.length).toBeGreaterThan(0);
    expect(body.replies.length).toBeGreaterThan(0);
    const queued = body.sends.map((send) => send.queued_at);
    expect(queued).toStrictEqual(queued.toSorted());
    const received = body.replies.map((reply) => reply.received_at);
    expect(received).toStrictEqual(received.toSorted());
    const { body: lead } = await server.call(`GET /v1/subscribers/${body.lead.id}`);
    expect(lead.enrollments.some((enrollment) => enrollment.id === id)).toBeTruthy();
  });

  test('200: an answer by hand stands apart from the sends', async () => {
    const before = (await server.call(`GET /v1/unibox/${id}`)).body;
    const lead = before.replies.at(-1)!.from;
    await sendAnswer(server.account, { id, body: 'Thursday it is.' });
    const { body } = await server.call(`GET /v1/unibox/${id}`);
    expect(body.sends).toStrictEqual(before.sends);
    expect(body.answers.at(-1)).toMatchObject({ status: 'queued', body: 'Thursday it is.', failure: null });
    expect(body.replies.at(-1)!.from).toBe(lead);
  });

  refusesOtherIds(
    server,
    'enr',
    (id) => `GET /v1/unibox/${id}`,
    () => foreign,
  );
  refusesStrangers(server, () => `GET /v1/unibox/${id}`, 'unibox:read');
});
