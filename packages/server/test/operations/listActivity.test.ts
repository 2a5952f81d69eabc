import { expect, test } from '@jest/globals';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { pages, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: runs of every job, latest first, with what failed', async () => {
    const { status, body } = await server.call('GET /v1/activity', { query: { limit: 200 } });
    expect(status).toBe(200);
    const starts = body.data.map((run) => run.started_at);
    expect(starts).toStrictEqual(starts.toSorted().toReversed());
    for (const run of body.data) {
      const took = run.finished_at && Date.parse(run.finished_at) - Date.parse(run.started_at);
      expect(run.duration_ms).toBe(took);
      expect(run.status === 'running').toBe(run.finished_at === null);
    }
    expect(body.data.some((run) => run.failures.length > 0)).toBeTruthy();
  });

  test('200: `job` keeps the runs of one job; an unknown one has none; an empty one is no filter', async () => {
    const { body } = await server.call('GET /v1/activity', { query: { job: 'send_pending' } });
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.every((run) => run.job === 'send_pending')).toBeTruthy();
    for (const job of ['send', 'SEND_PENDING', 'send%', 'send_pending ', "';--", 'a:b@c+d']) {
      const { body } = await server.call('GET /v1/activity', { query: { job } });
      expectFor(job, body).toStrictEqual({ data: [], has_more: false, next_offset: null });
    }
    const { body: all } = await server.call('GET /v1/activity');
    expect((await server.call('GET /v1/activity', { query: 'job=' })).body).toStrictEqual(all);
  });

  test('400: a job that is too long, holds NUL or is not UTF-8', async () => {
    for (const job of ['x'.repeat(201), '%00', 'a%00b', '%ff', '%ED%A0%80', '%']) {
      const answer = await server.call('GET /v1/activity', { query: `job=${job}` });
      expectFor(job, answer.status).toBe(400);
      expect(answer.body.error.param).toBe('job');
    }
  });

  pages(server, '/v1/activity');
  refusesStrangers(server, () => 'GET /v1/activity', 'account:read');
});
