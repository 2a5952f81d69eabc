import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pages, refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: magnets of every status, newest first, each with its performance', async () => {
    const { status, body } = await server.call('GET /v1/magnets', { query: { limit: 200 } });
    assert.equal(status, 200);
    const created = body.data.map((magnet: any) => magnet.created_at);
    assert.deepEqual(created, created.toSorted().toReversed());
    for (const { performance } of body.data) {
      assert.ok(performance.opened <= performance.sent);
      assert.ok(performance.clicked <= performance.opened);
      assert.ok(performance.leads <= performance.requests);
    }
  });

  test('200: each status filters; together they are `all`, the default', async () => {
    const { body: all } = await server.call('GET /v1/magnets', { query: { limit: 200 } });
    assert.deepEqual(
      (await server.call('GET /v1/magnets', { query: { limit: 200, status: 'all' } })).body,
      all,
    );
    let found = 0;
    for (const wanted of ['draft', 'private', 'public', 'archived']) {
      const { body } = await server.call('GET /v1/magnets', { query: { limit: 200, status: wanted } });
      assert.ok(body.data.length > 0, wanted);
      assert.ok(body.data.every(({ status }: any) => status === wanted));
      found += body.data.length;
    }
    assert.equal(found, all.data.length);
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
