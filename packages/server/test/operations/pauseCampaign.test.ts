import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { campaign } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let paused: any;
  let foreign: any;
  before(async () => {
    paused = await campaign(server, 'paused');
    foreign = await campaign(server, 'paused', server.other.keys.full);
  });
  const pause = (id: string, body?: unknown) => server.call(`POST /v1/campaigns/${id}/pause`, { body });
  const resume = (id: string) => server.call(`POST /v1/campaigns/${id}/resume`);

  test('200: a running campaign pauses, with the reason and who paused it', async () => {
    const { id } = await campaign(server, 'active');
    const { status, body } = await pause(id, { reason: '  Reworking step two ' });
    assert.equal(status, 200);
    assert.equal(body.status, 'paused');
    assert.equal(body.pause.by, 'api');
    assert.equal(body.pause.reason, 'Reworking step two');
    assert.ok(Math.abs(Date.parse(body.pause.at) - Date.now()) < 60_000);
    const { body: again } = await pause(id, { reason: 'Another' });
    assert.deepEqual(again, body, 'the first reason stays');
    await resume(id);
  });

  test('200: the body, its reason and its content may be left out', async () => {
    const { id } = await campaign(server, 'active');
    const bodies: [body: unknown, headers: Record<string, string>][] = [
      [undefined, {}],
      ['', { 'content-length': '0' }],
      [undefined, { 'content-type': 'text/plain' }],
      [{}, {}],
      [{ reason: '   ' }, {}],
      [{ reason: '😀'.repeat(500) }, {}],
    ];
    for (const [body, headers] of bodies) {
      const answer = await server.call(`POST /v1/campaigns/${id}/pause`, { body, headers });
      assert.equal(answer.status, 200, JSON.stringify(body));
      assert.equal(answer.body.status, 'paused');
      await resume(id);
    }
  });

  test('200: what is paused already, by whomever, stays as it is', async () => {
    for (const status of ['paused', 'bounced', 'stalled']) {
      const before = await campaign(server, status);
      const answer = await pause(before.id, { reason: 'Mine' });
      assert.equal(answer.status, 200, status);
      assert.deepEqual(answer.body, before);
    }
  });

  test('409 `invalid_state`: a campaign that is not running stays as it is', async () => {
    for (const status of ['draft', 'scheduled', 'completed']) {
      const before = await campaign(server, status);
      const answer = await pause(before.id);
      assert.equal(answer.status, 409, status);
      assert.equal(answer.body.error.code, 'invalid_state');
      assert.deepEqual(await campaign(server, status), before);
    }
  });

  refusesBodies(server, () => `POST /v1/campaigns/${paused.id}/pause`, { reason: 'x' }, [
    { reason: null },
    { reason: 1 },
    { reason: ['x'] },
    { reason: 'x'.repeat(501) },
    { reason: 'x', by: 'system' },
    { status: 'paused' },
    '{"reason":"\\u0000"}',
    '{"reason":"\\ud800"}',
  ]);
  refusesOtherIds(
    server,
    'cmp',
    (id) => `POST /v1/campaigns/${id}/pause`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `POST /v1/campaigns/${paused.id}/pause`, 'campaigns:write');
});
