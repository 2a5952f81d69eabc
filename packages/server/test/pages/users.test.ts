import { beforeAll, expect, test } from '@jest/globals';
import {
  createAccount,
  createSignInLink,
  firstUser,
  forAccount,
  invite,
  listUsers,
  newId,
  removeUser,
  setRole,
  startSession,
} from '@lodestone/core';
import type { Shell } from '@lodestone/server/pages/page.js';
import { settingsPages } from '@lodestone/server/pages/settings/index.js';

import { expectFor, present } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';
import { addUser, PASSWORD, sessionOf, visit } from './forms.ts';

const apiStatus = async (server: TestServer, cookie: string) =>
  (await fetch(`${server.baseUrl}/v1/me`, { headers: { cookie } })).status;

/** Every route of settings as `GET /path`. */
function settingsRoutes(): string[] {
  const shell = { page: () => () => undefined } as unknown as Shell;
  return settingsPages(shell).stack.flatMap(({ route }) => {
    present(route);
    return route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`);
  });
}

/** What is open to members in settings; all else is an owner's. */
const OPEN_TO_MEMBERS = [
  'GET /settings',
  'GET /settings/developers',
  'GET /settings/sign-in',
  'GET /settings/sign-in/email',
  'GET /settings/sign-in/two-step',
  'GET /settings/sign-in/two-step/codes',
  'GET /settings/users',
  'POST /settings/sign-in/email',
  'POST /settings/sign-in/email/confirm',
  'POST /settings/sign-in/email/withdraw',
  'POST /settings/sign-in/password',
  'POST /settings/sign-in/sessions/:id/end',
  'POST /settings/sign-in/sessions/end-others',
  'POST /settings/sign-in/two-step/codes',
  'POST /settings/sign-in/two-step/confirm',
  'POST /settings/sign-in/two-step/off',
  'POST /settings/sign-in/two-step/start',
];

onEveryDatabase((server) => {
  let owner: string;
  beforeAll(async () => {
    owner = await signedIn(server);
  });

  const inviting = async (form: Record<string, string>) => {
    const made = await visit(server, '/settings/users/invitations', { cookie: owner, form });
    const once = made.cookies.find((one) => one.startsWith('lodestone_once='))?.split(';')[0] ?? '';
    const shown = await visit(server, made.location ?? '', { cookie: `${owner}; ${once}` });
    const link = /http[^<"\s]*(\/sign-in\/invitation\?token=[\w-]{43})/.exec(shown.html)?.[1];
    present(link, shown.html);
    return { link, page: made.location ?? '', shown };
  };

  test('somebody who is invited chooses a password, is signed in, and can sign in again', async () => {
    const { link, page, shown } = await inviting({ email: 'New@People.example', role: 'member' });
    expect(shown.headers.get('content-encoding')).toBeNull();
    expect((await visit(server, page, { cookie: owner })).location).toBe('/settings/users');
    expect((await visit(server, '/settings/users', { cookie: owner })).html).not.toContain('token=');

    const opened = await visit(server, link);
    expect(opened.html).toContain('new@people.example');
    const token = link.split('token=')[1] ?? '';
    const short = { token, password: 'short', again: 'short' };
    expect((await visit(server, '/sign-in/invitation', { form: short })).html).toMatch(/id="password-error"/);
    const guessable = { token, password: 'new@people.example', again: 'new@people.example' };
    expect((await visit(server, '/sign-in/invitation', { form: guessable })).html).toMatch(/easy to guess/);
    const differing = { token, password: PASSWORD, again: 'another' };
    expect((await visit(server, '/sign-in/invitation', { form: differing })).html).toMatch(
      /id="again-error"/,
    );

    const form = { token, password: PASSWORD, again: PASSWORD };
    const answers = await Promise.all([1, 2].map(() => visit(server, '/sign-in/invitation', { form })));
    expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([303, 400]);
    const cookie = sessionOf(answers.find(({ status }) => status === 303)!);
    expect(await apiStatus(server, cookie)).toBe(200);
    expect((await visit(server, link)).status).toBe(400);
    const again = await visit(server, '/sign-in', {
      form: { email: 'new@people.example', password: PASSWORD },
    });
    expect(again.status).toBe(303);
    const { html } = await visit(server, '/settings/audit?what=sign-in', { cookie: owner });
    for (const words of ['Invited a user', 'Accepted an invitation']) expect(html).toContain(words);
  });

  test('an invitation that is withdrawn, replaced or older than 7 days is worth nothing', async () => {
    const first = await inviting({ email: 'late@people.example', role: 'owner' });
    const second = await inviting({ email: 'late@people.example', role: 'member' });
    expect((await visit(server, first.link)).status).toBe(400);
    expect((await visit(server, second.link)).html).toContain('a member');
    const { html } = await visit(server, '/settings/users', { cookie: owner });
    const withdraw =
      /action="(\/settings\/users\/invitations\/inv_[a-z0-9]+\/withdraw)"/.exec(html)?.[1] ?? '';
    expect((await visit(server, withdraw, { cookie: owner, form: {} })).status).toBe(303);
    expect((await visit(server, second.link)).status).toBe(400);

    const { link } = await inviting({ email: 'late@people.example', role: 'member' });
    const lasting = await server.account
      .select('invitations')
      .select(['created_at', 'expires_at'])
      .executeTakeFirstOrThrow();
    const days = (lasting.expires_at.getTime() - lasting.created_at.getTime()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    await server.account
      .update('invitations')
      .set({ expires_at: new Date(0) })
      .execute();
    const token = link.split('token=')[1] ?? '';
    const form = { token, password: PASSWORD, again: PASSWORD };
    expect((await visit(server, '/sign-in/invitation', { form })).status).toBe(400);
    expect((await listUsers(server.account)).some(({ email }) => email === 'late@people.example')).toBe(
      false,
    );
  });

  test('who is a user already is not invited, and who signs in elsewhere cannot join', async () => {
    const { email } = await addUser(server, 'member');
    const known = await visit(server, '/settings/users/invitations', {
      cookie: owner,
      form: { email, role: 'member' },
    });
    expect(known.status).toBe(400);
    expect(known.html).toMatch(/id="email-error"/);

    const taken = 'elsewhere@people.example';
    await createAccount(server.db, { name: 'Elsewhere', email: taken });
    const { link } = await inviting({ email: taken, role: 'member' });
    const form = { token: link.split('token=')[1] ?? '', password: PASSWORD, again: PASSWORD };
    const refused = await visit(server, '/sign-in/invitation', { form });
    expect(refused.status).toBe(409);
    expect(refused.cookies).toStrictEqual([]);
    expect((await visit(server, link)).status).toBe(200);
  });

  test('an invitation is accepted on its own page alone', async () => {
    const { token } = await invite(server.account, { email: 'cross@people.example', role: 'owner' });
    const form = { token, password: PASSWORD, again: PASSWORD };
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visit(server, '/sign-in/invitation', { form, headers })).status).toBe(403);
  });

  test('a member is refused every route of settings but their own and those that only show', async () => {
    const member = await addUser(server, 'member');
    const routes = settingsRoutes();
    expect(routes.length).toBeGreaterThan(20);
    expect(OPEN_TO_MEMBERS.filter((route) => !routes.includes(route))).toStrictEqual([]);
    const before = await server.account.select('audit_log').select('id').execute();
    for (const route of routes) {
      const [method, path = ''] = route.split(' ');
      const { status } = await visit(server, path.replace(':id', 'usr_x'), {
        cookie: member.cookie,
        ...(method === 'POST' && { form: {} }),
      });
      expectFor(route, status === 403).toBe(!OPEN_TO_MEMBERS.includes(route));
    }
    expect(await server.account.select('audit_log').select('id').execute()).toHaveLength(before.length);
  });

  test('a member sees what they may use, and no button for what they may not', async () => {
    const { cookie } = await addUser(server, 'member');
    const users = await visit(server, '/settings/users', { cookie });
    expect(users.html).toContain('member-');
    const keys = await visit(server, '/settings/developers', { cookie });
    for (const { html } of [users, keys]) {
      expect(html).not.toMatch(/<main[^]*<form/);
      expect(html).not.toMatch(/\/revoke"|\/remove"/);
      expect(html).not.toMatch(/href="\/settings\/(account|branding|ai-model|audit)"/);
    }
    expect((await visit(server, '/magnets', { cookie })).status).toBe(200);
    const refused = await visit(server, '/settings/audit', { cookie });
    expect(refused.html).toContain('Only an owner can do this');
  });

  test('settings open on their first page, of those that a user may open', async () => {
    const member = await addUser(server, 'member');
    for (const [cookie, first] of [
      [owner, 'account'],
      [member.cookie, 'users'],
    ] as const) {
      const { html } = await visit(server, '/', { cookie });
      const [, link = ''] = /<a href="([^"]*)"[^>]*>Settings<\/a>/.exec(html) ?? [];
      expect((await visit(server, link, { cookie })).location).toBe(`/settings/${first}`);
      const page = await visit(server, `/settings/${first}`, { cookie });
      const [, tabs = ''] = page.html.split('<nav aria-label="Settings">');
      expect(/href="([^"]*)"/.exec(tabs)?.[1]).toBe(`/settings/${first}`);
    }
  });

  test('a role holds from the next request on', async () => {
    const { wire: id, cookie } = await addUser(server, 'member');
    const role = (role: string) =>
      visit(server, `/settings/users/${id}/role`, { cookie: owner, form: { role } });
    expect((await visit(server, '/settings/audit', { cookie })).status).toBe(403);
    expect((await role('owner')).location).toBe('/settings/users?done=role_changed');
    expect((await visit(server, '/settings/audit', { cookie })).status).toBe(200);
    expect((await role('member')).status).toBe(303);
    expect((await visit(server, '/settings/audit', { cookie })).status).toBe(403);
    expect((await role('root')).status).toBe(400);
  });

  test('a user who is removed is out everywhere at once, on pages and in the API, and stays known to the log', async () => {
    const { id: user_id, wire: id, email, cookie } = await addUser(server, 'owner');
    const other = await startSession(server.account, { user_id });
    const { token } = await createSignInLink(server.account, { user_id });
    const theirs = forAccount(server.db, server.account.id, { kind: 'user', id: user_id });
    const left = await invite(theirs, { email: 'friend@people.example', role: 'owner' });
    expect((await visit(server, `/settings/users/${id}/remove`, { cookie: owner })).html).toContain(email);
    const removed = await visit(server, `/settings/users/${id}/remove`, { cookie: owner, form: {} });
    expect(removed.location).toBe('/settings/users?done=user_removed');
    for (const one of [cookie, `lodestone_session=${other.token}`]) {
      expect(await apiStatus(server, one)).toBe(401);
      expect((await visit(server, '/', { cookie: one })).location).toMatch(/^\/sign-in/);
    }
    expect((await visit(server, `/sign-in/link?token=${token}`)).status).toBe(400);
    expect((await visit(server, `/sign-in/invitation?token=${left.token}`)).status).toBe(400);
    expect((await visit(server, '/sign-in', { form: { email, password: PASSWORD } })).status).toBe(401);
    const { html } = await visit(server, `/settings/audit?who=${id}`, { cookie: owner });
    expect(html).toContain(email);
    expect((await visit(server, `/settings/users/${id}/remove`, { cookie: owner, form: {} })).status).toBe(
      404,
    );
  });

  test('another account’s user is not found', async () => {
    const theirs = (await listUsers(server.other.account))[0]!;
    for (const path of [`/settings/users/${theirs.id}/remove`, `/settings/users/${theirs.id}/role`]) {
      expectFor(path, (await visit(server, path, { cookie: owner, form: { role: 'member' } })).status).toBe(
        404,
      );
    }
  });

  test('an account keeps an owner, whoever removes whom at once', async () => {
    const { account_id } = await createAccount(server.db, { name: 'Two', email: 'one@two.example' });
    const account = forAccount(server.db, account_id, { kind: 'operator' });
    const [first] = await listUsers(account);
    present(first);
    for (const attempt of [
      setRole(account, { id: first.id, role: 'member' }),
      removeUser(account, { id: first.id }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_state' });
    }
    for (let round = 0; round < 5; round++) {
      await account.insert('users', { id: newId(), email: `other-${round}@two.example`, role: 'owner' });
      const owners = (await listUsers(account)).filter(({ role }) => role === 'owner');
      expect(owners).toHaveLength(2);
      const outcomes = await Promise.allSettled([
        removeUser(account, { id: owners[0]!.id }),
        setRole(account, { id: owners[1]!.id, role: 'member' }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toStrictEqual(['fulfilled', 'rejected']);
      expect((await listUsers(account)).filter(({ role }) => role === 'owner')).toHaveLength(1);
    }
  });

  test('of two invitations of one address at once one is left', async () => {
    const both = [1, 2].map(() => invite(server.account, { email: 'twice@people.example', role: 'member' }));
    const tokens = (await Promise.all(both)).map(({ token }) => token);
    const statuses = await Promise.all(
      tokens.map(async (token) => (await visit(server, `/sign-in/invitation?token=${token}`)).status),
    );
    expect(statuses.toSorted()).toStrictEqual([200, 400]);
  });

  test('the server that starts on its own machine belongs to an owner', async () => {
    const first = await firstUser(server.db);
    expect((await listUsers(server.account)).find(({ email }) => email === first?.email)?.role).toBe('owner');
  });
});
