import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { type Account, newId, toWire } from '@lodestone/core';

import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { inChromium } from './chromium.ts';
import { visit } from './forms.ts';

/** Ids of the conversations that a page of the inbox lists, in their order. */
const listed = (html: string): string[] =>
  [...html.matchAll(/<li[^>]*><a href="\/inbox\/(enr_\w+)/g)].map(([, id = '']) => id);

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });

  const inbox = async (query = ''): Promise<string[]> =>
    listed((await visit(server, `/inbox?${query}`, { cookie })).html);

  test('every conversation of the API is listed once, page after page', async () => {
    const { latest } = (await server.call('GET /v1/unibox')).body;
    const walked: string[] = [];
    for (let after = ''; ;) {
      const page = await inbox(`show=all&after=${after}`);
      walked.push(...page);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last;
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.slice(0, latest.length)).toEqual(latest.map(({ id }: { id: string }) => id));
  });

  test('emails that answer none of ours are listed, without an intent, and lead nowhere', async () => {
    const before = (await server.call('GET /v1/unibox')).body;
    const receive = async (account: Account) => {
      const { id: email_account_id } = await account
        .select('email_accounts')
        .select('id')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const id = newId();
      await account.insert('inbox_messages', {
        id,
        email_account_id,
        from_address: 'shop@elsewhere.example',
        subject: 'Sale <b>now</b>',
        body: 'Buy!',
      });
      return `/inbox/unmatched/${toWire('msg', id)}`;
    };
    const path = await receive(server.account);
    const after = (await server.call('GET /v1/unibox')).body;
    expect(after.inbox_messages).toBe(before.inbox_messages + 1);
    expect(after.campaign_reply_messages).toBe(before.campaign_reply_messages);
    expect((await visit(server, '/inbox', { cookie })).html).toContain('href="/inbox/unmatched"');
    const { html } = await visit(server, '/inbox/unmatched', { cookie });
    const row = html.match(/<tr><th scope="row">(?:(?!<\/tr>).)*shop@elsewhere\.example.*?<\/tr>/s)?.[0];
    expect(row).toMatch(/Sale &lt;b>now/);
    expect(row).not.toMatch(/enr_|replied/i);
    expect(listed(html)).toEqual([]);
    expect(row).toContain(`href="${path}"`);
    const others = await receive(server.other.account);
    expect((await visit(server, others, { cookie })).status).toBe(404);
    expect((await visit(server, path, { cookie })).html).toMatch(/shop@elsewhere\.example.*Buy!/s);
  });

  test('a tab holds one intent, and a search the leads that match', async () => {
    const { latest } = (await server.call('GET /v1/unibox')).body;
    const won = latest.filter(({ reply_intent }: { reply_intent: string }) => reply_intent === 'won');
    expect((await inbox('show=all&intent=won')).slice(0, won.length)).toEqual(
      won.map(({ id }: { id: string }) => id),
    );
    const { id, lead } = latest[0]!;
    expect(await inbox(`show=all&search=${encodeURIComponent(lead.email)}`)).toContain(id);
    expect(await inbox('show=all&search=nobody-has-this')).toEqual([]);
  });

  test('what was opened is not unread, and what is done is open no more until it is opened again', async () => {
    const [id = '', next] = await inbox('show=open');
    const go = (path: string, form?: Record<string, string>) =>
      visit(server, path, form === undefined ? { cookie } : { cookie, form });
    expect(await inbox('show=unread')).toContain(id);
    expect((await go(`/inbox/${id}?show=open`)).status).toBe(200);
    expect(await inbox('show=unread')).not.toContain(id);
    const done = await go(`/inbox/${id}/done?show=open`, { state: 'done' });
    expect(done.location).toBe(`/inbox/${next}?show=open&done=conversation_done`);
    expect(await inbox('show=open')).not.toContain(id);
    expect(await inbox('show=all')).toContain(id);
    await go(`/inbox/${id}/done?show=open`, { state: 'open' });
    expect(await inbox('show=open')).toContain(id);
  });

  test('who goes through a list stays in it, and who came from elsewhere stays where they are', async () => {
    const [id = '', next] = await inbox('show=all');
    const post = (path: string, form: Record<string, string>) => visit(server, path, { cookie, form });
    const list = '?show=all&intent=won';
    for (const [query, forms] of [
      [list, `/inbox/${id}/answer${list.replace('&', '&amp;')}`],
      ['', `/inbox/${id}/answer`],
    ] as const) {
      const { html } = await visit(server, `/inbox/${id}${query}`, { cookie });
      expect(html).toContain(`action="${forms}"`);
    }
    const draft = await post(`/inbox/${id}/answer${list}`, { body: 'Half of it', do: 'save' });
    expect(draft.location).toBe(`/inbox/${id}${list}&done=draft_saved#answer`);
    const there = await post(`/inbox/${id}/intent?show=all`, { reply_intent: 'won' });
    expect(there.location).toBe(`/inbox/${next}?show=all&done=intent_set`);
    const elsewhere = await post(`/inbox/${id}/intent`, { reply_intent: 'won' });
    expect(elsewhere.location).toBe(`/inbox/${id}?done=intent_set`);
  });

  test('a reply and a value that are refused stay in their fields, with what is wrong beside them', async () => {
    const [id = ''] = await inbox('show=all');
    const value = await visit(server, `/inbox/${id}/conversion`, { cookie, form: { value_usd: 'much' } });
    expect([
      value.status,
      /<input[^>]*name="value_usd"[^>]*value="much"|value="much"[^>]*name="value_usd"/.test(value.html),
    ]).toEqual([400, true]);
    expect(value.html).toContain('id="value_usd-error"');
    const { lead } = (await server.call(`GET /v1/unibox/${id}`)).body;
    await visit(server, `/subscribers/${lead.id}/unsubscribe`, { cookie, form: {} });
    const reply = await visit(server, `/inbox/${id}/answer`, {
      cookie,
      form: { body: 'Typed <at> length', do: 'send' },
    });
    expect(reply.status).toBe(400);
    expect(reply.html).toContain('Typed &lt;at> length');
    expect(reply.html).toMatch(/id="body-error"[^>]*>[^<]*opted out/);
  });
});

