import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  downloadPath,
  editMagnet,
  forAccount,
  listSuppressions,
  newFormToken,
  newId,
  openCapture,
} from '@lodestone/core';

import { hiddenIn } from '../pages/forms.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { makeMagnet } from './magnet.ts';
import { eventually, type Owner, PUBLIC_URL, startOwner } from './owner.ts';

const NAMES = [
  'Buy at https://evil.example',
  'www.evil.example',
  'evil。example',
  'a@b.example',
  '<script>',
  'x'.repeat(61),
];
const ADDRESSES = [
  '',
  'nobody',
  'a@b',
  'a b@people.example',
  'a@people.example\r\nBcc: all@people.example',
  'a@people.example,b@people.example',
  '"a"@people.example',
  `${'a'.repeat(65)}@people.example`,
  `a@${'b'.repeat(250)}.example`,
  'a@@people.example',
];

const CORPUS = [
  '\r\nBcc: all@people.example',
  'x\r\nX-Injected: 1\r\n\r\n<script>alert(1)</script>',
  '%0d%0aBcc: all@people.example',
  '"><script>alert(1)</script>',
  '{{ download_url }}{% include "x" %}{{ "a" | append: "b" }}',
  "'; drop table subscribers; --",
  '\u202Egnp.exe\u2066',
  '../../etc/passwd',
  '__proto__',
  '\uD800',
  'a'.repeat(20_000),
  '(((((((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)!',
];

