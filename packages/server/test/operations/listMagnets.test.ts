import { expect, test } from '@jest/globals';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { pages, refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: magnets of every status, newest first, each with its performance', async () => {
    const { status, body } = await server.call('GET /v1/magnets', { query: { limit: 200 } });
    expect(status).toBe(200);
    const created = body.data.map((magnet) => magnet.created_at);
    expect(created).toStrictEqual(created.toSorted().toReversed());
    for (const { performance } of body.data) {
      expect(performance.opened).toBeLessThanOrEqual(performance.sent);
      expect(performance.clicked).toBeLessThanOrEqual(performance.opened);
      expect(performance.leads).toBeLessThanOrEqual(performance.requests);
    }
  });

  test('200: each status filters; together they are `all`, the default', async () => {
    const { body: all } = await server.call('GET /v1/magnets', { query: { limit: 200 } });
    expect(
      (await server.call('GET /v1/magnets', { query: { limit: 200, status: 'all' } })).body,
    ).toStrictEqual(all);
    let found = 0;
    for (const wanted of ['draft', 'private', 'public', 'archived']) {
      const { body } = await server.call('GET /v1/magnets', { query: { limit: 200, status: wanted } });
      expectFor(wanted, body.data.length).toBeGreaterThan(0);
      expect(body.data.every(({ status }) => status === wanted)).toBeTruthy();
      found += body.data.length;
    }
    expect(found).toBe(all.data.length);
  });

  refusesValues(server, '/v1/magnets', 'status', [
    '',
    'live',
    'Draft',
    'draft%20',
    'draft,public',
    'constructor',
    '%00',
  ]);
  pages(server, '/v1/magnets');
  refusesStrangers(server, () => 'GET /v1/magnets', 'magnets:read');
});
