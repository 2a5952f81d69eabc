import { expect, test } from '@jest/globals';
import { createKey, fromWire, revokeKey } from '@lodestone/core';
import { sql } from 'kysely';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  const created = (scopes = ['account:read']) =>
    createKey(server.account, { name: 'Fleeting', scopes, expires_in_days: 30 });

  test('a revocation holds on the very next request', async () => {
    const { token, key } = await created();
    expect((await server.call('GET /v1/me', { key: token })).status).toBe(200);
    await revokeKey(server.account, { id: key.id });
    expect((await server.call('GET /v1/me', { key: token })).body.error.code).toBe('revoked_key');
  });

  test('a key stops the moment it lapses, and revoked beats expired', async () => {
    const { token, key } = await created();
    const id = fromWire('key', key.id)!;
    await sql`update api_keys set expires_at = clock_timestamp() + interval '300 milliseconds' where id = ${id}`.execute(
      server.db,
    );
    expect((await server.call('GET /v1/me', { key: token })).status).toBe(200);
    await sql`select pg_sleep(0.4)`.execute(server.db);
    expect((await server.call('GET /v1/me', { key: token })).body.error.code).toBe('expired_key');
    await revokeKey(server.account, { id: key.id });
    expect((await server.call('GET /v1/me', { key: token })).body.error.code).toBe('revoked_key');
  });

  test('the scheme may be written in any case, the key may not', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      const headers = { authorization: `${scheme} ${server.keys.full}` };
      expectFor(scheme, (await server.call('GET /v1/me', { key: null, headers })).status).toBe(200);
    }
  });

  test('a key in the query, in a cookie or in another header is no credential', async () => {
    const key = server.keys.full;
    const headers = {
      cookie: `lodestone_session=${key}`,
      'x-api-key': key,
      'proxy-authorization': `Bearer ${key}`,
    };
    const answer = await server.call('GET /v1/me', { key: null, headers, query: { access_token: key } });
    expect(answer.body.error.code).toBe('unauthorized');
  });

  test('each write leaves a row of who did what, and a refused one leaves none', async () => {
    const rows = async () =>
      (
        await server.account
          .select('audit_log')
          .select(['action', 'actor', 'actor_id'])
          .orderBy('id')
          .execute()
      ).length;
    const { body } = await server.call('GET /v1/magnets?status=draft');
    const line = `PATCH /v1/magnets/${body.data[0]!.id}`;
    const earlier = await rows();
    await server.call(line, { body: { status: 'private' } });
    expect(await rows()).toBe(earlier + 1);
    await server.call(line, { body: { status: 'nonsense' } });
    await server.call(line, { body: { status: 'private' }, key: server.keys.read_only });
    expect(await rows()).toBe(earlier + 1);
  });
});
