import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { find } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let magnet: any;
  let foreign: any;
  before(async () => {
    magnet = await find(server, '/v1/magnets');
    foreign = await find(server, '/v1/magnets', undefined, server.other.keys.full);
  });

  test('200: the same record that the list holds', async () => {
    const { status, body } = await server.call(`GET /v1/magnets/${magnet.id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, magnet);
  });

  refusesOtherIds(
    server,
    'mag',
    (id) => `GET /v1/magnets/${id}`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `GET /v1/magnets/${magnet.id}`, 'magnets:read');
});
