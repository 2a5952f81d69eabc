import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { connect } from '@lodestone/core';
import { type KyselyPlugin, sql } from 'kysely';

import { EMBEDDED, POSTGRES } from '../../../demo/test/databases.ts';
import { onPostgres, startServer, type TestServer } from '../server.ts';

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
  ms: number;
}

function ask(
  server: TestServer,
  key: string,
  { agent, path = '/v1/me' }: { agent?: Agent; path?: string } = {},
): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${key}` }, ...(agent ? { agent } : {}) };
    const asked = request(server.baseUrl + path, options, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          retryAfter: response.headers['retry-after'],
          body,
          ms: performance.now() - started,
        }),
      );
    });
    asked.on('error', reject).end();
  });
}

onPostgres.test(
  'a flood of one account that the database is slow to answer is refused at once, and another account feels none of it',
  async () => {
    const server = await startServer(POSTGRES);
    const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
    const { full } = server.keys;
    // A request's connection may not think for so long in a transaction.
    const patient = connect({ databaseUrl: server.databaseUrl ?? '', poolSize: 1, patient: true });
    try {
      await ask(server, full);
      await patient.transaction().execute(async (transaction) => {
        // Whoever reads the job runs waits until this ends.
        await sql`lock table job_runs in access exclusive mode`.execute(transaction);
        const flood = Array.from({ length: 500 }, () => ask(server, full, { agent, path: '/v1/activity' }));
        const others: Answer[] = [];
        for (let at = 0; at < 20; at++) others.push(await ask(server, server.other.keys.full));
        expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200));
        expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(2_000);
        const answers = await Promise.all(flood);
        const atOnce = answers.filter(({ body }) => /is overloaded/.test(body));
        expect(atOnce.length).toBeGreaterThanOrEqual(500 - 256 - 10);
        for (const { status, retryAfter } of atOnce) expect([status, retryAfter]).toEqual([503, '1']);
        for (const { body } of answers) expect(JSON.parse(body).error.code).toBe('internal_error');
      });
      // The turns are free again.
      expect((await ask(server, full, { path: '/v1/activity' })).status).toBe(200);
    } finally {
      agent.destroy();
      await patient.destroy();
      await server.close();
    }
  },
);

onPostgres.test(
  'strangers who make up sessions and tokens wait for each other, and keep no account from the database',
  async () => {
    const server = await startServer(POSTGRES);
    const patient = connect({ databaseUrl: server.databaseUrl ?? '', poolSize: 1, patient: true });
    const key = server.other.keys.full;
    try {
      await ask(server, key);
      const flood = await patient.transaction().execute(async (transaction) => {
        // Whoever looks a session or a token up waits until this ends.
        await sql`lock table sessions, mails in access exclusive mode`.execute(transaction);
        const asked = Array.from({ length: 40 }, (_, at) => {
          const made = `${at}`.padStart(43, 'A');
          const cookie = `lodestone_session=${made}`;
          return [
            fetch(`${server.origin}/magnets`, { headers: { cookie }, redirect: 'manual' }),
            fetch(`${server.origin}/u/${made.slice(-16)}`),
            fetch(`${server.origin}/d/${made.slice(-16)}.zzzzzz.${made.slice(-22)}`),
          ];
        }).flat();
        await setTimeout(300);
        const others: Answer[] = [];
        for (let at = 0; at < 10; at++) others.push(await ask(server, key));
        expect(others.map(({ status }) => status)).toEqual(Array(10).fill(200));
        expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(2_000);
        return { answers: Promise.all(asked) };
      });
      for (const { status } of await flood.answers) expect([303, 404, 503]).toContain(status);
      expect((await fetch(`${server.origin}/u/AAAAAAAAAAAAAAAA`)).status).toBe(404);
    } finally {
      await patient.destroy();
      await server.close();
    }
  },
);

test('an account that is over its quota is told so without a look into the database', async () => {
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const server = await startServer(
    EMBEDDED,
    { rateLimit: 5 },
    { through: async ({ db }) => ({ db: db.withPlugin(counter), close: async () => {} }) },
  );
  try {
    for (let at = 0; at < 6; at++) await server.call('GET /v1/me');
    await server.settled();
    queries = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call('GET /v1/me')));
    for (const { status, headers, body } of answers) {
      expect(status).toBe(429);
      expect(body.error.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('ratelimit')).toMatch(/^"account";r=0;t=\d+$/);
    }
    expect(queries).toBe(0);
  } finally {
    await server.close();
  }
});

test('who comes back at once although told to wait is read when the wait is over', async () => {
  const server = await startServer(EMBEDDED, { rateLimit: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await ask(server, server.keys.full, { agent });
    await ask(server, server.keys.full, { agent });
    const first = await ask(server, server.keys.full, { agent });
    const second = await ask(server, server.keys.full, { agent });
    expect([first.status, second.status]).toEqual([429, 429]);
    expect(first.ms).toBeLessThan(900);
    expect(second.ms).toBeGreaterThan(900);
  } finally {
    agent.destroy();
    await server.close();
  }
});
