import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let lead: any;
  let foreign: any;
  before(async () => {
    lead = await find(server, '/v1/subscribers');
    foreign = await find(server, '/v1/subscribers', undefined, server.other.keys.full);
  });

  test('200: the record of the list, with requests, deliveries and enrollments', async () => {
    const { status, body } = await server.call(`GET /v1/subscribers/${lead.id}`);
    assert.equal(status, 200);
    const { requests, enrollments, ...record } = body;
    assert.deepEqual(record, lead);
    const asked = requests.reduce((sum: number, { deliveries }: any) => sum + deliveries.length, 0);
    assert.equal(lead.engagement.requests, asked);
    for (const { id } of enrollments) {
      const { body: conversation } = await server.call(`GET /v1/unibox/${id}`);
      assert.equal(conversation.lead.id, lead.id);
    }
  });

  test('200: a person who opted into both accounts shows each account its own side', async () => {
    const { body: own } = await server.call('GET /v1/subscribers', { query: { limit: 200 } });
    const { body: theirs } = await server.call('GET /v1/subscribers', {
      key: server.other.keys.full,
      query: { limit: 200 },
    });
    const shared = own.data
      .map((row: any) => [row, theirs.data.find(({ email }: any) => email === row.email)])
      .filter(([, other]: any) => other);
    assert.ok(shared.length > 0);
    for (const [mine, other] of shared) {
      assert.notEqual(mine.id, other.id);
      const { text } = await server.call(`GET /v1/subscribers/${mine.id}`);
      assert.equal(text.includes(other.id), false);
    }
  });

  refusesOtherIds(
    server,
    'sub',
    (id) => `GET /v1/subscribers/${id}`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `GET /v1/subscribers/${lead.id}`, 'subscribers:read');
});
