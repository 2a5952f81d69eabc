import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { DiskRefuses } from '@lodestone/core';
import { createLog } from '@lodestone/server/log.js';
import { sql } from 'kysely';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { EMBEDDED } from '../../../demo/test/databases.ts';
import { startServer } from '../server.ts';

test('the log has a line for each request, by its id, and no secret and no subscriber in any', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await startServer(EMBEDDED, {}, { log });
  try {
    const { body } = await server.call('GET /v1/subscribers?limit=1');
    const { id, email } = body.data[0]!;
    const cookie = await signedIn(server);
    await server.call(`GET /v1/subscribers?search=${encodeURIComponent(email)}`);
    await server.call(`PATCH /v1/subscribers/${id}`, { body: { first_name: 'Unmistakable' } });
    await server.call('GET /v1/me', { key: null, headers: { cookie } });
    await server.call('GET /v1/me', { key: server.keys.revoked });
    // Where they do not belong: in the path.
    await server.call(`GET /v1/subscribers/${email}`);
    await server.call(`GET /v1/subscribers/${email}/unsubscribe`);
    await server.call(`GET /v1/me/${server.keys.full}`);
    for (const path of [
      `/${server.keys.full}`,
      `/subscribers/${email}`,
      `/settings/${email}/x`,
      `//${email}/`,
    ])
      await (await fetch(server.origin + path, { redirect: 'manual' })).text();
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
    for (const secret of secrets) expectFor(secret, text).not.toContain(secret);
    const request_id = failed.headers.get('x-request-id');
    const records = lines.map((line) => JSON.parse(line));
    const error = records.find(({ level, ...record }) => level >= 50 && record.request_id === request_id);
    // The operator learns what the caller is not told.
    expect(error.err.message).toMatch(/job_runs/);
    expect(new Set(records.filter(({ msg }) => msg === 'request').map(({ route }) => route))).toStrictEqual(
      new Set([
        '/api/v1/subscribers',
        '/api/v1/subscribers/:id',
        '/api/v1/me',
        '/api/v1/activity',
        '/api/*',
        '/*',
        '/subscribers/:id',
        '/settings/*',
      ]),
    );
    expect(records.some((record) => record.route === '/api/v1/activity' && record.status === 500)).toBe(true);
  } finally {
    await server.close();
  }
});

test('a client that gives up its upload is no outage', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await startServer(EMBEDDED, {}, { log });
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
    expect(records.map(({ level, aborted }) => ({ level, aborted }))).toStrictEqual([
      { level: 30, aborted: true },
    ]);
  } finally {
    await server.close();
  }
});

test('a disk that takes nothing is one short line on the log, and an error tells where it was, or at least what', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const schedule = { message: 'What pg-boss says.', queue: 'prune' };
  for (const err of [new DiskRefuses('full'), new Error('Other.'), schedule])
    log.error({ err }, 'A job failed.');
  const [disk, other, told] = lines.map((line) => JSON.parse(line).err);
  expect(Object.keys(disk)).toStrictEqual(['type', 'message']);
  expect(disk.message).toContain('disk is almost full');
  expect(told).toStrictEqual({ message: 'What pg-boss says.' });
  expect(other).toMatchObject({
    type: 'Error',
    message: 'Other.',
    stack: expect.stringContaining('log.test'),
  });
});
