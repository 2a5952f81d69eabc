import { expect, test } from '@jest/globals';
import { fromWire, subscriberLink, toWire } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';
import { visit } from './forms.ts';

/** A person who opted into both accounts, as each of them knows them. */
async function shared(server: TestServer) {
  const theirs = await server.other.account
    .select('subscribers')
    .select(['id', 'person_id'])
    .where('status', '=', 'active')
    .execute();
  const mine = await server.account
    .select('subscribers')
    .select(['id', 'email', 'person_id'])
    .where('status', '=', 'active')
    .where(
      'person_id',
      'in',
      theirs.map(({ person_id }) => person_id),
    )
    .limit(1)
    .executeTakeFirstOrThrow();
  const other = theirs.find(({ person_id }) => person_id === mine.person_id)!;
  return { id: toWire('sub', mine.id), email: mine.email, otherId: toWire('sub', other.id) };
}

const stateOf = async (server: TestServer, id: string, key = server.keys.full) =>
  (await server.call(`GET /v1/subscribers/${id}`, { key })).body as {
    status: string;
    unsubscribed_at: string | null;
  };

/** Asks to subscribe again by the subscriber's link. @returns the tokens of all emails that asked for a confirmation, in order */
async function asked(server: TestServer, link: string, id: string): Promise<string[]> {
  await visit(server, `/preferences/subscribe?link=${link}`, { form: {} });
  const mails = await server.account
    .select('mails')
    .select('token')
    .where('kind', '=', 'confirmation')
    .where('subscriber_id', '=', fromWire('sub', id))
    .orderBy('id')
    .execute();
  return mails.map(({ token }) => token);
}

const confirm = (server: TestServer, token: string | undefined) =>
  visit(server, `/preferences/confirm?token=${token}`, { form: {} });

/** Back to where the next test begins, whatever was asked for. */
async function restore(server: TestServer, id: string): Promise<void> {
  await server.account.remove('mails').where('subscriber_id', '=', fromWire('sub', id)).execute();
  await server.account
    .update('subscribers')
    .set({ unsubscribed_at: null })
    .where('id', '=', fromWire('sub', id))
    .execute();
}

