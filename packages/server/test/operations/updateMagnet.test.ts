import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { find } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const STATUSES = ['draft', 'private', 'public', 'archived'];

onEveryDatabase((server) => {
  let tested: any;
  let untested: any;
  let foreign: any;
  before(async () => {
    tested = await find(server, '/v1/magnets', ({ can_publish }) => can_publish);
    untested = await find(server, '/v1/magnets', ({ can_publish }) => !can_publish);
    foreign = await find(server, '/v1/magnets', ({ status }) => status === 'draft', server.other.keys.full);
  });
  const set = (id: string, status: unknown) => server.call(`PATCH /v1/magnets/${id}`, { body: { status } });

  test('200: any status to any other, itself included, once a test was sent', async () => {
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        await set(tested.id, from);
        const { status, body } = await set(tested.id, to);
        assert.equal(status, 200, `${from} to ${to}`);
        assert.equal(body.status, to);
        assert.deepEqual((await server.call(`GET /v1/magnets/${tested.id}`)).body, body);
      }
    }
  });

  test('400 `test_send_required`: made public without a successful test; it stays as it was', async () => {
    for (const from of ['draft', 'private', 'archived']) {
      assert.equal((await set(untested.id, from)).status, 200);
      const answer = await set(untested.id, 'public');
      assert.equal(answer.status, 400);
      assert.equal(answer.body.error.code, 'test_send_required');
      assert.equal((await server.call(`GET /v1/magnets/${untested.id}`)).body.status, from);
    }
  });

  test('a failed test is no test', async () => {
    const failed = await find(
      server,
      '/v1/magnets',
      (row) => row.test_send?.status === 'failed' && !row.can_publish,
    );
    assert.equal((await set(failed.id, 'public')).body.error.code, 'test_send_required');
  });

  refusesBodies(server, () => `PATCH /v1/magnets/${tested.id}`, { status: 'draft' }, [
    {},
    undefined,
    { status: null },
    { status: 'all' },
    { status: 'Public' },
    { status: 1 },
    { status: ['draft'] },
    { status: 'draft', title: 'New' },
    { status: 'draft', id: 'mag_01jngkz5g07n8t2r4c6w9y1qxe' },
    '{"status":"draft\\u0000"}',
  ]);
  refusesOtherIds(
    server,
    'mag',
    (id) => `PATCH /v1/magnets/${id}`,
    () => foreign.id,
    { status: 'draft' },
  );
  refusesStrangers(server, () => `PATCH /v1/magnets/${tested.id}`, 'magnets:write', { status: 'draft' });
});
