import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pages, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('200: runs of every job, latest first, with what failed', async () => {
    const { status, body } = await server.call('GET /v1/activity', { query: { limit: 200 } });
    assert.equal(status, 200);
    const starts = body.data.map((run: any) => run.started_at);
    assert.deepEqual(starts, starts.toSorted().toReversed());
    for (const run of body.data) {
      const took = run.finished_at && Date.parse(run.finished_at) - Date.parse(run.started_at);
      assert.equal(run.duration_ms, took);
      assert.equal(run.status === 'running', run.finished_at === null);
    }
    assert.ok(body.data.some((run: any) => run.failures.length > 0));
  });

  test('200: `job` keeps the runs of one job; an unknown one has none; an empty one is no filter', async () => {
    const { body } = await server.call('GET /v1/activity', { query: { job: 'send_pending' } });
    assert.ok(body.data.length > 0);
    assert.ok(body.data.every((run: any) => run.job === 'send_pending'));
    for (const job of ['send', 'SEND_PENDING', 'send%', 'send_pending ', "';--", 'a:b@c+d']) {
      const { body } = await server.call('GET /v1/activity', { query: { job } });
      assert.deepEqual(body, { data: [], has_more: false, next_offset: null }, job);
    }
    const { body: all } = await server.call('GET /v1/activity');
    assert.deepEqual((await server.call('GET /v1/activity', { query: 'job=' })).body, all);
  });

  test('400: a job that is too long, holds NUL or is not UTF-8', async () => {
    for (const job of ['x'.repeat(201), '%00', 'a%00b', '%ff', '%ED%A0%80', '%']) {
      const answer = await server.call('GET /v1/activity', { query: `job=${job}` });
      assert.equal(answer.status, 400, job);
      assert.equal(answer.body.error.param, 'job');
    }
  });

  pages(server, '/v1/activity');
  refusesStrangers(server, () => 'GET /v1/activity', 'account:read');
});
