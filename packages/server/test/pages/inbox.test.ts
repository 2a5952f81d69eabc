import { beforeAll, expect, test } from '@jest/globals';

import { newId } from '@lodestone/core';

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
      if (page.length < 25 || last === undefined) break;
      after = last;
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.slice(0, latest.length)).toEqual(latest.map(({ id }: { id: string }) => id));
  });

  test('emails that answer none of ours are listed, without an intent, and lead nowhere', async () => {
    const before = (await server.call('GET /v1/unibox')).body;
    const { id: email_account_id } = await server.account
      .select('email_accounts')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const email = {
      email_account_id,
      from_address: 'shop@elsewhere.example',
      subject: 'Sale <b>now</b>',
      body: 'Buy!',
    };
    await server.account.insert('inbox_messages', { id: newId(), ...email });
    const after = (await server.call('GET /v1/unibox')).body;
    expect(after.inbox_messages).toBe(before.inbox_messages + 1);
    expect(after.campaign_reply_messages).toBe(before.campaign_reply_messages);
    expect((await visit(server, '/inbox', { cookie })).html).toContain('href="/inbox/unmatched"');
    const { html } = await visit(server, '/inbox/unmatched', { cookie });
    const row = html.match(/<tr><th scope="row">(?:(?!<\/tr>).)*shop@elsewhere\.example.*?<\/tr>/s)?.[0];
    expect(row).toMatch(/Sale &lt;b>now/);
    expect(row).not.toMatch(/enr_|replied/i);
    expect(listed(html)).toEqual([]);
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
});

inChromium('the inbox from the keyboard', (owner) => {
  test('ten replies are sorted with ten keys after opening the first', async () => {
    const before = (await owner.api('/v1/unibox')).by_intent;
    const page = await owner.open('/inbox?show=all');
    await page.keyboard.press('j');
    await page.waitForURL(/\/inbox\/enr_/);
    for (let reply = 0; reply < 10; reply++) {
      const address = page.url();
      await page.keyboard.press('1');
      await page.waitForURL((url) => url.href !== address);
    }
    const interested = (split: { intent: string; count: number }[]): number =>
      split.find(({ intent }) => intent === 'interested')?.count ?? 0;
    expect(interested((await owner.api('/v1/unibox')).by_intent)).toBeGreaterThan(interested(before));
  });

  test('no key is taken from somebody who writes, nor once they are switched off', async () => {
    const page = await owner.open('/inbox?show=all');
    await page.keyboard.press('j');
    await page.waitForURL(/\/inbox\/enr_/);
    const address = page.url();
    await page.getByLabel('Your reply').fill('');
    await page.getByLabel('Your reply').press('1');
    expect(await page.getByLabel('Your reply').inputValue()).toBe('1');
    expect(page.url()).toBe(address);
    await page.getByText('Keyboard', { exact: true }).click();
    await page.getByLabel('Turn on keyboard shortcuts').uncheck();
    await page.getByText('Keyboard', { exact: true }).click();
    await page.keyboard.press('1');
    await page.reload();
    expect(page.url()).toBe(address);
  });
});
