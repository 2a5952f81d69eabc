import { beforeAll, expect, test } from '@jest/globals';
import type { Campaign } from '@lodestone/server/api/generated/contract.js';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { campaign } from '../find.ts';
import { refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let active: Campaign;
  let foreign: Campaign;
  beforeAll(async () => {
    active = await campaign(server, 'active');
    foreign = await campaign(server, 'active', server.other.keys.full);
  });
  const resume = (id: string) => server.call(`POST /v1/campaigns/${id}/resume`);

  test('200: a paused campaign sends again, and its pause is gone', async () => {
    const { id } = await campaign(server, 'paused');
    const { status, body } = await resume(id);
    expect(status).toBe(200);
    expect(body.status).toBe('active');
    expect(body.pause).toBeNull();
    // A retried call does not fail.
    expect((await resume(id)).body).toStrictEqual(body);
    await server.call(`POST /v1/campaigns/${id}/pause`);
  });

  test('200: one that the application paused, too', async () => {
    const { id } = await campaign(server, 'paused');
    await server.account
      .update('campaigns')
      .set({ paused_by: 'application' })
      .where('status', '=', 'paused')
      .execute();
    expect((await resume(id)).body.status).toBe('active');
  });

  test('409 `system_paused`: only the application leads out of a pause by the system', async () => {
    for (const status of ['bounced', 'stalled'] as const) {
      const before = await campaign(server, status);
      const answer = await resume(before.id);
      expectFor(status, answer.status).toBe(409);
      expect(answer.body.error.code).toBe('system_paused');
      expect(await campaign(server, status)).toStrictEqual(before);
    }
  });

  test('409 `invalid_state`: a draft, a scheduled and a completed campaign', async () => {
    for (const status of ['draft', 'scheduled', 'completed'] as const) {
      const before = await campaign(server, status);
      const answer = await resume(before.id);
      expectFor(status, answer.status).toBe(409);
      expect(answer.body.error.code).toBe('invalid_state');
      expect(await campaign(server, status)).toStrictEqual(before);
    }
  });

  test('it takes no body: an empty object is fine, a field or what is no JSON is not', async () => {
    const line = `POST /v1/campaigns/${active.id}/resume`;
    expect((await server.call(line, { body: {} })).status).toBe(200);
    expect((await server.call(line, { body: { reason: 'x' } })).status).toBe(400);
    for (const body of ['{', '[]', 'null', '['.repeat(40_000) + ']'.repeat(40_000)]) {
      expectFor(body.slice(0, 9), (await server.call(line, { body })).status).toBe(400);
    }
    expect((await server.call(line, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await server.call(line, { body: `"${'x'.repeat(100_001)}"` })).status).toBe(413);
  });

  refusesOtherIds(
    server,
    'cmp',
    (id) => `POST /v1/campaigns/${id}/resume`,
    () => foreign.id,
  );
  refusesStrangers(server, () => `POST /v1/campaigns/${active.id}/resume`, 'campaigns:write');
});
