import { beforeAll, expect, test } from '@jest/globals';
import type { Campaign } from '@lodestone/server/api/generated/contract.js';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { campaign } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let paused: Campaign;
  let foreign: Campaign;
  beforeAll(async () => {
    paused = await campaign(server, 'paused');
    foreign = await campaign(server, 'paused', server.other.keys.full);
  });
  const pause = (id: string, body?: unknown) => server.call(`POST /v1/campaigns/${id}/pause`, { body });
  const resume = (id: string) => server.call(`POST /v1/campaigns/${id}/resume`);

  test('200: a running campaign pauses, with the reason and who paused it', async () => {
    const { id } = await campaign(server, 'active');
    const { status, body } = await pause(id, { reason: '  Reworking step two ' });
    expect(status).toBe(200);
    expect(body.status).toBe('paused');
    expect(body.pause!.by).toBe('api');
    expect(body.pause!.reason).toBe('Reworking step two');
    expect(Math.abs(Date.parse(body.pause!.at) - Date.now())).toBeLessThan(60_000);
    const { body: again } = await pause(id, { reason: 'Another' });
    // The first reason stays.
    expect(again).toStrictEqual(body);
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
      expectFor(JSON.stringify(body), answer.status).toBe(200);
      expect(answer.body.status).toBe('paused');
      await resume(id);
    }
  });

  test('200: what is paused already, by whomever, stays as it is', async () => {
    for (const status of ['paused', 'bounced', 'stalled'] as const) {
      const before = await campaign(server, status);
      const answer = await pause(before.id, { reason: 'Mine' });
      expectFor(status, answer.status).toBe(200);
      expect(answer.body).toStrictEqual(before);
    }
  });

  test('409 `invalid_state`: a campaign that is not running stays as it is', async () => {
    for (const status of ['draft', 'scheduled', 'completed'] as const) {
      const before = await campaign(server, status);
      const answer = await pause(before.id);
      expectFor(status, answer.status).toBe(409);
      expect(answer.body.error.code).toBe('invalid_state');
      expect(await campaign(server, status)).toStrictEqual(before);
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
