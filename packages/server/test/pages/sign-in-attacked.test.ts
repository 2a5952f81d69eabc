import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { setPassword, startSession } from '@lodestone/core';

import { DATABASES } from '../../../demo/test/databases.ts';
import { startServer, type TestServer } from '../server.ts';
import { linkOf, ownerOf, sessionOf, visit } from './forms.ts';

const PASSWORD = 'correct horse battery staple';

for (const kind of DATABASES) {
  kind.describe(`on ${kind.name}, behind a proxy that says where a visitor comes from`, () => {
    let server: TestServer;
    let email: string;
    beforeAll(async () => {
      server = await startServer(kind, { trustProxy: 1 });
      const owner = await ownerOf(server);
      email = owner.email;
      const { id: session_id } = await startSession(server.account, { user_id: owner.id });
      await setPassword(server.account, { user_id: owner.id, session_id, current: '', password: PASSWORD });
    });
    afterAll(() => server.close());

    const signIn = (address: string, password: string) =>
      visit(server, '/sign-in', { form: { email, password }, headers: { 'x-forwarded-for': address } });

    test('ten wrong passwords keep out who gave them, and not the owner, who learns of it', async () => {
      for (let attempt = 0; attempt < 10; attempt++)
        expect((await signIn('203.0.113.9', 'guess')).status).toBe(401);
      const wait = await signIn('203.0.113.9', PASSWORD);
      expect(wait.status).toBe(429);
      expect(wait.cookies).toEqual([]);
      expect(Number(wait.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      await signIn('203.0.113.9', 'guess');

      const entered = await signIn('198.51.100.7', PASSWORD);
      expect(entered.status).toBe(303);
      const { html } = await visit(server, '/settings/sign-in', { cookie: sessionOf(entered) });
      expect(html.match(/from 203\.0\.113\.9/g)).toHaveLength(1);
    });

    test('an email that is nobody’s is answered alike, and leaves no trace', async () => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 11; attempt++) {
        const form = { email: 'nobody@example.com', password: 'guess' };
        const headers = { 'x-forwarded-for': '203.0.113.10' };
        statuses.push((await visit(server, '/sign-in', { form, headers })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    });

    test('a new password makes every sign-in link worthless', async () => {
      const link = await linkOf(server);
      const owner = await ownerOf(server);
      const { id: session_id } = await startSession(server.account, { user_id: owner.id });
      await setPassword(server.account, {
        user_id: owner.id,
        session_id,
        current: PASSWORD,
        password: PASSWORD,
      });
      expect((await visit(server, link)).status).toBe(400);
    });

    test('a password that is easily guessed is refused beside its field', async () => {
      const cookie = sessionOf(await visit(server, await linkOf(server)));
      for (const password of ['1234567890', 'password123', 'qwertyuiop', 'aaaaaaaaaaaa', `${email}1`]) {
        const form = { current: PASSWORD, password, again: password };
        const { status, html } = await visit(server, '/settings/sign-in/password', { cookie, form });
        expect([password, status]).toEqual([password, 400]);
        expect(html).toMatch(/easy to guess/);
      }
    });

    test('a bogus cookie beside a good one changes nothing, in whichever order', async () => {
      const good = sessionOf(await visit(server, await linkOf(server)));
      const bogus = `lodestone_session=${'A'.repeat(43)}`;
      for (const cookie of [`${bogus}; ${good}`, `${good}; ${bogus}`]) {
        expect((await fetch(`${server.baseUrl}/v1/me`, { headers: { cookie } })).status).toBe(200);
        expect((await visit(server, '/settings/sign-in', { cookie })).status).toBe(200);
      }
    });

    test('under TLS the cookie is one that no other host can set, and only that is taken', async () => {
      const headers = { 'x-forwarded-proto': 'https' };
      const { cookies } = await visit(server, await linkOf(server), { headers });
      const [cookie = ''] = cookies;
      expect(cookie).toMatch(
        /^__Host-lodestone_session=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(cookie).not.toMatch(/Domain/);
      const own = cookie.split(';')[0]!;
      expect((await visit(server, '/settings/sign-in', { cookie: own, headers })).status).toBe(200);
      const planted = own.replace('__Host-', '');
      expect((await visit(server, '/settings/sign-in', { cookie: planted, headers })).status).toBe(303);
      const out = await visit(server, '/sign-out', { cookie: own, form: {}, headers });
      expect(out.cookies[0]).toMatch(/^__Host-lodestone_session=; .*Secure/);
      expect((await visit(server, '/settings/sign-in', { cookie: own, headers })).status).toBe(303);
    });
  });
}
