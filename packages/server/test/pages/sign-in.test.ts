import { expect, test } from '@jest/globals';
import { setPassword, startSession } from '@lodestone/core';
import { checkPassword, hashPassword } from '@lodestone/core/users/password.js';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';
import { linkOf, ownerOf, sessionOf, visit } from './forms.ts';

const PASSWORD = 'correct horse battery staple';

async function withPassword(server: TestServer): Promise<string> {
  const { id, email } = await ownerOf(server);
  const { id: session_id } = await startSession(server.account, { user_id: id });
  await server.account.update('users').set({ password_hash: null }).where('id', '=', id).execute();
  await setPassword(server.account, { user_id: id, session_id, current: '', password: PASSWORD });
  return email;
}

const meBy = (server: TestServer, cookie: string) =>
  fetch(`${server.baseUrl}/v1/me`, { headers: { cookie } }).then((response) => response.status);

onEveryDatabase((server) => {
  test('every page asks a stranger to sign in and then brings them where they wanted to go', async () => {
    for (const path of ['/', '/magnets?status=draft', '/settings/developers', '/settings/sign-in']) {
      const { status, location } = await visit(server, path);
      expect(status).toBe(303);
      expect(location).toBe(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`);
    }
    const email = await withPassword(server);
    const entered = await visit(server, '/sign-in', {
      form: { email, password: PASSWORD, next: '/magnets?status=draft' },
    });
    expect(entered.location).toBe('/magnets?status=draft');
  });

  test('nobody is sent to another site after signing in', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
    ]) {
      const { location } = await visit(server, await linkOf(server));
      expect(location).toBe('/');
      const email = await withPassword(server);
      const entered = await visit(server, '/sign-in', { form: { email, password: PASSWORD, next } });
      expectFor(next, entered.location).toBe('/');
    }
  });

  test('a password signs in, whatever the case of the address, and the API takes the session', async () => {
    const email = await withPassword(server);
    const entered = await visit(server, '/sign-in', {
      form: { email: ` ${email.toUpperCase()} `, password: PASSWORD },
    });
    expect(entered.status).toBe(303);
    const [cookie] = entered.cookies;
    expect(cookie ?? '').toMatch(/; Path=\/;.*; HttpOnly; SameSite=Lax$/);
    const { api_key } = (await (
      await fetch(`${server.baseUrl}/v1/me`, { headers: { cookie: sessionOf(entered) } })
    ).json()) as { api_key: unknown };
    expect(api_key).toBeNull();
  });

  test('a wrong password, an unknown address and a user without a password get the same answer', async () => {
    const email = await withPassword(server);
    const wrong = await visit(server, '/sign-in', { form: { email, password: 'not the password' } });
    const unknown = await visit(server, '/sign-in', {
      form: { email: 'nobody@example.com', password: PASSWORD },
    });
    const { id } = await ownerOf(server);
    await server.account.update('users').set({ password_hash: null }).where('id', '=', id).execute();
    const without = await visit(server, '/sign-in', { form: { email, password: PASSWORD } });
    for (const answer of [wrong, unknown, without]) {
      expect(answer.status).toBe(401);
      expect(answer.cookies).toStrictEqual([]);
    }
    expect(unknown.html.replace('nobody@example.com', email)).toBe(wrong.html);
    expect(without.html).toBe(wrong.html);
  });

  test('a link signs in once, even when it is opened twice at the same moment', async () => {
    const link = await linkOf(server);
    const answers = await Promise.all([visit(server, link), visit(server, link)]);
    expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([303, 400]);
    const entered = answers.find(({ status }) => status === 303)!;
    expect(await meBy(server, sessionOf(entered))).toBe(200);
    const again = await visit(server, link);
    expect(again.status).toBe(400);
    expect(again.html).toMatch(/already used/);
  });

  test('a lapsed link signs nobody in', async () => {
    const link = await linkOf(server);
    await server.account
      .update('sign_in_links')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await visit(server, link)).status).toBe(400);
  });

  test('a link that another site led to asks first, and a browser that looks ahead uses nothing up', async () => {
    const link = await linkOf(server);
    const asked = await visit(server, link, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(asked.status).toBe(200);
    expect(asked.html).toMatch(/signs you in as/);
    await visit(server, link, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const foreign = await visit(server, '/sign-in/link', {
      form: { token },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    expect((await visit(server, '/sign-in/link', { form: { token } })).status).toBe(303);
  });

  test('a link that a scanner or a chat opens, which says nothing of where it came from, is not used up', async () => {
    const link = await linkOf(server);
    const opened = await fetch(`${server.origin}${link}`, { redirect: 'manual' });
    expect(opened.status).toBe(200);
    expect(opened.headers.getSetCookie()).toStrictEqual([]);
    expect(await opened.text()).toMatch(/signs you in as/);
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const entered = await visit(server, '/sign-in/link', { form: { token } });
    expect(entered.status).toBe(303);
    expect(await meBy(server, sessionOf(entered))).toBe(200);
  });

  test('each sign-in is a new session, and the one that the browser had ends', async () => {
    const first = sessionOf(await visit(server, await linkOf(server)));
    const second = sessionOf(await visit(server, await linkOf(server), { cookie: first }));
    expect(first).not.toBe(second);
    expect(await meBy(server, first)).toBe(401);
    expect(await meBy(server, second)).toBe(200);
  });

  test('a session that a stranger made up is no session', async () => {
    const planted = `lodestone_session=${'A'.repeat(43)}`;
    expect((await visit(server, '/', { cookie: planted })).status).toBe(303);
    expect(sessionOf(await visit(server, await linkOf(server), { cookie: planted }))).not.toBe(planted);
  });

  test('signing out ends the session on the server, and not only in the browser', async () => {
    const cookie = sessionOf(await visit(server, await linkOf(server)));
    const out = await visit(server, '/sign-out', { cookie, form: {} });
    expect(out.location).toBe('/sign-in?done=signed_out');
    expect(out.cookies[0] ?? '').toMatch(/^lodestone_session=;.*Expires=Thu, 01 Jan 1970/);
    expect(await meBy(server, cookie)).toBe(401);
    expect((await visit(server, '/settings/sign-in', { cookie })).status).toBe(303);
  });

  test('no change is taken from another origin, on pages and API alike', async () => {
    const cookie = sessionOf(await visit(server, await linkOf(server)));
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ];
    for (const headers of foreign) {
      const { status } = await visit(server, '/settings/developers/keys', {
        cookie,
        form: { name: 'stolen', scopes: 'account:read', expires: '30' },
        headers,
      });
      expectFor(JSON.stringify(headers), status).toBe(403);
      const api = await fetch(`${server.baseUrl}/v1/campaigns/cmp_x/pause`, {
        method: 'POST',
        headers: { cookie, ...headers },
      });
      expect(api.status).toBe(401);
    }
    const keys = await server.account
      .select('api_keys')
      .select('name')
      .where('name', '=', 'stolen')
      .execute();
    expect(keys).toStrictEqual([]);
  });

  test('an unknown address costs as much time as a wrong password', async () => {
    const stored = await hashPassword(PASSWORD);
    await checkPassword(null, PASSWORD);
    const times: [unknown: number[], wrong: number[]] = [[], []];
    for (let round = 0; round < 6; round++) {
      for (const [kind, of] of [null, stored].entries()) {
        const started = performance.now();
        expect(await checkPassword(of, 'not the password')).toBe(false);
        times[kind]!.push(performance.now() - started);
      }
    }
    const ratio = Math.min(...times[0]) / Math.min(...times[1]);
    // Without the work it would be a thousandth; the machine may be busy.
    expect(ratio).toBeGreaterThan(0.2);
    expect(ratio).toBeLessThan(5);
  });

  test('after ten wrong passwords for an email even the right one must wait there, and a link does not', async () => {
    const email = await withPassword(server);
    // A right one forgives what failed before, so that the count begins here.
    expect((await visit(server, '/sign-in', { form: { email, password: PASSWORD } })).status).toBe(303);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      statuses.push((await visit(server, '/sign-in', { form: { email, password: 'guess' } })).status);
    }
    expect(new Set(statuses)).toStrictEqual(new Set([401]));
    const right = await visit(server, '/sign-in', { form: { email, password: PASSWORD } });
    expect(right.status).toBe(429);
    expect(right.cookies).toStrictEqual([]);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await visit(server, await linkOf(server))).status).toBe(303);
  });
});
