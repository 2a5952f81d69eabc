import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  askToChangeEmail,
  claimMail,
  claimMails,
  createAccount,
  createSignInLink,
  setPassword,
  startSession,
  suppress,
} from '@lodestone/core';
import { writeMail } from '@lodestone/jobs/mailing/write.js';

import { expectFor, present } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { addUser, PASSWORD, visit } from './forms.ts';

const EMAIL = '/settings/sign-in/email';

onEveryDatabase((server) => {
  let owner: string;
  beforeAll(async () => {
    owner = await signedIn(server);
  });
  // Each test asks again; how many may ask within an hour is a test of its own.
  beforeEach(() => server.account.remove('mails').where('kind', '=', 'email_change').execute());

  let asked = 0;
  const headers = () => ({ 'x-forwarded-for': `198.51.100.${++asked}` });

  const ask = (cookie: string, email: string, password = PASSWORD) =>
    visit(server, EMAIL, {
      cookie,
      form: { new_email: email, email_password: password },
      headers: headers(),
    });

  /** The link that was sent to an address last, as a path, and its token. */
  async function linkTo(address: string): Promise<{ link: string; token: string }> {
    const mail = await server.account
      .select('mails')
      .select('token')
      .where('to_address', '=', address)
      .where('kind', '=', 'email_change')
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    present(mail, `Nothing was sent to ${address}.`);
    return { link: `${EMAIL}?token=${mail.token}`, token: mail.token };
  }

  const confirm = (cookie: string, token: string) =>
    visit(server, `${EMAIL}/confirm`, { cookie, form: { token } });

  const emailOf = async (id: string) =>
    (await server.account.select('users').select('email').where('id', '=', id).executeTakeFirstOrThrow())
      .email;

  /** The text of the latest email of a kind, as it goes to the server. */
  async function written(kind: 'email_change' | 'email_changed') {
    const { id } = await server.account
      .select('mails')
      .select('id')
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const mail = await claimMail(server.account, id);
    present(mail);
    const { raw } = await writeMail(server.account, mail, 'https://out.example');
    return { to: mail.to_address, text: raw.toString().replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') };
  }

  test('a user asks with their password, opens the link, and signs in with the new email alone', async () => {
    const { id, email, cookie } = await addUser(server, 'member');
    const other = await startSession(server.account, { user_id: id });
    const { token: signInLink } = await createSignInLink(server.account, { user_id: id });
    expect((await ask(cookie, ' New-Name@People.example ')).location).toBe(
      '/settings/sign-in?done=email_asked',
    );
    const settings = await visit(server, '/settings/sign-in', { cookie });
    expect(settings.html).toContain('new-name@people.example');
    expect(await emailOf(id)).toBe(email);

    const { link, token } = await linkTo('new-name@people.example');
    const mail = await written('email_change');
    expect(mail.text).toContain(`https://out.example${link}`);
    const opened = await visit(server, link, { cookie });
    expect(opened.html).toContain('new-name@people.example');
    // Looking changes nothing.
    expect(await emailOf(id)).toBe(email);

    expect((await confirm(cookie, token)).location).toBe('/settings/sign-in?done=email_changed');
    expect(await emailOf(id)).toBe('new-name@people.example');
    expect((await visit(server, '/', { cookie })).status).toBe(200);
    expect((await visit(server, '/', { cookie: `lodestone_session=${other.token}` })).status).toBe(303);
    expect((await visit(server, `/sign-in/link?token=${signInLink}`)).status).toBe(400);
    expect((await confirm(cookie, token)).status).toBe(400);
    const old = await visit(server, '/sign-in', { form: { email, password: PASSWORD }, headers: headers() });
    expect(old.status).toBe(401);
    const form = { email: 'new-name@people.example', password: PASSWORD };
    expect((await visit(server, '/sign-in', { form, headers: headers() })).status).toBe(303);

    const notice = await written('email_changed');
    expect(notice.to).toBe(email);
    expect(notice.text).toContain('Your sign-in email was changed');
    const log = await visit(server, '/settings/audit?what=sign-in', { cookie: owner });
    for (const words of ['Asked to change their sign-in email', 'Changed their sign-in email'])
      expect(log.html).toContain(words);
    expect(log.html).toContain(email);
  });

  test('a wrong password, no address and an address that is in use are refused beside their field', async () => {
    const { email, cookie } = await addUser(server, 'owner');
    const wrong = await ask(cookie, 'else@people.example', 'not the password');
    expect(wrong.status).toBe(400);
    expect(wrong.html).toMatch(/id="email_password-error"/);
    const { email: taken } = await addUser(server, 'member');
    for (const address of [
      '',
      'no address',
      'two@words in.example',
      `${'a'.repeat(320)}@x.example`,
      email,
      taken,
    ]) {
      const refused = await ask(cookie, address);
      expectFor(address, refused.status).toBe(400);
      expectFor(address, refused.html).toMatch(/id="new_email-error"/);
    }
    const sent = await server.account
      .select('mails')
      .select('id')
      .where('kind', '=', 'email_change')
      .execute();
    expect(sent).toStrictEqual([]);
  });

  test('wrong passwords are counted like those at the door', async () => {
    const { cookie } = await addUser(server, 'member');
    const from = headers();
    const tries = Array.from({ length: 11 }, () => ({ new_email: 'a@b.example', email_password: 'wrong' }));
    let last = '';
    for (const form of tries) last = (await visit(server, EMAIL, { cookie, form, headers: from })).html;
    expect(last).toContain('Too many attempts');
  });

  test('a link is worth nothing to anybody else, from another site, without a session, and after a day', async () => {
    const { id, email, cookie } = await addUser(server, 'owner');
    await ask(cookie, 'mine@people.example');
    const { link, token } = await linkTo('mine@people.example');
    for (const foreign of [owner, (await addUser(server, 'owner')).cookie]) {
      expect((await visit(server, link, { cookie: foreign })).status).toBe(400);
      expect((await confirm(foreign, token)).status).toBe(400);
    }
    const cross = await visit(server, `${EMAIL}/confirm`, {
      cookie,
      form: { token },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(cross.status).toBe(403);
    const signedOut = await visit(server, link);
    expect(signedOut.location).toBe(`/sign-in?${new URLSearchParams({ next: link })}`);
    for (const odd of ['', 'x', token.slice(1), `${token}%00`, "' or 1=1 --", 'a'.repeat(5_000)])
      expectFor(odd, (await confirm(cookie, odd)).status).toBe(400);
    await server.account
      .update('email_changes')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await confirm(cookie, token)).status).toBe(400);
    expect(await emailOf(id)).toBe(email);
  });

  test('asking again, withdrawing and a new password end the link before', async () => {
    const { id: user_id, cookie } = await addUser(server, 'member');
    await ask(cookie, 'first@people.example');
    const first = await linkTo('first@people.example');
    await ask(cookie, 'second@people.example');
    expect((await confirm(cookie, first.token)).status).toBe(400);
    const second = await linkTo('second@people.example');
    expect((await visit(server, `${EMAIL}/withdraw`, { cookie, form: {} })).status).toBe(303);
    expect((await confirm(cookie, second.token)).status).toBe(400);

    await ask(cookie, 'third@people.example');
    const third = await linkTo('third@people.example');
    const { id: session_id } = await startSession(server.account, { user_id });
    await setPassword(server.account, { user_id, session_id, current: PASSWORD, password: `${PASSWORD}!` });
    const { token } = await startSession(server.account, { user_id });
    expect((await confirm(`lodestone_session=${token}`, third.token)).status).toBe(400);
  });

  test('an address that signs in to another account is told so only where its emails are read', async () => {
    await createAccount(server.db, { name: 'Elsewhere', email: 'taken@elsewhere.example' });
    const { id, email, cookie } = await addUser(server, 'member');
    expect((await ask(cookie, 'taken@elsewhere.example')).status).toBe(303);
    const { token } = await linkTo('taken@elsewhere.example');
    expect((await confirm(cookie, token)).status).toBe(409);
    expect(await emailOf(id)).toBe(email);
  });

  test('of two confirmations at once one changes it, and of two users who want one address one gets it', async () => {
    const one = await addUser(server, 'member');
    const two = await addUser(server, 'member');
    await ask(one.cookie, 'both@people.example');
    const first = await linkTo('both@people.example');
    const twice = await Promise.all([confirm(one.cookie, first.token), confirm(one.cookie, first.token)]);
    expect(twice.map(({ status }) => status).toSorted()).toStrictEqual([303, 400]);
    const third = await addUser(server, 'member');
    await ask(two.cookie, 'wanted@people.example');
    const second = await linkTo('wanted@people.example');
    await ask(third.cookie, 'wanted@people.example');
    const three = await linkTo('wanted@people.example');
    const race = await Promise.all([confirm(two.cookie, second.token), confirm(third.cookie, three.token)]);
    expect(race.map(({ status }) => status).toSorted()).toStrictEqual([303, 409]);
  });

  test('nobody’s inbox is filled by it', async () => {
    const { id: user_id, cookie } = await addUser(server, 'member');
    for (let nth = 0; nth < 5; nth++)
      await askToChangeEmail(server.account, {
        user_id,
        password: PASSWORD,
        email: `n${nth}@people.example`,
      });
    const refused = await ask(cookie, 'n6@people.example');
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Too many links were sent');
  });

  test('the email until now is told even where it is suppressed', async () => {
    const { email, cookie } = await addUser(server, 'member');
    await suppress(server.account, { kind: 'address', value: email, reason: 'manual' });
    await ask(cookie, 'after@people.example');
    await confirm(cookie, (await linkTo('after@people.example')).token);
    const claimed = await claimMails(server.account, { kinds: ['email_changed'], limit: 50 });
    expect(claimed.map(({ to_address }) => to_address)).toContain(email);
  });
});
