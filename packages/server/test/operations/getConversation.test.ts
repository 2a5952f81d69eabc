import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { conversation } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let id: string;
  let foreign: string;
  before(async () => {
    id = await conversation(server);
    foreign = await conversation(server, server.other.keys.full);
  });

  test('200: the lead, every send and every reply in order', async () => {
    const { status, body } = await server.call(`GET /v1/unibox/${id}`);
    assert.equal(status, 200);
    assert.ok(body.sends.length > 0 && body.replies.length > 0);
    const queued = body.sends.map((send: any) => send.queued_at);
    assert.deepEqual(queued, queued.toSorted());
    const received = body.replies.map((reply: any) => reply.received_at);
    assert.deepEqual(received, received.toSorted());
    const { body: lead } = await server.call(`GET /v1/subscribers/${body.lead.id}`);
    assert.ok(lead.enrollments.some((enrollment: any) => enrollment.id === id));
  });

  refusesOtherIds(
    server,
    'enr',
    (id) => `GET /v1/unibox/${id}`,
    () => foreign,
  );
  refusesStrangers(server, () => `GET /v1/unibox/${id}`, 'unibox:read');
});
