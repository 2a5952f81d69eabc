import { connect as dial, createServer, type Server, type Socket } from 'node:net';

import { expect } from '@jest/globals';
import { connect } from '@lodestone/core';

import { POSTGRES } from '../../../demo/test/databases.ts';
import { onPostgres, startServer, type TestServer } from '../server.ts';

/** A TCP proxy that can be cut, so that nobody answers, or frozen, so that nobody ever answers. */
class Way {
  readonly #sockets = new Set<Socket>();
  readonly #to: URL;
  #frozen = false;
  #server: Server | undefined;
  port = 0;

  constructor(to: string) {
    this.#to = new URL(to);
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => {
      const there = dial(Number(this.#to.port || 5432), this.#to.hostname);
      for (const [from, to] of [
        [client, there],
        [there, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => {});
        from.on('close', () => to.destroy());
        from.on('data', (data) => this.#frozen || to.write(data));
      }
    });
    await new Promise<void>((resolve) => this.#server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  freeze(): void {
    this.#frozen = true;
  }

  /** What was swallowed is lost, as are the connections that wait for it. */
  thaw(): void {
    this.#frozen = false;
  }
}

async function behind(work: (server: TestServer, way: Way) => Promise<void>): Promise<void> {
  let way!: Way;
  const server = await startServer(
    POSTGRES,
    {},
    {
      through: async ({ databaseUrl }) => {
        way = new Way(databaseUrl!);
        await way.open();
        const url = new URL(databaseUrl!);
        url.host = `127.0.0.1:${way.port}`;
        const db = connect({ databaseUrl: url.href });
        return { db, close: () => db.destroy() };
      },
    },
  );
  try {
    await work(server, way);
  } finally {
    way.cut();
    await server.close();
  }
}

async function assertOut(server: TestServer): Promise<void> {
  const lines = [
    'GET /v1/me',
    'GET /v1/subscribers',
    'POST /v1/campaigns/cmp_01jngkz5g07n8t2r4c6w9y1qxe/pause',
  ];
  const answers = await Promise.all(
    [...lines, ...lines, ...lines, ...lines].map((line) => server.call(line, { failing: true })),
  );
  for (const { status, body, headers } of answers) {
    expect(status).toBe(503);
    expect(body.error.code).toBe('internal_error');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
}

async function assertBack(server: TestServer): Promise<void> {
  let status = 0;
  while (status !== 200) {
    ({ status } = await server.call('GET /v1/me', { failing: true }));
  }
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
}

onPostgres.test('503: PostgreSQL is cut off, and back', () =>
  behind(async (server, way) => {
    expect((await server.call('GET /v1/me')).status).toBe(200);
    const during = Promise.all(
      Array.from({ length: 30 }, () => server.call('GET /v1/dashboard?range=all', { failing: true })),
    );
    way.cut();
    for (const { status } of await during) expect([200, 503]).toContain(status);
    await assertOut(server);
    await way.open();
    await assertBack(server);
  }),
);

onPostgres.test('503: PostgreSQL takes connections and answers nothing, and thaws', () =>
  behind(async (server, way) => {
    expect((await server.call('GET /v1/me')).status).toBe(200);
    way.freeze();
    await assertOut(server);
    way.thaw();
    await assertBack(server);
  }),
);
