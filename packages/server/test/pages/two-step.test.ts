import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { createSignInLink, type Role, setPassword, startSession } from '@lodestone/core';
import { sealSecret } from '@lodestone/core/two-step/code.js';
import { codeOf, stepAt } from '@lodestone/core/two-step/totp.js';

import { present } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';
import { addUser, decoded, PASSWORD, sessionOf, type Visit, visit } from './forms.ts';

const TWO_STEP = '/settings/sign-in/two-step';

let made = 0;

/** Somebody with 2-step sign-in, at a network address of their own. */
interface Person {
  id: string;
  user_id: string;
  email: string;
  headers: Record<string, string>;
  cookie: string;
  secret: Buffer;
  recovery: string[];
}

/** The cookie of an answer, as `name=value`; empty when it sets none of that name. */
function cookieOf({ cookies }: Visit, name: string): string {
  return cookies.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? '';
}

const challengeOf = (answer: Visit) => cookieOf(answer, 'lodestone_challenge');

/** The code of the app now, or so many steps from now. */
function codeFrom({ secret }: Pick<Person, 'secret'>, steps = 0): string {
  return codeOf(secret, stepAt(new Date()) + steps);
}

async function joined(server: TestServer, role: Role) {
  const { id: user_id, wire: id, email, cookie } = await addUser(server, role);
  return { id, user_id, email, cookie, headers: { 'x-forwarded-for': `203.0.113.${++made}` } };
}

