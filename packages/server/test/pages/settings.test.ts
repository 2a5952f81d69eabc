import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SCOPES } from '@lodestone/core';
import { sql } from 'kysely';

import { onEveryDatabase, startServer } from '../server.ts';
import { linkOf, sessionOf, visit } from './forms.ts';

const TOKEN = /lodestone_live_[A-Za-z0-9_-]{43}/;

onEveryDatabase((server) => {
  const signIn = async () => sessionOf(await visit(server, await linkOf(server)));

  test('reads are chosen from the start, and no write is', async () => {
    const { html } = await visit(server, '/settings/developers', { cookie: await signIn() });
    for (const scope of SCOPES) {
      const input = new RegExp(`<input[^>]*value="${scope}"[^>]*>`).exec(html)?.[0] ?? '';
      assert.equal(/ checked/.test(input), scope.endsWith(':read'), scope);
    }
  });

  test('a key made here works at once and is shown this once; revoked, the very next request is refused', async () => {
    const cookie = await signIn();
    const made = await visit(server, '/settings/developers/keys', {
      cookie,
      form: { name: 'Nightly export', scopes: ['account:read', 'magnets:read'], expires: '30' },
    });
    assert.equal(made.status, 200);
    assert.match(made.headers.get('cache-control') ?? '', /no-store/);
    const key = TOKEN.exec(made.html)?.[0] ?? '';
    const { body } = await server.call('GET /v1/me', { key });
    assert.deepEqual(body.api_key.scopes, ['account:read', 'magnets:read']);

    const list = await visit(server, '/settings/developers', { cookie });
    assert.ok(list.html.includes('Nightly export'));
    assert.doesNotMatch(list.html, TOKEN);

    const revoking = `/settings/developers/keys/${body.api_key.id}/revoke`;
    assert.match((await visit(server, revoking, { cookie })).html, /cannot be undone/);
    await server.call('GET /v1/me', { key });
    assert.equal(
      (await visit(server, revoking, { cookie, form: {} })).location,
      '/settings/developers?done=key_revoked',
    );
    assert.equal((await server.call('GET /v1/me', { key })).body.error.code, 'revoked_key');
    const after = await visit(server, '/settings/developers', { cookie });
    assert.match(after.html, new RegExp(`data-key="${body.api_key.id}".*?Revoked`, 's'));
  });

  test('a refused form keeps what was typed and says beside each field what is wrong', async () => {
    const { status, html } = await visit(server, '/settings/developers/keys', {
      cookie: await signIn(),
      form: { name: '   ', scopes: [], expires: '31' },
    });
    assert.equal(status, 400);
    for (const id of ['name-error', 'scopes-error', 'expires-error']) {
      assert.ok(
        (html.includes(`id="${id}"`) && html.includes(`aria-describedby="${id}"`)) || html.includes(`${id}"`),
        id,
      );
    }
    const kept = await visit(server, '/settings/developers/keys', {
      cookie: await signIn(),
      form: { name: 'Kept', scopes: ['unibox:write'], expires: 'x' },
    });
    assert.match(kept.html, /value="Kept"/);
    assert.match(/<input[^>]*value="unibox:write"[^>]*>/.exec(kept.html)?.[0] ?? '', / checked/);
    assert.doesNotMatch(/<input[^>]*value="account:read"[^>]*>/.exec(kept.html)?.[0] ?? '', / checked/);
  });

  test('a scope that does not exist makes no key', async () => {
    const { status, html } = await visit(server, '/settings/developers/keys', {
      cookie: await signIn(),
      form: { name: 'Root', scopes: ['*'], expires: 'never' },
    });
    assert.equal(status, 400);
    assert.doesNotMatch(html, TOKEN);
  });

  test("another account's key is not found, and stays as it was", async () => {
    const theirs = await server.call('GET /v1/me', { key: server.other.keys.full });
    const path = `/settings/developers/keys/${theirs.body.api_key.id}/revoke`;
    const cookie = await signIn();
    assert.equal((await visit(server, path, { cookie })).status, 404);
    assert.equal((await visit(server, path, { cookie, form: {} })).status, 404);
    assert.equal((await server.call('GET /v1/me', { key: server.other.keys.full })).status, 200);
  });

  test('an owner who came by link sets a password, which ends the other sessions and signs in', async () => {
    const other = await signIn();
    const cookie = await signIn();
    const password = 'a long enough secret';
    const differing = await visit(server, '/settings/account/password', {
      cookie,
      form: { password, again: 'another' },
    });
    assert.match(differing.html, /id="again-error"/);
    const short = await visit(server, '/settings/account/password', {
      cookie,
      form: { password: 'short', again: 'short' },
    });
    assert.match(short.html, /id="password-error"/);
    const set = await visit(server, '/settings/account/password', {
      cookie,
      form: { password, again: password },
    });
    assert.equal(set.location, '/settings/account?done=password_set');
    assert.equal((await visit(server, '/settings/account', { cookie: other })).status, 303);
    assert.equal((await visit(server, '/settings/account', { cookie })).status, 200);

    const guess = { current: 'not it at all', password: 'a second secret', again: 'a second secret' };
    const refused = await visit(server, '/settings/account/password', { cookie, form: guess });
    assert.match(refused.html, /id="current-error"/);
    const changed = await visit(server, '/settings/account/password', {
      cookie,
      form: { ...guess, current: password },
    });
    assert.equal(changed.status, 303);
  });

  test('a session is listed and ended from another one', async () => {
    const mine = await signIn();
    const lost = await signIn();
    const { html } = await visit(server, '/settings/account', { cookie: mine });
    const ends = [...html.matchAll(/action="(\/settings\/account\/sessions\/ses_[a-z0-9]+\/end)"/g)].map(
      (match) => match[1]!,
    );
    assert.ok(ends.length >= 1);
    for (const path of ends)
      assert.equal((await visit(server, path, { cookie: mine, form: {} })).status, 303);
    assert.equal((await visit(server, '/settings/account', { cookie: lost })).status, 303);
    assert.equal((await visit(server, '/settings/account', { cookie: mine })).status, 200);
    assert.equal((await visit(server, ends[0]!, { cookie: mine, form: {} })).status, 404);
  });

  test('a page that does not exist says so in the same frame, and programs get the error object', async () => {
    const cookie = await signIn();
    const page = await visit(server, '/nowhere', { cookie });
    assert.equal(page.status, 404);
    assert.match(page.html, /<nav aria-label="Sections">/);
    const program = await fetch(`${server.origin}/nowhere`, { headers: { accept: '*/*' } });
    assert.equal(program.status, 404);
    assert.equal(((await program.json()) as { error: { code: string } }).error.code, 'not_found');
  });

  test('a form that cannot be stored or is too large is refused, and nothing fails', async () => {
    const cookie = await signIn();
    const path = '/settings/developers/keys';
    assert.equal(
      (await visit(server, path, { cookie, form: 'name=a%00b&scopes=account:read&expires=30' })).status,
      400,
    );
    assert.equal((await visit(server, path, { cookie, form: `name=${'a'.repeat(100_000)}` })).status, 413);
    assert.equal((await visit(server, '/settings/developers?x=%00', { cookie })).status, 400);
    assert.equal((await visit(server, '/magnets/%ff', { cookie })).status, 400);
  });

  test('a failure that nobody foresaw is a page that tells nothing of it', async () => {
    const cookie = await signIn();
    await sql`alter table api_keys rename to api_keys_away`.execute(server.db);
    const { status, html } = await visit(server, '/settings/developers', { cookie });
    await sql`alter table api_keys_away rename to api_keys`.execute(server.db);
    assert.equal(status, 500);
    assert.match(html, /Something went wrong/);
    assert.doesNotMatch(html, /api_keys|relation|\bat .*\.ts/);
  });

  test('every page forbids inline scripts, framing, foreign content and being kept', async () => {
    const cookie = await signIn();
    for (const path of ['/sign-in', '/settings/developers', '/settings/account', '/nowhere']) {
      const { headers } = await visit(server, path, { cookie });
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; style-src 'sha256-[^']+'; script-src 'self';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-powered-by'), null);
    }
  });
});

test('behind a proxy that ends TLS the session cookie is for TLS alone', async (t) => {
  const server = await startServer(undefined, { trustProxy: 1 });
  t.after(() => server.close());
  const cookieBy = async (scheme: string) =>
    (await visit(server, await linkOf(server), { headers: { 'x-forwarded-proto': scheme } })).cookies[0] ??
    '';
  assert.match(await cookieBy('https'), /; Secure/);
  assert.doesNotMatch(await cookieBy('http'), /; Secure/);
});
