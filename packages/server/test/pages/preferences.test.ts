import assert from 'node:assert/strict';
import { test } from 'node:test';

import { subscriberLink, toWire } from '@lodestone/core';

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

onEveryDatabase((server) => {
  test('a subscriber opts out with one click and back in on the same page, at this account alone', async () => {
    const { id, email, otherId } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const page = await visit(server, `/preferences?link=${link}`);
    assert.equal(page.status, 200);
    assert.ok(page.html.includes(email));
    assert.equal((await stateOf(server, id)).status, 'active', 'opening the page changes nothing');

    const out = await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    assert.equal(out.location, `/preferences?link=${link}&done=unsubscribed`);
    const first = await stateOf(server, id);
    assert.equal(first.status, 'unsubscribed');
    assert.equal((await stateOf(server, otherId, server.other.keys.full)).status, 'active');
    await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {} });
    assert.equal(
      (await stateOf(server, id)).unsubscribed_at,
      first.unsubscribed_at,
      'the first moment is kept',
    );

    assert.match((await visit(server, `/preferences?link=${link}`)).html, /Subscribe again/);
    await visit(server, `/preferences/subscribe?link=${link}`, { form: {} });
    assert.deepEqual(
      await stateOf(server, id).then(({ status, unsubscribed_at }) => [status, unsubscribed_at]),
      ['active', null],
    );
    const acts = await server.account
      .select('audit_log')
      .select(['actor', 'action'])
      .where('action', 'like', 'subscriber.%')
      .execute();
    assert.ok(acts.length >= 3 && acts.every(({ actor }) => actor === 'subscriber'));
  });

  test('an owner sees the page of a subscriber, and can neither opt them out there nor back in', async () => {
    const { id, otherId } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const cookie = await signedIn(server);
    for (const [status, act, other] of [
      ['active', 'unsubscribe', 'subscribe'],
      ['unsubscribed', 'subscribe', 'unsubscribe'],
    ] as const) {
      const { html } = await visit(server, `/preferences?link=${link}`, { cookie });
      assert.match(html, /Only they can subscribe again/);
      assert.doesNotMatch(html, /<form/);
      for (const path of [act, other]) {
        const refused = await visit(server, `/preferences/${path}?link=${link}`, { cookie, form: {} });
        assert.equal(refused.status, 403, path);
        assert.match(refused.html, /only the subscriber can change this/);
      }
      assert.equal((await stateOf(server, id)).status, status);
      await visit(server, `/preferences/${act}?link=${link}`, { form: {} });
      assert.notEqual((await stateOf(server, id)).status, status);
    }

    const theirs = await subscriberLink(server.other.account, { id: otherId });
    assert.match((await visit(server, `/preferences?link=${theirs}`, { cookie })).html, /<form/);
    await visit(server, `/preferences/unsubscribe?link=${theirs}`, { cookie, form: {} });
    assert.equal((await stateOf(server, otherId, server.other.keys.full)).status, 'unsubscribed');
    await visit(server, `/preferences/subscribe?link=${theirs}`, { cookie, form: {} });
    assert.equal((await stateOf(server, otherId, server.other.keys.full)).status, 'active');
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
      assert.equal(answer.status, 200, type);
      assert.equal((await stateOf(server, id)).status, 'unsubscribed');
      await visit(server, `/preferences/subscribe?link=${link}`, { form: {} });
      assert.equal((await stateOf(server, id)).status, 'active');
    }
  });

  test('another site can neither opt a subscriber back in nor, without the one-click form, out', async () => {
    const { id } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const headers = { 'sec-fetch-site': 'cross-site' };
    assert.equal(
      (await visit(server, `/preferences/unsubscribe?link=${link}`, { form: {}, headers })).status,
      403,
    );
    assert.equal((await stateOf(server, id)).status, 'active');
    assert.equal(
      (await visit(server, `/preferences/subscribe?link=${link}`, { form: {}, headers })).status,
      403,
    );
  });

  test('a link that is changed in any place, cut or made up opens nothing', async () => {
    const { id, otherId } = await shared(server);
    const link = await subscriberLink(server.account, { id });
    const theirs = await subscriberLink(server.other.account, { id: otherId });
    assert.notEqual(link, theirs);
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
      assert.equal(status, 404, bad);
      assert.doesNotMatch(html.slice(html.indexOf('<main')), /@/);
    }
    assert.equal(
      (await visit(server, `/preferences/unsubscribe?link=${changed[40]}`, { form: {} })).status,
      404,
    );
    assert.equal((await stateOf(server, id)).status, 'active');
  });

  test("the page tells nothing of the account's own: no score, tag, campaign or other subscriber", async () => {
    const { id } = await shared(server);
    const { body } = await server.call(`GET /v1/subscribers/${id}`);
    const { html } = await visit(server, `/preferences?link=${await subscriberLink(server.account, { id })}`);
    const shown = html.slice(html.indexOf('<main'));
    for (const { campaign } of body.enrollments) assert.ok(!shown.includes(campaign.name), campaign.name);
    for (const tag of body.tags) assert.ok(!shown.includes(`>${tag}<`), tag);
    assert.doesNotMatch(shown, /score|temperature|opened|clicked/i);
    const others = [...shown.matchAll(/[\w.+-]+@[\w.-]+/g)].map(([address]) => address);
    assert.deepEqual(
      others.filter((address) => address !== body.email),
      [],
    );
  });
});
