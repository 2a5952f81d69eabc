import { connect, createServer, type Socket } from 'node:net';

import { expect } from '@jest/globals';

import { redisLimiter } from '@lodestone/server/api/limiter.js';

import { onRedis, REDIS } from '../redis.ts';

onRedis.test(
  'a Redis that stands still costs its requests one short wait, and is found again by itself',
  async () => {
    let frozen = false;
    let swallowed = 0;
    let told = 0;
    const sockets = new Set<Socket>();
    const way = createServer((client) => {
      const redis = connect(REDIS.port, REDIS.host);
      for (const [from, to] of [
        [client, redis],
        [redis, client],
      ] as const) {
        sockets.add(from.on('error', () => {}));
        from.on('data', (data) => (frozen ? (swallowed += Number(from === client)) : to.write(data)));
      }
    });
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
    const { port } = way.address() as { port: number };
    const limiter = await redisLimiter(`redis://127.0.0.1:${port}/${1 + (process.pid % 15)}`, 1e6, () => {
      told += 1;
    });
    const account = `frozen-${process.pid}-${Date.now()}`;
    const take = async () => {
      const started = performance.now();
      const { remaining } = await limiter.take(account);
      return { remaining, ms: performance.now() - started };
    };
    try {
      const { remaining: before } = await take();
      frozen = true;
      // Many notice it at once, and wait together.
      for (const { ms } of await Promise.all(Array.from({ length: 20 }, take)))
        expect(ms).toBeLessThan(2_000);
      swallowed = 0;
      const waits: number[] = [];
      const until = performance.now() + 3_000;
      while (performance.now() < until) {
        waits.push((await take()).ms);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      expect(waits.filter((ms) => ms > 100)).toHaveLength(0);
      expect(swallowed).toBeLessThanOrEqual(4);
      expect(told).toBe(1);

      frozen = false;
      // What was swallowed is lost; the connection answers none of it, so it is made again.
      for (const socket of sockets) socket.destroy();
      let shared = before - 1;
      const deadline = performance.now() + 20_000;
      while ((await take()).remaining !== shared && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      shared -= 1;
      expect((await take()).remaining).toBe(shared);
    } finally {
      await limiter.close();
      way.close();
      for (const socket of sockets) socket.destroy();
    }
  },
);
