import { connect } from 'node:net';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { readShown } from '@lodestone/mail';

import { onEach } from '../../../core/test/databases.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { hiddenIn } from '../pages/forms.ts';
import { eventually, type Owner, startOwner } from './owner.ts';

const CONTENT = {
  title: 'The pricing teardown',
  slug: 'pricing-teardown',
  kind: 'guide',
  description: 'Twelve pages that were rewritten.',
  opt_in: 'double',
  delivery_subject: 'Here it is, {{ first_name | default: "as promised" }}',
  delivery_body:
    'Hello {{ first_name }},\n\nyour copy: {{ download_url }}\n\nAlso see https://example.com/more.',
  email_account_id: '',
};

onEach('a magnet on an empty account', (kind) => {
  let owner: Owner;
  let sink: MailSink;
  let id: string;

  beforeAll(async () => {
    sink = await startMailSink();
    owner = await startOwner({ smtpUrl: sink.url }, { kind });
  });
  afterAll(async () => {
    await owner?.close();
    await sink?.close();
  });

  test('is made as a draft, which nobody can see', async () => {
    const { location } = await owner.post('/magnets', CONTENT);
    id = /mag_\w+/.exec(location ?? '')?.[0] ?? '';
    expect(await owner.api(`/v1/magnets/${id}`)).toMatchObject({ status: 'draft', slug: 'pricing-teardown' });
    expect((await owner.open(`/p/${owner.slug}/pricing-teardown`)).status).toBe(404);
  });

  test('cannot be tested while it hands out nothing, and says so', async () => {
    const { location } = await owner.post(`/magnets/${id}/test`, { publish: 'yes' });
    expect(location).toContain('test_failed');
    const magnet = await owner.api(`/v1/magnets/${id}`);
    expect(magnet.test_send!.error).toMatch(/no file or link yet/);
    expect(magnet).toMatchObject({ status: 'draft', can_publish: false });
    expect(sink.arrived).toEqual([]);
  });

  test('takes a file as it comes', async () => {
    const body = new FormData();
    body.set('asset_url', '');
    body.set('file', new Blob([Buffer.alloc(700_000, 'abc')], { type: 'text/html' }), 'teardown.html');
    const answer = await fetch(`${owner.origin}/magnets/${id}/asset`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.status).toBe(303);
    const page = await owner.open(`/magnets/${id}`, { cookie: owner.cookie });
    expect(page.html).toContain('teardown.html');
  });

  test('keeps its file when another is cut off on its way, or is too large', async () => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(20 * 1024 * 1024 + 1)]), 'large.bin');
    const large = await fetch(`${owner.origin}/magnets/${id}/asset`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(large.status).toBe(400);
    expect(await large.text()).toContain('larger than 20 MB');

    const files = () => owner.account.select('magnet_assets').select(['name', 'whole']).execute();
    const { hostname, port } = new URL(owner.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `POST /magnets/${id}/asset HTTP/1.1\r\nHost: x\r\nCookie: ${owner.cookie}\r\nSec-Fetch-Site: same-origin\r\n`,
        'Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 9000000\r\n\r\n',
        '--B\r\nContent-Disposition: form-data; name="file"; filename="half.bin"\r\n\r\n',
        'x'.repeat(700_000),
      ].join(''),
    );
    await eventually(files, ({ length }) => length === 2);
    socket.destroy();
    expect(await eventually(files, ({ length }) => length === 1)).toEqual([
      { name: 'teardown.html', whole: true },
    ]);
  });

  test('is published by its test, which is the email that subscribers get', async () => {
    const { location } = await owner.post(`/magnets/${id}/test`, { publish: 'yes' });
    expect(location).toContain('test_sent_published');
    expect(await owner.api(`/v1/magnets/${id}`)).toMatchObject({ status: 'public' });
    const [test] = sink.to(owner.email);
    expect(test?.mail.subject).toBe('Here it is, Alex');
    expect(test?.raw).toMatch(/^List-Unsubscribe: <https:\/\/magnets\.example\/u\/[\w-]{16}>\r$/m);
  });

  test('is asked for on its page, confirmed by its button, and delivered', async () => {
    const page = await owner.open(`/p/${owner.slug}/pricing-teardown`);
    expect(page.status).toBe(200);
    expect(page.html).toContain('<meta property="og:title" content="The pricing teardown"');
    const asked = await owner.open(`/p/${owner.slug}/pricing-teardown`, {
      form: { ...hiddenIn(page.html), email: 'Lee@People.example', first_name: 'Lee', last_name: '' },
    });
    expect(asked.html).toContain('Check your inbox');
    const [confirmation] = await eventually(
      () => sink.to('lee@people.example'),
      ({ length }) => length === 1,
    );
    expect(confirmation?.mail.text).not.toContain('Lee');
    // Nobody reads a token: in the HTML part it is behind a button.
    const html = (await readShown(Buffer.from(confirmation?.raw ?? ''))).html ?? '';
    expect(html).toMatch(/<a href="[^"]*\/c\/[\w-]{16}" style="[^"]*">Yes, send it to me<\/a>/);
    const link = confirmation?.links.find((url) => url.includes('/c/')) ?? '';
    expect((await owner.open(link)).html).toContain('Yes, send it to me');
    expect((await owner.api(`/v1/magnets/${id}`)).performance.requests).toBe(0);
    expect((await owner.open(link, { form: {} })).html).toContain('you’re confirmed');

    const [, delivery] = await eventually(
      () => sink.to('lee@people.example'),
      ({ length }) => length === 2,
    );
    expect(delivery?.mail.subject).toBe('Here it is, Lee');
    const brought = (await readShown(Buffer.from(delivery?.raw ?? ''))).html ?? '';
    expect(brought).toContain('>Download The pricing teardown</a>');
    expect(brought.replaceAll(/<[^>]*>/g, '')).not.toContain('/d/');
    await eventually(
      () => owner.api(`/v1/magnets/${id}`),
      ({ performance }) => performance.sent === 1,
    );
    const magnet = await owner.api(`/v1/magnets/${id}`);
    expect(magnet.performance).toMatchObject({ requests: 1, leads: 1, sent: 1, bounced: 0 });
    await owner.expectReconciled();
  });

  test('is opened and clicked, which is in the figures soon', async () => {
    const [, delivery] = sink.to('lee@people.example');
    const [download = '', more = ''] = delivery?.links ?? [];
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
    };
    const image = await owner.open(delivery?.pixel ?? '', { headers });
    expect(image.headers.get('content-type')).toBe('image/gif');
    await eventually(
      () => owner.api(`/v1/magnets/${id}`),
      ({ performance }) => performance.opened === 1,
    );

    const to = await owner.open(download, { headers });
    expect(to.status).toBe(302);
    const file = await owner.open(to.location ?? '', { headers });
    expect(file.html).toHaveLength(700_000);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await owner.open(more, { headers })).location).toBe('https://example.com/more');
    await eventually(
      () => owner.api(`/v1/magnets/${id}`),
      ({ performance }) => performance.clicked === 1,
    );
    expect((await owner.api(`/v1/magnets/${id}`)).performance).toMatchObject({
      sent: 1,
      delivered: 1,
      opened: 1,
      clicked: 1,
    });
    const { data } = await owner.api('/v1/subscribers?search=lee');
    expect(data[0]).toMatchObject({
      email: 'lee@people.example',
      engagement: { requests: 1, opened: 1, clicked: 1 },
    });
    expect(data[0]!.lead_score).toBeGreaterThan(0);
    await owner.expectReconciled();
  });

  test('is duplicated with its file, as a draft; who is known keeps their name and tags when they ask for it', async () => {
    const { location } = await owner.post(`/magnets/${id}/duplicate`, {});
    const copy = /mag_\w+/.exec(location ?? '')?.[0] ?? '';
    const { title, slug, status } = await owner.api(`/v1/magnets/${copy}`);
    expect({ title, status }).toEqual({ title: 'The pricing teardown (copy)', status: 'draft' });
    expect((await owner.open(`/magnets/${copy}`, { cookie: owner.cookie })).html).toContain('teardown.html');
    await owner.post(`/magnets/${copy}/test`, { publish: 'yes' });
    await owner.account
      .update('subscribers')
      .set({ tags: ['kept'] })
      .where('email', '=', 'lee@people.example')
      .execute();

    const path = `/p/${owner.slug}/${slug}`;
    const form = { ...hiddenIn((await owner.open(path)).html), email: 'lee@people.example' };
    await owner.open(path, { form: { ...form, first_name: 'Mallory' } });
    const [, , confirmation] = await eventually(
      () => sink.to('lee@people.example'),
      ({ length }) => length === 3,
    );
    await owner.open(confirmation?.links.find((url) => url.includes('/c/')) ?? '', { form: {} });
    const [, , , delivery] = await eventually(
      () => sink.to('lee@people.example'),
      ({ length }) => length === 4,
    );
    expect(delivery?.mail.subject).toBe('Here it is, Lee');
    const { data } = await owner.api('/v1/subscribers?search=lee');
    expect(data).toMatchObject([{ first_name: 'Lee', tags: ['kept'] }]);

    await owner.post(`/magnets/${copy}/status`, { status: 'archived' });
    expect((await owner.open(path)).status).toBe(404);
    await owner.expectReconciled();
  });

  test('lets who got it unsubscribe by one click, and ask for nothing more', async () => {
    const [, delivery] = sink.to('lee@people.example');
    const [, url = ''] = /^List-Unsubscribe: <(.+)>\r$/m.exec(delivery?.raw ?? '') ?? [];
    expect((await owner.open(url)).location).toContain('/preferences?link=');
    const answer = await owner.open(url, {
      form: { 'List-Unsubscribe': 'One-Click' },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(200);
    const { data } = await owner.api('/v1/subscribers?search=lee');
    expect(data[0]!.status).toBe('unsubscribed');
    await owner.expectReconciled();
  });
});