describe('a capture page, against those who mean ill', () => {
  let owner: Owner;
  let sink: MailSink;
  let id: string;
  const path = '/p/jo-studio/the-guide';

  beforeAll(async () => {
    sink = await startMailSink();
    owner = await startOwner({ smtpUrl: sink.url });
    id = await makeMagnet(owner);
  });
  afterAll(async () => {
    await owner?.close();
    await sink?.close();
  });

  const token = async () => hiddenIn((await owner.open(path)).html);
  const mailsTo = (email: string) =>
    owner.account.select('mails').select('id').where('to_address', '=', email).execute();

  test('is small, runs nothing, and lets nobody frame it', async () => {
    const page = await owner.open(path, { headers: { 'accept-encoding': 'identity' } });
    expect(page.html.length).toBeLessThan(20 * 1024);
    expect(page.html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.cookies).toEqual([]);
  });

  test('writes to an address once, however often it is typed', async () => {
    const forms = await Promise.all(Array.from({ length: 200 }, token));
    const answers = await Promise.all(
      forms.map((form) => owner.open(path, { form: { ...form, email: 'victim@people.example' } })),
    );
    const [first] = answers;
    expect(new Set(answers.map(({ html }) => html))).toEqual(new Set([first?.html]));
    expect(await mailsTo('victim@people.example')).toHaveLength(1);
  });

  test('answers the same to who is known, who opted out and who is suppressed', async () => {
    const known = await owner.open(path, { form: { ...(await token()), email: 'victim@people.example' } });
    const stranger = await owner.open(path, {
      form: { ...(await token()), email: 'stranger@people.example' },
    });
    expect(known.html.replaceAll('victim@', 'stranger@')).toBe(stranger.html);
  });

  test('takes a form once, and kindly asks again for one that is old, used, made up or of another magnet', async () => {
    const used = await token();
    await owner.open(path, { form: { ...used, email: 'once@people.example' } });
    const other = await makeMagnet(owner, { slug: 'another', title: 'Another' });
    expect(other).toMatch(/^mag_/);
    const foreign = hiddenIn((await owner.open('/p/jo-studio/another')).html);
    const opened = await openCapture(owner.db, { account: 'jo-studio', magnet: 'the-guide', key: '' });
    const yesterday = forAccount(
      owner.db,
      owner.account.id,
      { kind: 'subscriber' },
      () => new Date(Date.now() - 25 * 3_600_000),
    );
    const old = await newFormToken(yesterday, opened?.capture.magnet_id ?? '');
    for (const form of [used, foreign, { form: old }, { form: 'made.up.token' }, { form: '' }]) {
      const answer = await owner.open(path, {
        form: { ...form, email: 'again@people.example', first_name: 'Ann' },
      });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('send it again');
      expect(answer.html).toContain('again@people.example');
    }
    expect(await mailsTo('again@people.example')).toEqual([]);
  });

  test('refuses addresses and names that are none, beside their field', async () => {
    for (const email of ADDRESSES) {
      const answer = await owner.open(path, { form: { ...(await token()), email } });
      expect([email, answer.status, answer.html.includes('id="email-error"')]).toEqual([email, 400, true]);
    }
    for (const first_name of NAMES) {
      const answer = await owner.open(path, {
        form: { ...(await token()), email: 'named@people.example', first_name },
      });
      expect([first_name, answer.status, answer.html.includes('id="first_name-error"')]).toEqual([
        first_name,
        400,
        true,
      ]);
    }
    expect(await mailsTo('named@people.example')).toEqual([]);
  });

  test('stands whatever is typed into any field, and lets none of it into a header', async () => {
    const [before] = [sink.arrived.length];
    for (const [nth, text] of CORPUS.entries()) {
      for (const field of ['email', 'first_name', 'last_name', 'form', 'website', 'via']) {
        const email = `corpus${nth}.${field.replace('_', '-')}@people.example`;
        const answer = await owner.open(path, { form: { ...(await token()), email, [field]: text } });
        expect([field, text, [200, 400].includes(answer.status)]).toEqual([field, text, true]);
        expect(answer.html).not.toMatch(/<script|onerror="?alert/);
      }
    }
    await eventually(
      () => owner.account.select('mails').select('id').where('state', 'in', ['queued', 'claimed']).execute(),
      ({ length }) => length === 0,
    );
    for (const { raw, to } of sink.arrived.slice(before)) {
      const [head = ''] = raw.split('\r\n\r\n', 1);
      expect(head).not.toMatch(/^(Bcc|X-Injected):/im);
      expect(to).toMatch(/@people\.example$/);
    }
  });

  test('lets nothing out for who fills in what nobody sees', async () => {
    const answer = await owner.open(path, {
      form: { ...(await token()), email: 'bot@people.example', website: 'x' },
    });
    expect(answer.status).toBe(200);
    expect(await mailsTo('bot@people.example')).toEqual([]);
  });

  test("is the same 404, to the byte, for what is hidden, gone, cut, doubled or another account's", async () => {
    const { token: mine } = await owner.account.select('mails').select('token').executeTakeFirstOrThrow();
    const nothing = await owner.open('/p/no-such/thing');
    expect(nothing.status).toBe(404);
    for (const status of ['draft', 'archived', 'private']) {
      await owner.post(`/magnets/${id}/status`, { status });
      for (const one of [path, `${path}/embed.js`, `${path}?key=made-up`]) {
        const answer = await owner.open(one);
        expect([status, one, answer.status, answer.html === nothing.html]).toEqual([status, one, 404, true]);
      }
      const asked = await owner.open(path, { form: { form: 'x', email: 'a@people.example' } });
      expect([status, asked.status, asked.html === nothing.html]).toEqual([status, 404, true]);
    }
    const foreign = forAccount(owner.db, newId(), { kind: 'system' });
    const theirs = await downloadPath(foreign, { mail: { token: mine }, from: new Date() });
    const paths = [
      theirs,
      path,
      `${path}?key=made-up`,
      `${path}/embed.js`,
      '/p/jo-studio/nothing',
      '/p/meridian-growth/the-guide',
      `/c/${mine.slice(0, -1)}`,
      `/c/${mine}${mine}`,
      '/c/%00',
      `/l/${mine}.99`,
      `/l/${mine}`,
      `/l/AAAAAAAAAAAAAAAA.0`,
      '/o/AAAAAAAAAAAAAAAA.gif',
      `/o/${mine}`,
      `/d/${mine}`,
      `/d/${mine}.zzzzzz.AAAAAAAAAAAAAAAAAAAAAA`,
      '/u/AAAAAAAAAAAAAAAA',
    ];
    for (const one of paths) {
      const answer = await owner.open(one);
      expect([one, answer.status, answer.html === nothing.html]).toEqual([one, 404, true]);
    }
    const link = (await owner.open(`/magnets/${id}`, { cookie: owner.cookie })).html;
    const [, url = ''] = /<code id="capture-url">([^<]+)</.exec(link) ?? [];
    expect(url.startsWith(`${PUBLIC_URL}${path}?key=`)).toBe(true);
    expect((await owner.open(url)).status).toBe(200);
    await owner.post(`/magnets/${id}/status`, { status: 'public' });
  });

  test('is the same 404 however often a made-up pixel is asked for', async () => {
    for (let round = 0; round < 3; round++) {
      const ask = () => owner.open('/o/AAAAAAAAAAAAAAAB.gif');
      const answers = await Promise.all(Array.from({ length: 100 }, ask));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
  });

  test('keeps what a template gets wrong beside its field, with line and column', async () => {
    const answer = await owner.post(`/magnets/${id}`, {
      title: 'The guide',
      slug: 'the-guide',
      kind: 'guide',
      opt_in: 'double',
      delivery_subject: 'Hello {{ first_nam }}',
      delivery_body: 'Text',
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toMatch(/Line 1, column \d+: There is no field &quot;first_nam&quot;/);
  });

  test("sends nothing of the visitor's in the email that asks to confirm", async () => {
    await owner.open(path, {
      form: { ...(await token()), email: 'quiet@people.example', first_name: 'Zanzibar' },
    });
    const [mail] = await eventually(
      () => sink.to('quiet@people.example'),
      ({ length }) => length === 1,
    );
    expect(mail?.raw).not.toContain('Zanzibar');
    await editMagnet(owner.account, { id, title: 'The guide' });
  });

  test('suppresses lists, and says which of their lines are nothing', async () => {
    const answer = await owner.post('/suppressions', { list: 'a@rival.example\n@rival2.example\nnot one\n' });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('not one');
    const { data } = await listSuppressions(owner.account, { limit: 10, offset: 0, search: 'rival' });
    expect(data.map(({ value }) => value).toSorted()).toEqual(['a@rival.example', 'rival2.example']);
    const lifted = await owner.post(`/suppressions/${data[0]?.id}/lift`, {});
    expect(lifted.location).toContain('suppression_lifted');
  });

  test('no figure differs from its facts after all that', () => owner.expectReconciled());
});
