import { beforeAll, expect, test } from '@jest/globals';
import type { Magnet } from '@lodestone/server/api/generated/contract.js';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { find } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const STATUSES = ['draft', 'private', 'public', 'archived'];

onEveryDatabase((server) => {
  let tested: Magnet;
  let untested: Magnet;
  let foreign: Magnet;
  beforeAll(async () => {
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
        expectFor(`${from} to ${to}`, status).toBe(200);
        expect(body.status).toBe(to);
        expect((await server.call(`GET /v1/magnets/${tested.id}`)).body).toStrictEqual(body);
      }
    }
  });

  test('400 `test_send_required`: made public without a successful test; it stays as it was', async () => {
    for (const from of ['draft', 'private', 'archived']) {
      expect((await set(untested.id, from)).status).toBe(200);
      const answer = await set(untested.id, 'public');
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('test_send_required');
      expect((await server.call(`GET /v1/magnets/${untested.id}`)).body.status).toBe(from);
    }
  });

  test('a failed test is no test', async () => {
    const failed = await find(
      server,
      '/v1/magnets',
      (row) => row.test_send?.status === 'failed' && !row.can_publish,
    );
    expect((await set(failed.id, 'public')).body.error.code).toBe('test_send_required');
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
