import { expect, test } from '@jest/globals';
import { SCOPES } from '@lodestone/core';
import { sql } from 'kysely';

import { afterTest, expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase, startServer } from '../server.ts';
import { linkOf, sessionOf, visit } from './forms.ts';

const TOKEN = /lodestone_live_[A-Za-z0-9_-]{43}/;

onEveryDatabase((server) => {
  const signIn = async () => sessionOf(await visit(server, await linkOf(server)));

  test('reads are chosen from the start, and no write is', async () => {
    const { html } = await visit(server, '/settings/developers', { cookie: await signIn() });
    for (const scope of SCOPES) {
      const input = new RegExp(`<input[^>]*value="${scope}"[^>]*>`).exec(html)?.[0] ?? '';
      expectFor(scope, / checked/.test(input)).toBe(scope.endsWith(':read'));
    }
  });

  test('a key made here works at once and is shown this once; revoked, the very next request is refused', async () => {
    const cookie = await signIn();
    const made = await visit(server, '/settings/developers/keys', {
      cookie,
      form: { name: 'Nightly export', scopes: ['account:read', 'magnets:read'], expires: '30' },
    });
    expect(made.status).toBe(303);
    const once = made.cookies.find((one) => one.startsWith('lodestone_once='))?.split(';')[0] ?? '';
    const shown = await visit(server, made.location ?? '', { cookie: `${cookie}; ${once}` });
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control') ?? '').toMatch(/no-store/);
    expect(shown.cookies.some((one) => /^lodestone_once=;.*Expires=Thu, 01 Jan 1970/.test(one))).toBe(true);
    const key = TOKEN.exec(shown.html)?.[0] ?? '';
    const reloaded = await visit(server, made.location ?? '', { cookie });
    expect(reloaded.location).toBe('/settings/developers');
    const { body } = await server.call('GET /v1/me', { key });
    expect(body.api_key!.scopes).toStrictEqual(['account:read', 'magnets:read']);

    const list = await visit(server, '/settings/developers', { cookie });
    expect(list.html).toContain('Nightly export');
    expect(list.html).not.toMatch(TOKEN);

    const revoking = `/settings/developers/keys/${body.api_key!.id}/revoke`;
    expect((await visit(server, revoking, { cookie })).html).toMatch(/cannot be undone/);
    await server.call('GET /v1/me', { key });
    expect((await visit(server, revoking, { cookie, form: {} })).location).toBe(
      '/settings/developers?done=key_revoked',
    );
    expect((await server.call('GET /v1/me', { key })).body.error.code).toBe('revoked_key');
    const after = await visit(server, '/settings/developers', { cookie });
    expect(after.html).toMatch(new RegExp(`data-key="${body.api_key!.id}".*?Revoked`, 's'));
  });

  test('a refused form keeps what was typed and says beside each field what is wrong', async () => {
    const { status, html } = await visit(server, '/settings/developers/keys', {
      cookie: await signIn(),
      form: { name: '   ', scopes: [], expires: '31' },
    });
    expect(status).toBe(400);
    for (const id of ['name-error', 'scopes-error', 'expires-error']) {
      expectFor(
        id,
        (html.includes(`id="${id}"`) && html.includes(`aria-describedby="${id}"`)) || html.includes(`${id}"`),
      ).toBe(true);
    }
    const kept = await visit(server, '/settings/developers/keys', {
      cookie: await signIn(),
      form: { name: 'Kept', scopes: ['unibox:write'], expires: 'x' },
    });
    expect(kept.html).toMatch(/value="Kept"/);
    expect(/<input[^>]*value="unibox:write"[^>]*>/.exec(kept.html)?.[0] ?? '').toMatch(/ checked/);
    expect(/<input[^>]*value="account:read"[^>]*>/.exec(kept.html)?.[0] ?? '').not.toMatch(/ checked/);
  });

  test('a scope that does not exist makes no key', async () => {
    const { status, html } = await visit(server, '/settings/developers/keys', {
      cookie: await signIn(),
      form: { name: 'Root', scopes: ['*'], expires: 'never' },
    });
    expect(status).toBe(400);
    expect(html).not.toMatch(TOKEN);
  });

  test("another account's key is not found, and stays as it was", async () => {
    const theirs = await server.call('GET /v1/me', { key: server.other.keys.full });
    const path = `/settings/developers/keys/${theirs.body.api_key!.id}/revoke`;
    const cookie = await signIn();
    expect((await visit(server, path, { cookie })).status).toBe(404);
    expect((await visit(server, path, { cookie, form: {} })).status).toBe(404);
    expect((await server.call('GET /v1/me', { key: server.other.keys.full })).status).toBe(200);
  });

  test('an owner who came by link sets a password, which ends the other sessions and signs in', async () => {
    const other = await signIn();
    const cookie = await signIn();
    const password = 'a long enough secret';
    const differing = await visit(server, '/settings/sign-in/password', {
      cookie,
      form: { password, again: 'another' },
    });
    expect(differing.html).toMatch(/id="again-error"/);
    const short = await visit(server, '/settings/sign-in/password', {
      cookie,
      form: { password: 'short', again: 'short' },
    });
    expect(short.html).toMatch(/id="password-error"/);
    const set = await visit(server, '/settings/sign-in/password', {
      cookie,
      form: { password, again: password },
    });
    expect(set.location).toBe('/settings/sign-in?done=password_set');
    expect((await visit(server, '/settings/sign-in', { cookie: other })).status).toBe(303);
    expect((await visit(server, '/settings/sign-in', { cookie })).status).toBe(200);

    const guess = { current: 'not it at all', password: 'a second secret', again: 'a second secret' };
    const refused = await visit(server, '/settings/sign-in/password', { cookie, form: guess });
    expect(refused.html).toMatch(/id="current-error"/);
    const changed = await visit(server, '/settings/sign-in/password', {
      cookie,
      form: { ...guess, current: password },
    });
    expect(changed.status).toBe(303);
  });

  test('a session is listed and ended from another one', async () => {
    const mine = await signIn();
    const lost = await signIn();
    const { html } = await visit(server, '/settings/sign-in', { cookie: mine });
    const ends = [...html.matchAll(/action="(\/settings\/sign-in\/sessions\/ses_[a-z0-9]+\/end)"/g)].map(
      (match) => match[1]!,
    );
    expect(ends.length).toBeGreaterThanOrEqual(1);
    for (const path of ends) expect((await visit(server, path, { cookie: mine, form: {} })).status).toBe(303);
    expect((await visit(server, '/settings/sign-in', { cookie: lost })).status).toBe(303);
    expect((await visit(server, '/settings/sign-in', { cookie: mine })).status).toBe(200);
    expect((await visit(server, ends[0]!, { cookie: mine, form: {} })).status).toBe(404);
  });

  test('a page that does not exist says so in the same frame, and programs get the error object', async () => {
    const cookie = await signIn();
    const page = await visit(server, '/nowhere', { cookie });
    expect(page.status).toBe(404);
    expect(page.html).toMatch(/<nav aria-label="Sections">/);
    const program = await fetch(`${server.origin}/nowhere`, { headers: { accept: '*/*' } });
    expect(program.status).toBe(404);
    expect(((await program.json()) as { error: { code: string } }).error.code).toBe('not_found');
  });

  test('a form that cannot be stored or is too large is refused, and nothing fails', async () => {
    const cookie = await signIn();
    const path = '/settings/developers/keys';
    expect(
      (await visit(server, path, { cookie, form: 'name=a%00b&scopes=account:read&expires=30' })).status,
    ).toBe(400);
    expect((await visit(server, path, { cookie, form: `name=${'a'.repeat(600_000)}` })).status).toBe(413);
    expect((await visit(server, '/settings/developers?x=%00', { cookie })).status).toBe(400);
    expect((await visit(server, '/magnets/%ff', { cookie })).status).toBe(400);
  });

  test('a failure that nobody foresaw is a page that tells nothing of it', async () => {
    const cookie = await signIn();
    await sql`alter table api_keys rename to api_keys_away`.execute(server.db);
    const { status, html } = await visit(server, '/settings/developers', { cookie });
    await sql`alter table api_keys_away rename to api_keys`.execute(server.db);
    expect(status).toBe(500);
    expect(html).toMatch(/Something went wrong/);
    expect(html).not.toMatch(/api_keys|relation|\bat .*\.ts/);
  });

  test('every page forbids inline scripts, framing, foreign content and being kept', async () => {
    const cookie = await signIn();
    for (const path of ['/sign-in', '/settings/developers', '/settings/sign-in', '/nowhere']) {
      const { headers } = await visit(server, path, { cookie });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src 'self';/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

test('behind a proxy that ends TLS the session cookie is for TLS alone', async () => {
  const server = await startServer(undefined, { trustProxy: 1 });
  afterTest(() => server.close());
  const cookieBy = async (scheme: string) =>
    (await visit(server, await linkOf(server), { headers: { 'x-forwarded-proto': scheme } })).cookies[0] ??
    '';
  expect(await cookieBy('https')).toMatch(/; Secure/);
  expect(await cookieBy('http')).not.toMatch(/; Secure/);
});
