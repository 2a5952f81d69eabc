import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { ownCalls } from './calls.ts';

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });
  const bySession = (line: string, headers: Record<string, string> = {}, body?: unknown) =>
    server.call(line, { key: null, body, headers: { cookie, ...headers } });

  test('a session may call every operation from its own origin', async () => {
    for (const { line, body } of await ownCalls(server)) {
      const answer = await bySession(line, { 'sec-fetch-site': 'same-origin' }, body);
      expectFor(line, answer.status).toBe(200);
      const { origin } = server;
      expectFor(`${line} with Origin`, (await bySession(line, { origin }, body)).status).toBe(200);
    }
  });

  test('a change from elsewhere, or from nobody knows where, is 401; a read is not', async () => {
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: server.origin },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${server.origin}.evil.example` },
      {},
    ] as Record<string, string>[];
    for (const { operation, line, body } of await ownCalls(server)) {
      for (const headers of elsewhere) {
        const answer = await bySession(line, headers, body);
        expectFor(`${line} ${JSON.stringify(headers)}`, answer.status).toBe(
          operation.method === 'get' ? 200 : 401,
        );
        if (answer.status === 401) expect(answer.body.error.code).toBe('unauthorized');
      }
    }
  });

  test('a bad key beside a good session fails as the key does', async () => {
    for (const [key, code] of [
      [server.keys.expired, 'expired_key'],
      [server.keys.revoked, 'revoked_key'],
      ['nonsense', 'invalid_key'],
    ] as const) {
      const answer = await server.call('GET /v1/me', { key, headers: { cookie } });
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe(code);
    }
    for (const authorization of ['', 'Basic eDp5', 'Bearer']) {
      const answer = await server.call('GET /v1/me', { key: null, headers: { cookie, authorization } });
      expectFor(authorization, answer.body.error.code).toBe('unauthorized');
    }
  });

  test('a cookie that is no session, or one that has lapsed, is no credential', async () => {
    for (const cookie of [
      'lodestone_session=',
      'lodestone_session=x',
      `lodestone_session=${'A'.repeat(43)}`,
      'other=1',
      ';;=;',
    ]) {
      const answer = await server.call('GET /v1/me', { key: null, headers: { cookie } });
      expectFor(cookie, answer.body.error.code).toBe('unauthorized');
    }
    const lapsing = await signedIn(server);
    await sql`update sessions set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'`.execute(
      server.db,
    );
    const answer = await server.call('GET /v1/me', { key: null, headers: { cookie: lapsing } });
    expect(answer.body.error.code).toBe('unauthorized');
  });
});
