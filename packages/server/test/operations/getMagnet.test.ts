import { beforeAll, expect, test } from '@jest/globals';
import type { Magnet } from '@lodestone/server/api/generated/contract.js';
import { find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let magnet: Magnet;
  let foreign: Magnet;
  beforeAll(async () => {
    magnet = await find(server, '/v1/magnets');
    foreign = await find(server, '/v1/magnets', undefined, server.other.keys.full);
  });

  test('200: the same record that the list holds', async () => {
    const { status, body } = await server.call(`GET /v1/magnets/${magnet.id}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual(magnet);
  });

  refusesOtherIds(
    server,
    'mag',
    (id) => `GET /v1/magnets/${id}`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `GET /v1/magnets/${magnet.id}`, 'magnets:read');
});