inChromium('the inbox from the keyboard', (owner) => {
  test('ten replies are sorted with ten keys after opening the first', async () => {
    const page = await owner.open('/inbox?show=all');
    await page.keyboard.press('j');
    const sorted = await sortTen(page, () => page.keyboard.press('1'));
    expect(await intentsOf(sorted)).toEqual(Array(10).fill('interested'));
  });

  test('ten replies are sorted with eleven clicks, without scripts', async () => {
    const page = await owner.open('/inbox?show=all', { script: false });
    await page.locator('.conversations a').first().click();
    const sorted = await sortTen(page, () => page.getByRole('button', { name: 'Won' }).click());
    expect(await intentsOf(sorted)).toEqual(Array(10).fill('won'));
  });

  /** Does the same with ten conversations, each of which leads to the next. @returns their ids */
  async function sortTen(page: Page, sort: () => Promise<void>): Promise<string[]> {
    await page.waitForURL(/\/inbox\/enr_/);
    const sorted = new Set<string>();
    for (let reply = 0; reply < 10; reply++) {
      const { pathname } = new URL(page.url());
      sorted.add(pathname.replace('/inbox/', ''));
      await sort();
      await page.waitForURL((url) => url.pathname !== pathname);
    }
    expect(sorted.size).toBe(10);
    return [...sorted];
  }

  async function intentsOf(ids: string[]): Promise<string[]> {
    return Promise.all(ids.map(async (id) => (await owner.api(`/v1/unibox/${id}`)).reply_intent));
  }

  test('no key is taken from somebody who writes, nor once they are switched off', async () => {
    const page = await owner.open('/inbox?show=all');
    await page.keyboard.press('j');
    await page.waitForURL(/\/inbox\/enr_/);
    const address = page.url();
    await page.getByLabel('Your reply').fill('');
    await page.getByLabel('Your reply').press('1');
    expect(await page.getByLabel('Your reply').inputValue()).toBe('1');
    expect(page.url()).toBe(address);
    await page.getByText('Keyboard shortcuts', { exact: true }).click();
    await page.getByLabel('Use these shortcuts').uncheck();
    await page.getByText('Keyboard shortcuts', { exact: true }).click();
    const id = new URL(address).pathname.replace('/inbox/', '');
    const before = (await owner.api(`/v1/unibox/${id}`)).reply_intent;
    await page.keyboard.press(before === 'interested' ? '2' : '1');
    await page.waitForTimeout(500);
    expect(page.url()).toBe(address);
    expect((await owner.api(`/v1/unibox/${id}`)).reply_intent).toBe(before);
  });
});
