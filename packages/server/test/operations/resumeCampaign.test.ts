import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { campaign } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let active: any;
  let foreign: any;
  before(async () => {
    active = await campaign(server, 'active');
    foreign = await campaign(server, 'active', server.other.keys.full);
  });
  const resume = (id: string) => server.call(`POST /v1/campaigns/${id}/resume`);

  test('200: a paused campaign sends again, and its pause is gone', async () => {
    const { id } = await campaign(server, 'paused');
    const { status, body } = await resume(id);
    assert.equal(status, 200);
    assert.equal(body.status, 'active');
    assert.equal(body.pause, null);
    assert.deepEqual((await resume(id)).body, body, 'a retried call does not fail');
    await server.call(`POST /v1/campaigns/${id}/pause`);
  });

  test('200: one that the application paused, too', async () => {
    const { id } = await campaign(server, 'paused');
    await server.account
      .update('campaigns')
      .set({ paused_by: 'application' })
      .where('status', '=', 'paused')
      .execute();
    assert.equal((await resume(id)).body.status, 'active');
  });

  test('409 `system_paused`: only the application leads out of a pause by the system', async () => {
    for (const status of ['bounced', 'stalled']) {
      const before = await campaign(server, status);
      const answer = await resume(before.id);
      assert.equal(answer.status, 409, status);
      assert.equal(answer.body.error.code, 'system_paused');
      assert.deepEqual(await campaign(server, status), before);
    }
  });

  test('409 `invalid_state`: a draft, a scheduled and a completed campaign', async () => {
    for (const status of ['draft', 'scheduled', 'completed']) {
      const before = await campaign(server, status);
      const answer = await resume(before.id);
      assert.equal(answer.status, 409, status);
      assert.equal(answer.body.error.code, 'invalid_state');
      assert.deepEqual(await campaign(server, status), before);
    }
  });

  test('it takes no body: an empty object is fine, a field or what is no JSON is not', async () => {
    const line = `POST /v1/campaigns/${active.id}/resume`;
    assert.equal((await server.call(line, { body: {} })).status, 200);
    assert.equal((await server.call(line, { body: { reason: 'x' } })).status, 400);
    for (const body of ['{', '[]', 'null', '['.repeat(40_000) + ']'.repeat(40_000)]) {
      assert.equal((await server.call(line, { body })).status, 400, body.slice(0, 9));
    }
    assert.equal(
      (await server.call(line, { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
      415,
    );
    assert.equal((await server.call(line, { body: `"${'x'.repeat(100_001)}"` })).status, 413);
  });

  refusesOtherIds(
    server,
    'cmp',
    (id) => `POST /v1/campaigns/${id}/resume`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `POST /v1/campaigns/${active.id}/resume`, 'campaigns:write');
});
