import { beforeAll, expect, test } from '@jest/globals';

import { sql } from 'kysely';

import { POSTGRES } from '../../../demo/test/databases.ts';
import { onEveryDatabase, onPostgres, startServer } from '../server.ts';

onEveryDatabase((server) => {
  let email: string;
  beforeAll(async () => {
    email = (await server.call('GET /v1/subscribers?limit=1')).body.data[0]!.email;
  });
  const search = (words: string) => server.call('GET /v1/subscribers', { query: { search: words } });

  test('a search of 250 equal words is that word, and costs what it costs', async () => {
    await search('e');
    const before = performance.now();
    const { body: once } = await search('e');
    const started = performance.now();
    const { status, body } = await search(Array(250).fill('e').join(' '));
    expect(status).toBe(200);
    expect(body).toEqual(once);
    // Beside the word alone, whatever else the machine has to do; it was 250 times as much.
    expect(performance.now() - started).toBeLessThan(10 * (started - before) + 500);
  });

  test('a word that is part of another asks for nothing more', async () => {
    const { body } = await search(email);
    const parts = Array.from({ length: 20 }, (_, at) => email.slice(0, at + 1).toUpperCase());
    expect((await search([...parts, email].join(' '))).body).toEqual(body);
  });

  test('more than ten different words are refused, by name', async () => {
    const words = Array.from({ length: 12 }, (_, at) => `w${String.fromCharCode(97 + at)}`);
    expect((await search(words.slice(0, 10).join(' '))).status).toBe(200);
    const { status, body } = await search(words.join(' '));
    expect(status).toBe(400);
    expect(body.error).toEqual({
      code: 'invalid_parameter',
      message: 'search must hold at most 10 different words; got 12.',
      param: 'search',
    });
  });
});

onPostgres.test('a statement that ran too long is told as that, and not as an outage', async () => {
  const server = await startServer(POSTGRES);
  try {
    // Whoever reads the job runs waits for this lock until the statement is ended.
    await server.db.transaction().execute(async (transaction) => {
      await sql`lock table job_runs in access exclusive mode`.execute(transaction);
      const { status, body, headers } = await server.call('GET /v1/activity', { failing: true });
      expect(status).toBe(503);
      expect(body.error.message).toMatch(/took the database too long/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    });
  } finally {
    await server.close();
  }
});