async function setUp(server: TestServer, role: Role = 'member'): Promise<Person> {
  const person = await joined(server, role);
  const { cookie, headers } = person;
  expect((await visit(server, `${TWO_STEP}/start`, { cookie, headers, form: {} })).location).toBe(TWO_STEP);
  const { html } = await visit(server, TWO_STEP, { cookie, headers });
  const secret = decoded((/<code id="secret">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', ''));
  expect(secret).toHaveLength(20);
  const form = { code: codeFrom({ secret }) };
  const confirmed = await visit(server, `${TWO_STEP}/confirm`, { cookie, headers, form });
  expect(confirmed.location).toBe(`${TWO_STEP}/codes`);
  const once = cookieOf(confirmed, 'lodestone_once');
  const shown = await visit(server, `${TWO_STEP}/codes`, { cookie: `${cookie}; ${once}`, headers });
  expect(shown.headers.get('content-encoding')).toBeNull();
  const recovery = shown.html.match(/\b[0-9a-z]{4}(-[0-9a-z]{4}){3}\b/g) ?? [];
  expect(new Set(recovery).size).toBe(10);
  // The code that was just used is the only one that could still be told from the next.
  await server.account
    .update('authenticators')
    .set({ last_step: 0 })
    .where('user_id', '=', person.user_id)
    .execute();
  return { ...person, secret, recovery };
}

onEveryDatabase(
  (server) => {
    const password = ({ email, headers }: Person) =>
      visit(server, '/sign-in?', { form: { email, password: PASSWORD, next: '/magnets' }, headers });
    const code = ({ headers }: Person, cookie: string, code: string) =>
      visit(server, '/sign-in/code', { cookie, headers, form: { code, next: '/magnets' } });
    const audited = async (action: string, id: string) =>
      server.account
        .select('audit_log')
        .select(['details', 'actor'])
        .where('action', '=', action)
        .where('object_id', '=', id)
        .execute();

    test('a password alone signs nobody in; a code does, and only once', async () => {
      const person = await setUp(server);
      const first = await password(person);
      expect(first.location).toBe('/sign-in/code?next=%2Fmagnets');
      expect(cookieOf(first, 'lodestone_session')).toBe('');
      const cookie = challengeOf(first);
      for (const path of ['/', '/settings/sign-in']) {
        const session = cookie.replace('lodestone_challenge', 'lodestone_session');
        expect((await visit(server, path, { cookie: `${cookie}; ${session}` })).location).toMatch(
          /^\/sign-in/,
        );
      }
      expect((await visit(server, '/sign-in/code', { cookie })).html).toMatch(/autocomplete="one-time-code"/);
      expect((await code(person, cookie, '000000')).status).toBe(401);
      const right = codeFrom(person);
      const entered = await code(person, cookie, ` ${right.slice(0, 3)} ${right.slice(3)} `);
      expect(entered.location).toBe('/magnets');
      expect((await visit(server, '/magnets', { cookie: sessionOf(entered) })).status).toBe(200);
      expect(cookieOf(entered, 'lodestone_challenge')).toBe('lodestone_challenge=');

      // The challenge is met, and the code is used, as is any that is older.
      expect((await code(person, cookie, codeFrom(person, 1))).location).toBe('/sign-in?done=sign_in_lapsed');
      const again = challengeOf(await password(person));
      expect((await code(person, again, right)).status).toBe(401);
      expect((await code(person, again, codeFrom(person, -1))).status).toBe(401);
      expect((await code(person, again, codeFrom(person, 1))).status).toBe(303);
    });

    test('of two who send the same code at once one is signed in', async () => {
      const person = await setUp(server);
      const cookies = [challengeOf(await password(person)), challengeOf(await password(person))];
      const right = codeFrom(person);
      const answers = await Promise.all(cookies.map((cookie) => code(person, cookie, right)));
      expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([303, 401]);
    });

    test('a one-time link is one step as well', async () => {
      const person = await setUp(server);
      const { token } = await createSignInLink(server.account, { user_id: person.user_id });
      const followed = await visit(server, `/sign-in/link?token=${token}`);
      expect(followed.location).toBe('/sign-in/code');
      expect(cookieOf(followed, 'lodestone_session')).toBe('');
      expect((await visit(server, `/sign-in/link?token=${token}`)).status).toBe(400);
      expect((await code(person, challengeOf(followed), codeFrom(person))).status).toBe(303);
    });

    test('a recovery code signs in once, however it is written, also when the key of the server is lost', async () => {
      const person = await setUp(server);
      const [recovery = ''] = person.recovery;
      const lost = sealSecret(server.account, [randomBytes(32)], person.user_id, person.secret);
      await server.account
        .update('authenticators')
        .set({ secret: lost })
        .where('user_id', '=', person.user_id)
        .execute();
      const cookie = challengeOf(await password(person));
      expect((await code(person, cookie, codeFrom(person))).status).toBe(503);
      const written = ` ${recovery.toUpperCase().replaceAll('-', ' ')} `;
      expect((await code(person, cookie, written)).status).toBe(303);
      const used = await code(person, challengeOf(await password(person)), recovery);
      expect(used.status).toBe(401);
      expect(used.html).toMatch(/That recovery code is wrong or was already used\. Each works once/);
      expect((await audited('user.recovery_code', person.user_id))[0]?.details).toStrictEqual({ left: 9 });
    });

    test('wrong codes are counted like wrong passwords, and the right password forgives none of them', async () => {
      const person = await setUp(server);
      const statuses: number[] = [];
      while (statuses.length < 20 && !statuses.includes(429)) {
        const entered = await password(person);
        statuses.push(entered.status);
        if (entered.status === 303)
          statuses.push((await code(person, challengeOf(entered), '000000')).status);
      }
      expect(statuses).toStrictEqual([303, 401, 303, 401, 303, 401, 303, 401, 303, 401, 429]);
      const elsewhere = { ...person, headers: { 'x-forwarded-for': '198.51.100.200' } };
      const cookie = challengeOf(await password(elsewhere));
      const waiting = await code(person, cookie, codeFrom(person));
      expect(waiting.status).toBe(429);
      expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect((await audited('user.sign_in_blocked', person.user_id)).length).toBe(1);
      // Where somebody else tried it the owner of the account is not kept out.
      expect((await code(elsewhere, cookie, codeFrom(person))).status).toBe(303);
    });

    test('a sign-in that waits for its code ends after a while, and with a new password', async () => {
      const person = await setUp(server);
      const late = challengeOf(await password(person));
      await server.account
        .update('sign_in_challenges')
        .set({ expires_at: new Date(0) })
        .execute();
      expect((await code(person, late, codeFrom(person))).location).toBe('/sign-in?done=sign_in_lapsed');
      const known = challengeOf(await password(person));
      const { id: session_id } = await startSession(server.account, { user_id: person.user_id });
      const change = {
        user_id: person.user_id,
        session_id,
        current: PASSWORD,
        password: 'eight orange lanterns',
      };
      expect(await setPassword(server.account, change)).toBe(true);
      expect((await code(person, known, codeFrom(person))).location).toBe('/sign-in?done=sign_in_lapsed');
    });

    test('neither the secret nor a recovery code can be read in the database, and none comes again on a page', async () => {
      const person = await setUp(server);
      const app = await server.account
        .select('authenticators')
        .select('secret')
        .where('user_id', '=', person.user_id)
        .executeTakeFirstOrThrow();
      const stored = Buffer.from(app.secret);
      expect(stored.toString()).toMatch(/^v1\.[0-9a-f]{16}\./);
      expect(stored.includes(person.secret)).toBe(false);
      const hashes = await server.account
        .select('recovery_codes')
        .select('code_hash')
        .where('user_id', '=', person.user_id)
        .execute();
      expect(hashes.map(({ code_hash }) => Buffer.from(code_hash).length)).toStrictEqual(Array(10).fill(32));
      const { cookie, headers } = person;
      expect((await visit(server, `${TWO_STEP}/codes`, { cookie, headers })).location).toBe(TWO_STEP);
      expect((await visit(server, TWO_STEP, { cookie, headers })).html).not.toMatch(/id="secret"|class="qr/);
      expect((await visit(server, `${TWO_STEP}/start`, { cookie, headers, form: {} })).status).toBe(409);
    });

    test('it does nothing until a first code has shown that the app works', async () => {
      const { email, headers, cookie } = await joined(server, 'member');
      await visit(server, `${TWO_STEP}/start`, { cookie, headers, form: {} });
      const page = await visit(server, TWO_STEP, { cookie, headers });
      expect(page.headers.get('content-encoding')).toBeNull();
      expect(page.html).toMatch(/<svg class="qr large"/);
      const wrong = await visit(server, `${TWO_STEP}/confirm`, { cookie, headers, form: { code: '123' } });
      expect(wrong.html).toMatch(/id="code-error"/);
      const entered = await visit(server, '/sign-in', { form: { email, password: PASSWORD }, headers });
      expect(entered.location).toBe('/');
    });

    test('it is turned off, and new recovery codes are made, with the password and a code', async () => {
      const person = await setUp(server);
      const { cookie, headers, user_id } = person;
      const post = (path: string, form: Record<string, string>) =>
        visit(server, `${TWO_STEP}/${path}`, { cookie, headers, form });
      const wrong = await post('off', { password: 'not the password', code: codeFrom(person) });
      expect(wrong.html).toMatch(/id="password-error"/);
      expect((await post('off', { password: PASSWORD, code: '000000' })).html).toMatch(/id="code-error"/);
      const renewed = await post('codes', { password: PASSWORD, code: person.recovery[0] ?? '' });
      expect(renewed.location).toBe(`${TWO_STEP}/codes`);
      // Those of before are worth nothing.
      expect((await post('off', { password: PASSWORD, code: person.recovery[1] ?? '' })).status).toBe(400);
      const off = await post('off', { password: PASSWORD, code: codeFrom(person) });
      expect(off.location).toBe('/settings/sign-in?done=two_step_off');
      expect((await password(person)).location).toBe('/magnets');
      for (const action of ['user.two_step_on', 'user.recovery_codes', 'user.two_step_off'])
        expect(await audited(action, user_id)).toHaveLength(1);
    });

    test('another owner turns it off for who has lost everything, and nobody else, not even for themselves', async () => {
      const person = await setUp(server);
      const owner = await setUp(server, 'owner');
      const reset = (id: string, { cookie, headers }: Person) =>
        visit(server, `/settings/users/${id}/two-step-off`, { cookie, headers, form: {} });
      expect((await reset(owner.id, person)).status).toBe(403);
      expect((await reset(owner.id, owner)).status).toBe(409);
      const asked = await visit(server, `/settings/users/${person.id}/two-step-off`, {
        cookie: owner.cookie,
      });
      expect(asked.html).toContain(person.email);
      expect((await reset(person.id, owner)).location).toBe('/settings/users?done=two_step_reset');
      expect((await password(person)).location).toBe('/magnets');
      expect((await reset(person.id, owner)).status).toBe(404);
      const [entry] = await audited('user.two_step_off', person.user_id);
      present(entry);
      expect(entry.actor).toBe('user');
    });
  },
  { trustProxy: 1, secretKeys: [randomBytes(32)] },
);
