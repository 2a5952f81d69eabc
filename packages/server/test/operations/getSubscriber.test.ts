import { beforeAll, expect, test } from '@jest/globals';
import type { Subscriber } from '@lodestone/server/api/generated/contract.js';
import { find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let lead: Subscriber;
  let foreign: Subscriber;
  beforeAll(async () => {
    lead = await find(server, '/v1/subscribers');
    foreign = await find(server, '/v1/subscribers', undefined, server.other.keys.full);
  });

  test('200: the record of the list, with requests, deliveries and enrollments', async () => {
    const { status, body } = await server.call(`GET /v1/subscribers/${lead.id}`);
    expect(status).toBe(200);
    const { requests, enrollments, ...record } = body;
    expect(record).toStrictEqual(lead);
    const asked = requests.reduce((sum: number, { deliveries }) => sum + deliveries.length, 0);
    expect(lead.engagement.requests).toBe(asked);
    for (const { id } of enrollments) {
      const { body: conversation } = await server.call(`GET /v1/unibox/${id}`);
      expect(conversation.lead.id).toBe(lead.id);
    }
  });

  test('200: a person who opted into both accounts shows each account its own side', async () => {
    const { body: own } = await server.call('GET /v1/subscribers', { query: { limit: 200 } });
    const { body: theirs } = await server.call('GET /v1/subscribers', {
      key: server.other.keys.full,
      query: { limit: 200 },
    });
    const shared = own.data
      .map((row) => [row, theirs.data.find(({ email }) => email === row.email)])
      .filter(([, other]) => other);
    expect(shared.length).toBeGreaterThan(0);
    for (const [mine, other] of shared) {
      expect(mine!.id).not.toBe(other!.id);
      const { text } = await server.call(`GET /v1/subscribers/${mine!.id}`);
      expect(text).not.toContain(other!.id);
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
