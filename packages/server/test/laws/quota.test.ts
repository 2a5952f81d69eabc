import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';

import { redisLimiter } from '@lodestone/server/api/limiter.js';
import { createClient } from 'redis';

import { DATABASES } from '../databases.ts';
import { absent } from '../refusals.ts';
import { onEveryDatabase, startServer } from '../server.ts';
import { callsOf } from './calls.ts';

const REDIS = { host: '127.0.0.1', port: 6379 };

onEveryDatabase(
  (server) => {
    test('an account has its quota over all keys and sessions, and is then told when to come back', async () => {
      const { keys } = server;
      for (let at = 0; at < 8; at++) {
        const { status, headers } = await server.call('GET /v1/me', {
          key: at % 2 ? keys.full : keys.read_only,
        });
        assert.equal(status, 200);
        assert.equal(headers.get('ratelimit-policy'), '"account";q=8;w=60');
        assert.match(headers.get('ratelimit')!, new RegExp(`^"account";r=${7 - at};t=\\d+$`));
      }
      for (const key of [keys.full, keys.read_only]) {
        const { status, headers, body } = await server.call('GET /v1/me', { key });
        assert.equal(status, 429);
        assert.equal(body.error.code, 'rate_limited');
        const wait = Number(headers.get('retry-after'));
        assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait));
        assert.match(headers.get('ratelimit')!, /^"account";r=0;t=\d+$/);
      }
    });

    test('429 comes after 401 and before 403, 400 and 404, on every operation', async () => {
      const { status } = await server.call('GET /v1/me', { key: server.other.keys.full });
      assert.equal(status, 200, 'the other account has its own quota');
      for (const { line } of callsOf(absent)) {
        const answer = await server.call(`${line}?x=1`, { body: line.startsWith('GET') ? undefined : '{' });
        assert.equal(answer.status, 429, line);
        assert.equal((await server.call(line, { key: server.keys.read_only })).status, 429);
      }
      assert.equal(
        (await server.call('GET /v1/me', { key: server.keys.revoked })).body.error.code,
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
        assert.equal((await server.call('GET /v1/me', { key: 'bad' })).status, 401);
      const answer = await server.call('GET /v1/me', {
        key: 'bad',
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
      assert.equal(answer.status, 429, 'nobody is believed to be another address');
      assert.equal(answer.body.error.code, 'rate_limited');
      assert.equal((await server.call('GET /v1/me')).status, 200);
    });
  },
  { rateLimit: 5 },
);

onEveryDatabase(
  (server) => {
    test('behind one trusted proxy the address is the one that the proxy saw', async () => {
      const failFrom = async (forwarded: string) =>
        (await server.call('GET /v1/me', { key: 'bad', headers: { 'x-forwarded-for': forwarded } })).status;
      for (let at = 0; at < 5; at++) assert.equal(await failFrom(`10.9.9.${at}, 203.0.113.1`), 401);
      assert.equal(
        await failFrom('10.9.9.77, 203.0.113.1'),
        429,
        'what the client wrote before it does not count',
      );
      assert.equal(await failFrom('203.0.113.2'), 401);
    });
  },
  { rateLimit: 5, trustProxy: 1 },
);

const hasRedis = await new Promise<boolean>((resolve) => {
  const socket = connect(REDIS.port, REDIS.host, () => resolve(true)).on('error', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

test(
  'two processes over Redis share one quota, exactly: 500 calls at once, 100 answered',
  { skip: !hasRedis },
  async () => {
    const url = `redis://${REDIS.host}:${REDIS.port}/${1 + (process.pid % 15)}`;
    const redis = await createClient({ url }).connect();
    await redis.flushDb();
    const children = [0, 1].map(() => fork(new URL('limited-server.ts', import.meta.url), [url, '100']));
    try {
      const started = await Promise.all(
        children.map(async (child) => (await once(child, 'message'))[0] as { baseUrl: string; key: string }),
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
      assert.equal(statuses.filter((status) => status === 200).length, 100);
      assert.equal(statuses.filter((status) => status === 429).length, 400);
    } finally {
      for (const child of children) child.send('stop');
      await Promise.all(children.map((child) => once(child, 'exit')));
      await redis.flushDb();
      redis.destroy();
    }
  },
);

test(
  'without Redis, from the start or all of a sudden, each process counts for itself',
  { skip: !hasRedis },
  async () => {
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
    const server = await startServer(DATABASES[0], {}, { limiter });
    try {
      assert.equal((await server.call('GET /v1/me')).status, 200);
      proxy.close();
      for (const socket of sockets) socket.destroy();
      const statuses = [];
      for (let at = 0; at < 4; at++) statuses.push((await server.call('GET /v1/me')).status);
      assert.deepEqual(statuses, [200, 200, 200, 429]);
      assert.ok(errors.length > 0, 'and the operator is told');
    } finally {
      await server.close();
      await limiter.close();
    }
  },
);
