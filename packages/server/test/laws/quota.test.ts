import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

import { expect, test } from '@jest/globals';
import { redisLimiter } from '@lodestone/server/api/limiter.js';
import { createClient } from 'redis';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { EMBEDDED } from '../../../demo/test/databases.ts';
import { onRedis, REDIS } from '../redis.ts';
import { absent } from '../refusals.ts';
import { onEveryDatabase, startServer } from '../server.ts';
import { callsOf } from './calls.ts';

onEveryDatabase(
  (server) => {
    test('an account has its quota over all keys and sessions, and is then told when to come back', async () => {
      const { keys } = server;
      for (let at = 0; at < 8; at++) {
        const { status, headers } = await server.call('GET /v1/me', {
          key: at % 2 ? keys.full : keys.read_only,
        });
        expect(status).toBe(200);
        expect(headers.get('ratelimit-policy')).toBe('"account";q=8;w=60');
        expect(headers.get('ratelimit')!).toMatch(new RegExp(`^"account";r=${7 - at};t=\\d+$`));
      }
      for (const key of [keys.full, keys.read_only]) {
        const { status, headers, body } = await server.call('GET /v1/me', { key });
        expect(status).toBe(429);
        expect(body.error.code).toBe('rate_limited');
        const wait = Number(headers.get('retry-after'));
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(1);
        expect(wait).toBeLessThanOrEqual(60);
        expect(headers.get('ratelimit')!).toMatch(/^"account";r=0;t=\d+$/);
      }
    });

    test('429 comes after 401 and before 403, 400 and 404, on every operation', async () => {
      const { status } = await server.call('GET /v1/me', { key: server.other.keys.full });
      // The other account has its own quota.
      expect(status).toBe(200);
      for (const { line } of callsOf(absent)) {
        const answer = await server.call(`${line}?x=1`, { body: line.startsWith('GET') ? undefined : '{' });
        expectFor(line, answer.status).toBe(429);
        expect((await server.call(line, { key: server.keys.read_only })).status).toBe(429);
      }
      expect((await server.call('GET /v1/me', { key: server.keys.revoked })).body.error.code).toBe(
        'revoked_key',
      );
    });
  },
  { rateLimit: 8 },
);

onEveryDatabase(
  (server) => {
    test('an address that fails to authenticate too often is told to wait, and gets in with a good key', async () => {
      for (let at = 0; at < 5; at++)
        expect((await server.call('GET /v1/me', { key: 'bad' })).status).toBe(401);
      const answer = await server.call('GET /v1/me', {
        key: 'bad',
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
      // Nobody is believed to be another address.
      expect(answer.status).toBe(429);
      expect(answer.body.error.code).toBe('rate_limited');
      expect((await server.call('GET /v1/me')).status).toBe(200);
    });
  },
  { rateLimit: 5 },
);

onEveryDatabase(
  (server) => {
    test('behind one trusted proxy the address is the one that the proxy saw', async () => {
      const failFrom = async (forwarded: string) =>
        (await server.call('GET /v1/me', { key: 'bad', headers: { 'x-forwarded-for': forwarded } })).status;
      for (let at = 0; at < 5; at++) expect(await failFrom(`10.9.9.${at}, 203.0.113.1`)).toBe(401);
      // What the client wrote before it does not count.
      expect(await failFrom('10.9.9.77, 203.0.113.1')).toBe(429);
      expect(await failFrom('203.0.113.2')).toBe(401);
    });
  },
  { rateLimit: 5, trustProxy: 1 },
);

onRedis.test(
  'two processes over Redis share one quota, exactly: 500 calls at once, 100 answered',
  async () => {
    const url = `redis://${REDIS.host}:${REDIS.port}/${1 + (process.pid % 15)}`;
    const redis = await createClient({ url }).connect();
    await redis.flushDb();
    const children = [0, 1].map(() => fork(new URL('limited-server.ts', import.meta.url), [url, '100']));
    try {
      const started = await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit').then(() => Promise.reject(new Error('A server did not start.')));
          return (await Promise.race([once(child, 'message'), ended]))[0] as { baseUrl: string; key: string };
        }),
      );
      const calls = Array.from({ length: 500 }, (_, at) => {
        const { baseUrl, key } = started[at % 2]!;
        return fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
        );
      });
      const statuses = await Promise.all(calls);
      expect(statuses.filter((status) => status === 200)).toHaveLength(100);
      expect(statuses.filter((status) => status === 429)).toHaveLength(400);
    } finally {
      const running = children.filter(({ connected }) => connected);
      for (const child of running) child.send('stop');
      await Promise.all(running.map((child) => once(child, 'exit')));
      await redis.flushDb();
      redis.destroy();
    }
  },
);

onRedis.test('without Redis, from the start or all of a sudden, each process counts for itself', async () => {
  const sockets = new Set<{ destroy(): void }>();
  const proxy = createServer((client) => {
    const redis = connect(REDIS.port, REDIS.host);
    client.pipe(redis).pipe(client);
    for (const socket of [client, redis]) sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  const errors: unknown[] = [];
  const limiter = await redisLimiter(`redis://127.0.0.1:${port}/${1 + (process.pid % 15)}`, 3, (error) =>
    errors.push(error),
  );
  const server = await startServer(EMBEDDED, {}, { limiter });
  try {
    expect((await server.call('GET /v1/me')).status).toBe(200);
    proxy.close();
    for (const socket of sockets) socket.destroy();
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await server.call('GET /v1/me')).status);
    expect(statuses).toStrictEqual([200, 200, 200, 429]);
    // And the operator is told.
    expect(errors.length).toBeGreaterThan(0);
  } finally {
    await server.close();
    await limiter.close();
  }
});
