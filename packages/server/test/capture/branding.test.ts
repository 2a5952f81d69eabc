import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { editBranding, subscriberLink } from '@lodestone/core';
import { readShown } from '@lodestone/mail';

import { onEach } from '../../../core/test/databases.ts';
import { hiddenIn } from '../pages/forms.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { makeMagnet } from './magnet.ts';
import { eventually, type Owner, PUBLIC_URL, startOwner } from './owner.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const FOOTER = 'Jo Studio & Sons\n1 High Street';

onEach("an account's name, colour, logo and postal address", (kind) => {
  let owner: Owner;
  let sink: MailSink;
  let logo: string;
  const path = '/p/jo-studio/the-guide';

  beforeAll(async () => {
    sink = await startMailSink();
    owner = await startOwner({ smtpUrl: sink.url }, { kind });
    await makeMagnet(owner, { delivery_body: 'Your copy:\n{{ download_url }}' });
    await editBranding(owner.account, {
      brand_name: 'Jo <Studio>',
      brand_color: '#ffd400',
      postal_address: FOOTER,
      track_opens: true,
      track_clicks: true,
    });
  });
  afterAll(async () => {
    await owner?.close();
    await sink?.close();
  });

  async function upload(bytes: Uint8Array<ArrayBuffer>, type = 'image/png', query = ''): Promise<Response> {
    const body = new FormData();
    body.set('logo', new Blob([bytes], { type }), 'logo.png');
    return fetch(`${owner.origin}/settings/branding/logo${query}`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
    });
  }

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>1</script>')],
    ['GIF', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG of more than 200 kB', Buffer.concat([PNG, Buffer.alloc(200 * 1024)])],
  ])('%s is no logo, whatever it claims to be', async (_what, bytes) => {
    const answer = await upload(Buffer.from(bytes));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/id="logo-error"/);
    expect(await owner.account.select('account_logos').select('token').execute()).toEqual([]);
  });

  test('a PNG is served as one, and as nothing else, to everybody', async () => {
    expect((await upload(Buffer.from(PNG), 'text/html')).status).toBe(303);
    const page = await owner.open(path);
    logo = /<img src="(\/b\/[\w-]{16})"/.exec(page.html)?.[1] ?? '';
    const picture = await fetch(owner.origin + logo);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG);
    expect((await owner.open('/b/AAAAAAAAAAAAAAAA')).status).toBe(404);
    expect((await owner.open('/b/%00')).status).toBe(404);
  });

  test('all of them are on every public page, each within 20 kB', async () => {
    const form = { ...hiddenIn((await owner.open(path)).html), email: 'lee@people.example' };
    const asked = await owner.open(path, { form });
    const [confirmation] = await eventually(
      () => sink.to('lee@people.example'),
      ({ length }) => length === 1,
    );
    const confirm = confirmation?.links.find((url) => url.includes('/c/')) ?? '';
    const opened = await owner.open(confirm);
    const confirmed = await owner.open(confirm, { form: {} });
    const [, delivery] = await eventually(
      () => sink.to('lee@people.example'),
      ({ length }) => length === 2,
    );
    const { data } = await owner.api('/v1/subscribers?search=lee');
    const link = await subscriberLink(owner.account, { id: data[0]!.id });
    const preferences = await owner.open(`/preferences?link=${link}`);
    const test = sink.to(owner.email)[0]?.raw ?? '';
    const noSubscriber = await owner.open(/^List-Unsubscribe: <(.+)>\r$/m.exec(test)?.[1] ?? '');
    const pages = { capture: await owner.open(path), asked, opened, confirmed, preferences, noSubscriber };
    for (const [name, { html }] of Object.entries(pages)) {
      expect([name, html.length < 20 * 1024]).toEqual([name, true]);
      expect([name, html.includes(`<img src="${logo}"`)]).toEqual([name, true]);
      expect([name, html.includes('--brand:#ffd400;--on-brand:#000000')]).toEqual([name, true]);
      expect([name, html.includes('Jo &lt;Studio>')]).toEqual([name, true]);
      expect([name, html.includes('Jo Studio &amp; Sons\n1 High Street')]).toEqual([name, true]);
    }
    for (const email of [confirmation, delivery]) {
      expect(email?.mail.text).toContain(FOOTER);
      const { html } = await readShown(Buffer.from(email?.raw ?? ''));
      expect(html).toContain('Jo Studio &amp; Sons<br>\n1 High Street');
      expect(html).toContain('background:#ffd400;color:#000000');
    }
  });

  test('the form on other sites has them, too', async () => {
    const { html } = await owner.open(`${path}/embed.js`);
    expect(html).toContain(`"logo":"${PUBLIC_URL}${logo}"`);
    expect(html).toContain('background:#ffd400;color:#000000');
  });

  test('a logo is taken away again', async () => {
    expect((await upload(Buffer.from(PNG), 'image/png', '?remove=yes')).status).toBe(303);
    expect((await owner.open(logo)).status).toBe(404);
    expect((await owner.open(path)).html).not.toContain('<img');
  });
});
