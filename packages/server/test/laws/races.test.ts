import { expect, test } from '@jest/globals';
import { fromWire } from '@lodestone/core';
import { sql } from 'kysely';

import { campaign, find } from '../find.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('a pause by the system is never lost to a resume, nor a resume told wrongly', async () => {
    const { id } = await campaign(server, 'paused');
    const uuid = fromWire('cmp', id)!;
    for (let round = 0; round < 25; round++) {
      await sql`update campaigns set status = 'paused', paused_by = 'api', paused_at = now(), pause_reason = null where id = ${uuid}`.execute(
        server.db,
      );
      const bySystem = sql`
        update campaigns set status = 'bounced', paused_by = 'system', paused_at = now()
        where id = ${uuid} and status in ('active', 'paused')`.execute(server.db);
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => server.call(`POST /v1/campaigns/${id}/resume`))),
        bySystem,
      ]);
      for (const { status, body } of answers) {
        if (status === 200) expect(body.status).toBe('active');
        else expect([status, body.error.code]).toStrictEqual([409, 'system_paused']);
      }
      const { body } = await server.call('GET /v1/campaigns?status=bounced&limit=200');
      // The system has the last word.
      expect(body.data.some((row) => row.id === id)).toBeTruthy();
    }
  });

  test('pauses and resumes at once leave a whole state: paused with a pause, or active without', async () => {
    const { id } = await find(
      server,
      '/v1/campaigns',
      ({ status, leads }) => status === 'active' && leads.total > 0,
    );
    for (let round = 0; round < 10; round++) {
      const calls = Array.from({ length: 8 }, (_, at) =>
        server.call(`POST /v1/campaigns/${id}/${at % 2 ? 'pause' : 'resume'}`),
      );
      for (const { status, body } of await Promise.all(calls)) {
        expect(status).toBe(200);
        expect(body.pause === null).toBe(body.status === 'active');
      }
    }
  });

  test('edits of different fields at once are all kept', async () => {
    const { id } = await find(server, '/v1/subscribers');
    for (let round = 0; round < 10; round++) {
      const edits = [{ tags: [`t${round}`] }, { first_name: `F${round}` }, { last_name: `L${round}` }];
      await Promise.all(edits.map((body) => server.call(`PATCH /v1/subscribers/${id}`, { body })));
      const { body } = await server.call(`GET /v1/subscribers/${id}`);
      expect([body.tags, body.first_name, body.last_name]).toStrictEqual([
        [`t${round}`],
        `F${round}`,
        `L${round}`,
      ]);
    }
  });

  test('a magnet is never public without a test, however many ask at once', async () => {
    const { id } = await find(server, '/v1/magnets', ({ can_publish }) => !can_publish);
    const statuses = ['public', 'draft', 'public', 'private', 'public', 'archived'];
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        statuses.map((status) => server.call(`PATCH /v1/magnets/${id}`, { body: { status } })),
      );
      expect((await server.call(`GET /v1/magnets/${id}`)).body.status).not.toBe('public');
    }
  });
});
