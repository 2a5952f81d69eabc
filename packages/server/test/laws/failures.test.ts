import { expect, test } from '@jest/globals';
import { createKey, SCOPES } from '@lodestone/core';
import { sql } from 'kysely';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { OPERATIONS } from '../answers.ts';
import { DATABASES } from '../../../demo/test/databases.ts';
import { onEveryDatabase, startServer } from '../server.ts';
import { absentCalls, callsOf, MALFORMED_IDS, ownCalls } from './calls.ts';

onEveryDatabase((server) => {
  test('every operation that the document lists is answered', async () => {
    const calls = await ownCalls(server);
    expect(calls).toHaveLength(19);
    for (const { line, body } of calls) expectFor(line, (await server.call(line, { body })).status).toBe(200);
  });

  test('the scopes of the document are those that keys can have', () => {
    expect(new Set(OPERATIONS.map(({ scope }) => scope))).toStrictEqual(new Set(SCOPES));
  });

  test('401 comes before everything else, on every operation', async () => {
    for (const { line } of callsOf(() => '%00')) {
      const answer = await server.call(`${line}?limit=x&limit=y`, {
        key: null,
        body: line.startsWith('GET') ? undefined : '{',
      });
      expectFor(line, answer.status).toBe(401);
    }
  });

  test('403 comes before 400 and 404, and is the same for own, foreign and absent ids', async () => {
    for (const { operation, line } of await ownCalls(server)) {
      const scopes = SCOPES.filter((scope) => scope !== operation.scope);
      const { token: key } = await createKey(server.account, {
        name: operation.id,
        scopes,
        expires_in_days: 30,
      });
      const own = await server.call(line, { key, body: operation.method === 'get' ? undefined : '{' });
      expectFor(line, own.status).toBe(403);
      expect(own.body.error.required_scope).toBe(operation.scope);
      for (const id of ['%00', 'mag_01jngkz5g07n8t2r4c6w9y1qxe']) {
        const other = line.replace(/\w{3}_\w{26}/, id);
        expectFor(line, (await server.call(`${other}?x=1`, { key })).text).toBe(own.text);
      }
    }
  });

  test('400 comes before 404, and 404 before 409', async () => {
    for (const { operation, line, body } of absentCalls()) {
      expectFor(line, (await server.call(`${line}?x=1`, { body })).status).toBe(400);
      if (operation.body) expectFor(line, (await server.call(line, { body: '{' })).status).toBe(400);
      expectFor(line, (await server.call(line, { body })).status).toBe(404);
    }
  });

  test('404: any malformed id, on every operation that takes one', async () => {
    for (const { operation } of absentCalls()) {
      for (const id of MALFORMED_IDS) {
        const { line, body } = callsOf(() => id).find((call) => call.operation.id === operation.id)!;
        if (id.includes('../')) continue;
        expectFor(line, (await server.call(line, { body })).status).toBe(404);
      }
    }
  });

  test('404: unknown paths and other methods, with and without a key', async () => {
    const lines = [
      'GET /',
      'GET /v1',
      'GET /v1/',
      'GET /v2/me',
      'GET /v1/unknown',
      'GET /v1/me/x',
      'GET /v1/me%00',
      'GET /v1/%ff',
    ];
    for (const path of [
      '/v1/me',
      '/v1/magnets',
      '/v1/magnets/x',
      '/v1/campaigns/x/pause',
      '/v1/campaigns/x',
      '/v1/unibox',
    ]) {
      for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) lines.push(`${method} ${path}`);
    }
    lines.push(
      'POST /v1/me',
      'PATCH /v1/magnets',
      'GET /v1/campaigns/x/pause',
      'GET /v1/campaigns/x',
      'POST /v1/unibox/x',
    );
    for (const line of lines) {
      for (const key of [server.keys.full, null]) {
        const answer = await server.call(line, { key });
        expectFor(line, answer.status).toBe(404);
        expect(answer.body.error.code).toBe('not_found');
      }
    }
  });

  test('outside the API nothing answers with a stack or a page of the framework', async () => {
    for (const path of [
      '/api',
      '/apiv1/me',
      '/%ff',
      '/.env',
      '/api/../../etc/passwd',
      '/healthz/',
      '/HEALTHZ',
    ]) {
      const response = await fetch(`${server.origin}${path}`);
      const text = await response.text();
      expectFor(path, response.status).toBeLessThan(500);
      expectFor(path, text).not.toMatch(/Cannot GET|node_modules|    at /);
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    for (const { operation, line } of await ownCalls(server)) {
      if (operation.method !== 'get') continue;
      const get = await server.call(line);
      const head = await server.call(line.replace('GET', 'HEAD'));
      expectFor(line, head.status).toBe(get.status);
      expect(head.text).toBe('');
      expectFor(line, head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    }
    expect((await server.call('HEAD /v1/me', { key: null })).status).toBe(401);
  });

  test('no answer names its software, may be stored, or can be revalidated; each has an id of ours', async () => {
    const forged = '11111111-1111-4111-8111-111111111111';
    for (const key of [server.keys.full, null]) {
      const { headers } = await server.call('GET /v1/me', { key, headers: { 'x-request-id': forged } });
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).not.toBe(forged);
    }
  });

  test('answers are 200 even to a conditional request', async () => {
    const headers = {
      'if-none-match': '*',
      'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString(),
    };
    expect((await server.call('GET /v1/me', { headers })).status).toBe(200);
  });

  test('probes answer without a key', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(`${server.origin}${path}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toStrictEqual({ status: 'ok' });
    }
  });
});

for (const kind of DATABASES) {
  kind.test(
    `500: a failure of the server is the error object and tells nothing of it, on ${kind.name}`,
    async () => {
      const server = await startServer(kind);
      try {
        await sql`alter table job_runs rename to lost`.execute(server.db);
        const answer = await server.call('GET /v1/activity', { failing: true });
        expect(answer.status).toBe(500);
        expect(answer.body.error.code).toBe('internal_error');
        expect(answer.text).not.toMatch(/job_runs|relation|select|at /);
      } finally {
        await server.close();
      }
    },
  );
}