onEveryDatabase((server) => {
  test('a subscriber opts out with one click, and back in by an email to their address, at this account alone', async () => {
    const { id, email, otherId } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const page = await visit(server, `/preferences?link=${link}`);
    expect(page.status).toBe(200);
    expect(page.html).toContain(email);
    // Opening the page changes nothing.
    expect((await stateOf(server, id)).status).toBe('active');

    const out = await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    expect(out.location).toBe(`/preferences?link=${link}&done=unsubscribed`);
    const first = await stateOf(server, id);
    expect(first.status).toBe('unsubscribed');
    expect((await stateOf(server, otherId, server.other.keys.full)).status).toBe('active');
    await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    // The first moment is kept.
    expect((await stateOf(server, id)).unsubscribed_at).toBe(first.unsubscribed_at);

    expect((await visit(server, `/preferences?link=${link}`)).html).toMatch(/Subscribe again/);
    const [token] = await asked(server, link, id);
    // Asking changes nothing.
    expect((await stateOf(server, id)).status).toBe('unsubscribed');
    const mail = await server.account
      .select('mails')
      .select(['to_address', 'state'])
      .where('token', '=', token!)
      .executeTakeFirstOrThrow();
    expect(mail).toStrictEqual({ to_address: email, state: 'queued' });
    const opened = await visit(server, `/preferences/confirm?token=${token}`);
    expect(opened.html).toContain(email);
    // Scanners open every link.
    expect((await stateOf(server, id)).status).toBe('unsubscribed');
    expect((await confirm(server, token)).location).toBe(`/preferences?link=${link}&done=resubscribed`);
    expect(
      await stateOf(server, id).then(({ status, unsubscribed_at }) => [status, unsubscribed_at]),
    ).toStrictEqual(['active', null]);
    const acts = await server.account
      .select('audit_log')
      .select(['actor', 'action'])
      .where('action', 'like', 'subscriber.%')
      .execute();
    expect(acts.length).toBeGreaterThanOrEqual(3);
    expect(acts.every(({ actor }) => actor === 'subscriber')).toBe(true);
  });

  test('nobody undoes an opt-out with the link alone, nor learns by it what would', async () => {
    const { id } = await shared(server);
    await restore(server, id);
    const link = await subscriberLink(server.account, { id });
    await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    const answer = await visit(server, `/preferences/subscribe?link=${link}`, { form: {} });
    expect(answer.location).toBe(`/preferences?link=${link}&done=confirmation_sent`);
    const tokens = await asked(server, link, id);
    // Asking again soon sends no second email.
    expect(tokens).toHaveLength(1);
    const [token] = tokens;
    const shown = await visit(server, answer.location ?? '');
    for (const text of [answer.location, shown.html, JSON.stringify([...answer.headers])])
      expect(text).not.toContain(token!);
    for (const made of ['', 'x', link, `${token}A`, token!.slice(1), 'A'.repeat(16)]) {
      expectFor(made, (await confirm(server, made)).status).toBe(404);
      expectFor(made, (await visit(server, `/preferences/confirm?token=${made}`)).status).toBe(404);
    }
    const foreign = { form: {}, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await visit(server, `/preferences/confirm?token=${token}`, foreign)).status).toBe(403);
    expect((await stateOf(server, id)).status).toBe('unsubscribed');
    await restore(server, id);
  });

  test('a confirmation is no good for a later opt-out, nor after a day', async () => {
    const { id } = await shared(server);
    await restore(server, id);
    const link = await subscriberLink(server.account, { id });
    await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    const [first] = await asked(server, link, id);
    await confirm(server, first);
    expect((await stateOf(server, id)).status).toBe('active');
    await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    expect((await confirm(server, first)).status).toBe(404);
    expect((await stateOf(server, id)).status).toBe('unsubscribed');

    const created_at = new Date(Date.now() - 25 * 3_600_000);
    await server.account.update('mails').set({ created_at }).where('token', '=', first!).execute();
    await server.account
      .update('subscribers')
      .set({ unsubscribed_at: new Date(Date.now() - 48 * 3_600_000) })
      .where('id', '=', fromWire('sub', id))
      .execute();
    expect((await confirm(server, first)).status).toBe(404);
    const tokens = await asked(server, link, id);
    expect(tokens).toHaveLength(2);
    expect((await confirm(server, tokens[1])).status).toBe(303);
    expect((await stateOf(server, id)).status).toBe('active');
    await restore(server, id);
  });

  test('an owner sees the page of a subscriber, and can neither opt them out there nor back in', async () => {
    const { id, otherId } = await shared(server);
    await restore(server, id);
    const link = await subscriberLink(server.account, { id });
    const cookie = await signedIn(server);
    for (const [status, act, other] of [
      ['active', 'unsubscribe', 'subscribe'],
      ['unsubscribed', 'subscribe', 'unsubscribe'],
    ] as const) {
      const { html } = await visit(server, `/preferences?link=${link}`, { cookie });
      expect(html).toMatch(/only they can subscribe again/);
      expect(html).not.toMatch(/<form/);
      for (const path of [act, other]) {
        const refused = await visit(server, `/preferences/${path}?link=${link}`, { cookie, form: {} });
        expectFor(path, refused.status).toBe(403);
        expect(refused.html).toMatch(/[Oo]nly the subscriber can change this/);
      }
      expect((await stateOf(server, id)).status).toBe(status);
      if (act === 'unsubscribe') await visit(server, `/preferences/${act}?link=${link}`, { form: {} });
    }
    await restore(server, id);

    const theirs = await subscriberLink(server.other.account, { id: otherId });
    expect((await visit(server, `/preferences?link=${theirs}`, { cookie })).html).toMatch(/<form/);
    await visit(server, `/preferences/unsubscribe?link=${theirs}`, { cookie, form: {} });
    expect((await stateOf(server, otherId, server.other.keys.full)).status).toBe('unsubscribed');
    const again = await visit(server, `/preferences/subscribe?link=${theirs}`, { cookie, form: {} });
    expect(again.location ?? '').toMatch(/confirmation_sent/);
  });

  test('a mail program unsubscribes with one click (RFC 8058), from anywhere, without a cookie or a redirect', async () => {
    const { id } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const boundary = '----mail';
    const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const forms = [
      { form: 'List-Unsubscribe=One-Click', type: 'application/x-www-form-urlencoded' },
      { form: multipart, type: `multipart/form-data; boundary=${boundary}` },
    ];
    for (const { form, type } of forms) {
      const answer = await visit(server, `/preferences/unsubscribe?link=${link}`, {
        form,
        headers: { 'content-type': type, 'sec-fetch-site': 'cross-site', accept: '*/*' },
      });
      expectFor(type, answer.status).toBe(200);
      expect((await stateOf(server, id)).status).toBe('unsubscribed');
      await restore(server, id);
    }
  });

  test('another site can neither opt a subscriber back in nor, without the one-click form, out', async () => {
    const { id } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {}, headers })).status).toBe(
      403,
    );
    expect((await stateOf(server, id)).status).toBe('active');
    expect((await visit(server, `/preferences/subscribe?link=${link}`, { form: {}, headers })).status).toBe(
      403,
    );
  });

  test('a link that is changed in any place, cut or made up opens nothing', async () => {
    const { id, otherId } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const theirs = await subscriberLink(server.other.account, { id: otherId });
    expect(link).not.toBe(theirs);
    const changed = [...link].map(
      (character, at) => link.slice(0, at) + (character === 'A' ? 'B' : 'A') + link.slice(at + 1),
    );
    for (const bad of [
      ...changed,
      link.slice(1),
      `${link}A`,
      '',
      'x',
      theirs.slice(0, 22) + link.slice(22),
    ]) {
      const { status, html } = await visit(server, `/preferences?link=${encodeURIComponent(bad)}`);
      expectFor(bad, status).toBe(404);
      expect(html.slice(html.indexOf('<main'))).not.toMatch(/@/);
    }
    expect((await visit(server, `/preferences/unsubscribe?link=${changed[40]}`, { form: {} })).status).toBe(
      404,
    );
    expect((await stateOf(server, id)).status).toBe('active');
  });

  test("the page tells nothing of the account's own: no score, tag, campaign or other subscriber", async () => {
    const { id } = await shared(server);
    const { body } = await server.call(`GET /v1/subscribers/${id}`);
    const { html } = await visit(server, `/preferences?link=${await subscriberLink(server.account, { id })}`);
    const shown = html.slice(html.indexOf('<main'));
    for (const { campaign } of body.enrollments) expectFor(campaign.name, shown).not.toContain(campaign.name);
    for (const tag of body.tags) expectFor(tag, shown).not.toContain(`>${tag}<`);
    expect(shown).not.toMatch(/score|temperature|opened|clicked/i);
    const others = [...shown.matchAll(/[\w.+-]+@[\w.-]+/g)].map(([address]) => address);
    expect(others.filter((address) => address !== body.email)).toStrictEqual([]);
  });
});
