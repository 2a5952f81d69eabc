import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import { createLog } from '@lodestone/server/log.js';
import { sql } from 'kysely';

import { signedIn } from '../browser.ts';
import { DATABASES } from '../databases.ts';
import { startServer } from '../server.ts';

test('the log has a line for each request, by its id, and no secret and no subscriber in any', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await startServer(DATABASES[0], {}, { log });
  try {
    const { body } = await server.call('GET /v1/subscribers?limit=1');
    const [{ id, email }] = body.data;
    const cookie = await signedIn(server);
    await server.call(`GET /v1/subscribers?search=${encodeURIComponent(email)}`);
    await server.call(`PATCH /v1/subscribers/${id}`, { body: { first_name: 'Unmistakable' } });
    await server.call('GET /v1/me', { key: null, headers: { cookie } });
    await server.call('GET /v1/me', { key: server.keys.revoked });
    await sql`alter table job_runs rename to lost`.execute(server.db);
    const failed = await server.call(`GET /v1/activity?job=${encodeURIComponent(email)}`, { failing: true });

    const text = lines.join('');
    const secrets = [
      server.keys.full,
      server.keys.revoked,
      cookie.split('=')[1]!,
      email,
      'Unmistakable',
      'authorization',
    ];
    for (const secret of secrets) assert.equal(text.includes(secret), false, secret);
    const request_id = failed.headers.get('x-request-id');
    const records = lines.map((line) => JSON.parse(line));
    const error = records.find(({ level, ...record }) => level >= 50 && record.request_id === request_id);
    assert.match(error.err.message, /job_runs/, 'the operator learns what the caller is not told');
    assert.ok(records.some((record) => record.path === '/api/v1/activity' && record.status === 500));
  } finally {
    await server.close();
  }
});

test('a client that gives up its upload is no outage', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await startServer(DATABASES[0], {}, { log });
  try {
    await server.call('GET /v1/me');
    lines.length = 0;
    const upload = request(`${server.origin}/api/v1/subscribers/sub_x`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${server.keys.full}`,
        'content-type': 'application/json',
        'content-length': 20,
      },
    });
    upload.on('error', () => {});
    upload.write('{"first_name"');
    await setTimeout(300);
    upload.destroy();
    while (lines.length === 0) await setTimeout(10);
    await setTimeout(100);
    const records = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      records.map(({ level, aborted }) => ({ level, aborted })),
      [{ level: 30, aborted: true }],
    );
  } finally {
    await server.close();
  }
});
