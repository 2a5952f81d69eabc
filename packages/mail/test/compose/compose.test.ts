import { describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';

import { composeMail, type Email, readComposed, replySubject, returnPath } from '@lodestone/mail';

import { cpuTime } from '../../../../scripts/jest/support.ts';

const EMAIL: Email = {
  from: { name: 'Maya Iyer', address: 'maya@acme.example' },
  to: { name: 'Ben', address: 'ben@inbox.example' },
  subject: 'Here it is',
  body: 'Hi Ben,\n\nyour copy: https://acme.example/d/abc?x=1&y=2.\nSee you',
  messageId: 'AAAAAAAAAAAAAAAA@acme.example',
  date: new Date('2026-11-21T10:00:00Z'),
};

async function composed(changes: Partial<Email>) {
  const { raw, envelope } = await composeMail({ ...EMAIL, ...changes });
  const source = raw.toString('utf8');
  const [head = ''] = source.split('\r\n\r\n', 1);
  return { raw, source, head, lines: head.split('\r\n'), envelope, mail: await PostalMime.parse(raw) };
}

test('an email has a text and an HTML part of one source, and the headers that servers ask for', async () => {
  const { mail, lines, envelope, source } = await composed({});
  expect(mail).toMatchObject({
    from: { name: 'Maya Iyer', address: 'maya@acme.example' },
    to: [{ name: 'Ben', address: 'ben@inbox.example' }],
    subject: 'Here it is',
    messageId: '<AAAAAAAAAAAAAAAA@acme.example>',
    date: '2026-11-21T10:00:00.000Z',
  });
  expect(mail.text).toBe('Hi Ben,\n\nyour copy: https://acme.example/d/abc?x=1&y=2.\nSee you\n');
  expect(mail.html).toContain('>Hi Ben,</p>');
  expect(mail.html).toContain(
    '<a href="https://acme.example/d/abc?x=1&amp;y=2">acme.example/d/abc?x=1&amp;y=2</a>.<br>\nSee you</p>',
  );
  expect(lines).toContain('MIME-Version: 1.0');
  expect(source).toContain('Content-Type: multipart/alternative;');
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(envelope).toEqual({ from: 'maya@acme.example', to: 'ben@inbox.example' });
});

test('the same email has the same bytes, so that an attempt can be repeated', async () => {
  expect((await composeMail(EMAIL)).raw).toEqual((await composeMail(EMAIL)).raw);
});

test('nothing in it is loaded from elsewhere, unless opens are tracked', async () => {
  expect((await composed({})).mail.html).not.toMatch(/src=|url\(|<link|<script|@import/i);
  const { mail } = await composed({ pixel: 'https://acme.example/o/AAAAAAAAAAAAAAAA.gif' });
  expect(mail.html?.match(/src="[^"]*"/g)).toEqual(['src="https://acme.example/o/AAAAAAAAAAAAAAAA.gif"']);
  expect(mail.text).not.toContain('.gif');
});

describe('links', () => {
  test('are tracked in both parts, and the way to opt out never is', async () => {
    const { mail } = await composed({
      body: 'Read [the guide](https://acme.example/guide) or https://acme.example/other',
      signature: 'Maya\nhttps://acme.example',
      footer: { unsubscribeUrl: 'https://acme.example/u/1' },
      link: (url) => `https://t.example/l/${Buffer.from(url).toString('base64url')}`,
    });
    for (const url of ['https://acme.example/guide', 'https://acme.example/other', 'https://acme.example']) {
      const tracked = `https://t.example/l/${Buffer.from(url).toString('base64url')}`;
      expect(mail.html).toContain(`href="${tracked}"`);
      expect(mail.text).toContain(tracked);
    }
    expect(mail.html).toContain('>the guide</a>');
    expect(mail.html).toContain('href="https://acme.example/u/1"');
    expect(mail.text).toContain('Unsubscribe: https://acme.example/u/1');
  });

  test.each([
    ['(https://a.example/Foo_(bar))', 'https://a.example/Foo_(bar)'],
    ['(see https://a.example/b).', 'https://a.example/b'],
    ['[it](https://a.example/Foo_(bar))', 'https://a.example/Foo_(bar)'],
    ['“https://a.example/x”', 'https://a.example/x'],
    ['„https://a.example/x“', 'https://a.example/x'],
    ['«https://a.example/x»', 'https://a.example/x'],
    ['https://a.example/x。', 'https://a.example/x'],
    ['https://a.example/?a=%20&b=ü#c', 'https://a.example/?a=%20&b=ü#c'],
  ])('of %s end where the address does', async (body, url) => {
    const led: string[] = [];
    await composed({ body, link: (url) => (led.push(url), url) });
    expect(new Set(led)).toEqual(new Set([url]));
  });

  test('that have a name are shown by it in the HTML part, as a button where they stand alone', async () => {
    const url = 'https://acme.example/d/abc?x=1';
    const name = { words: 'Download "The guide"', background: '#112233', color: '#ffffff' };
    const { mail } = await composed({
      body: `Your copy:\n${url}\n\nOr get it at ${url}, or [here](${url}).`,
      named: new Map([[url, name]]),
    });
    expect(mail.text).toBe(`Your copy:\n${url}\n\nOr get it at ${url}, or here (${url}).\n`);
    const link = '<a href="https://acme.example/d/abc?x=1"';
    expect(mail.html).toMatch(
      new RegExp(`copy:<br>\\n${link.replace('?', '\\?')} style="[^"]*background:#112233;[^"]*">Download`),
    );
    expect(mail.html).toContain(
      `Or get it at ${link}>Download &quot;The guide&quot;</a>, or ${link}>here</a>.`,
    );
    expect(mail.html?.replaceAll(/<[^>]*>/g, '')).not.toContain('/d/abc');
  });

  test('that nobody sees stand in the HTML part alone, without words, out of reach of keys and screen readers', async () => {
    const { mail } = await composed({ trap: 'https://acme.example/l/trap' });
    expect(mail.html).toContain(
      '<a href="https://acme.example/l/trap" style="display:none" aria-hidden="true" tabindex="-1"></a>',
    );
    expect(mail.text).not.toContain('trap');
  });

  test.each([
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x)', ['https://a.example/x']],
    ['https://a.example/x_(y)', ['https://a.example/x_(y)']],
    ['https://a.example/token_', ['https://a.example/token_']],
    ['_https://a.example/x_', ['https://a.example/x']],
    ['**https://a.example/x**.', ['https://a.example/x']],
    ['"https://a.example/x"', ['https://a.example/x']],
    ['<https://a.example/x>', ['https://a.example/x']],
    ['https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
    ['[x](javascript:alert(1))', []],
    ['javascript:alert(1) data:text/html,x http:// https://', []],
    ['[a](https://a.example "onclick=x")', ['https://a.example']],
    ['https://a.example/"onclick="alert(1)', ['https://a.example/']],
  ])('in %j lead to %j and nowhere else', async (body, urls) => {
    const { mail } = await composed({ body });
    const found = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(found).toEqual(urls);
    expect(mail.html).not.toMatch(/<[^>]*onclick/);
  });

  test('are found in no time in any text', async () => {
    const took = await cpuTime(async () => {
      for (const piece of [
        '[',
        '](',
        '[a](https://',
        'https://)',
        '[a](https://(a',
        '(',
        ')',
        '\n \n',
        'https://a.example/).',
        '.',
      ])
        await composed({ body: piece.repeat(200_000 / piece.length) });
    });
    expect(took).toBeLessThan(8_000);
  });
});

test('signature and footer stand under the text, in both parts', async () => {
  const { mail } = await composed({
    body: 'Hello.',
    signature: 'Maya Iyer\nAcme',
    footer: {
      reason: 'You asked for this on acme.example.',
      unsubscribeUrl: 'https://acme.example/u/1',
      postalAddress: 'Acme & Sons\n1 High Street',
    },
  });
  expect(mail.text).toBe(
    'Hello.\n\nMaya Iyer\nAcme\n\nYou asked for this on acme.example.\nUnsubscribe: https://acme.example/u/1\nAcme & Sons\n1 High Street\n',
  );
  expect(mail.html).toContain('Maya Iyer<br>\nAcme</p>');
  expect(mail.html).toContain('Acme &amp; Sons<br>\n1 High Street</p>');
});

describe('one-click opt-out', () => {
  test('stands on one line each, byte for byte', async () => {
    const url = `https://mail.a-rather-long-host-name.acme.example/u/${'T'.repeat(120)}?token=1&x=%20`;
    const { raw } = await composed({ unsubscribeUrl: url });
    expect(
      raw.includes(
        Buffer.from(
          `\r\nList-Unsubscribe: <${url}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`,
        ),
      ),
    ).toBe(true);
  });

  test.each([
    'https://a.example/x\r\nBcc: eve@evil.example',
    'https://a.example/>, <https://evil.example/',
    'https://a.example/ü',
    'https://a.example/a b',
    'mailto:eve@evil.example',
    `https://a.example/${'x'.repeat(400)}`,
    '',
  ])('is refused with %j', async (unsubscribeUrl) => {
    await expect(composeMail({ ...EMAIL, unsubscribeUrl })).rejects.toThrow('A link to opt out');
  });
});

test('an answer in a thread refers to what came before it, and takes nothing that is not a Message-ID', async () => {
  const many = Array.from({ length: 60 }, (_, i) => `id-${i}@acme.example`);
  const { mail } = await composed({
    subject: replySubject('Here it is'),
    thread: [...many, 'evil@x>\r\nBcc: eve@evil.example', 'no id', '', many[59] ?? ''],
  });
  expect(mail.subject).toBe('Re: Here it is');
  expect(mail.inReplyTo).toBe('<id-59@acme.example>');
  const references = mail.references?.split(/\s+/) ?? [];
  expect(references).toHaveLength(20);
  expect(references[0]).toBe('<id-0@acme.example>');
  expect(references.at(-1)).toBe('<id-59@acme.example>');
  expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  expect(replySubject('RE: Here it is')).toBe('RE: Here it is');
});

test('what no person wrote says so', async () => {
  expect((await composed({ automatic: true })).lines).toContain('Auto-Submitted: auto-generated');
  expect((await composed({})).head).not.toContain('Auto-Submitted');
});

// Names, subjects and ids as strangers and spreadsheets bring them.
const HOSTILE = [
  'Ben\r\nBcc: eve@evil.example',
  'Ben\nBcc: eve@evil.example\n\nHello',
  'Ben\rBcc: eve@evil.example',
  'Ben\u2028Bcc: eve@evil.example',
  'Ben\u0085Bcc: eve@evil.example',
  'Ben\u000bBcc: eve@evil.example',
  'Ben\u0000Bcc: eve@evil.example',
  'Ben\r\n\r\n<script>alert(1)</script>',
  'Ben" <eve@evil.example>, "',
  'Ben <eve@evil.example>',
  'Ben, eve@evil.example',
  'eve@evil.example',
  '=?utf-8?Q?Ben=0D=0ABcc:_eve@evil.example?=',
  '=?utf-8?B?QmVuDQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?=',
  'Group: eve@evil.example;',
  'Ben (eve@evil.example)',
  'Ben\\',
  '"',
  '😀'.repeat(300),
  'x'.repeat(5_000),
  '日本語の件名'.repeat(40),
  'مرحبا \u202e txt.exe',
  '\ud800 alone',
  '   ',
];

describe('header injection', () => {
  test.each(HOSTILE)('%j adds no header and no recipient', async (text) => {
    const { mail, lines, raw } = await composed({
      from: { name: text, address: 'maya@acme.example' },
      to: { name: text, address: 'ben@inbox.example' },
      replyTo: { name: text, address: 'maya@acme.example' },
      subject: text,
      body: 'Hello.',
    });
    const names = lines.filter((line) => !/^[ \t]/.test(line)).map((line) => line.split(':', 1)[0]);
    expect(names.filter((name) => name !== 'Subject').toSorted()).toEqual([
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Reply-To',
      'To',
    ]);
    expect(mail.from?.address).toBe('maya@acme.example');
    expect(mail.to?.map(({ address }) => address)).toEqual(['ben@inbox.example']);
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['maya@acme.example']);
    expect(mail.bcc).toBeUndefined();
    // No header but ASCII, and no line longer than a server takes (RFC 5321).
    const [head = ''] = raw.toString('latin1').split('\r\n\r\n', 1);
    expect(head).toMatch(/^[\t\r\n -~]*$/);
    for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
  });

  test.each([
    'ben@inbox.example, eve@evil.example',
    'ben@inbox.example\r\nBcc: eve@evil.example',
    '"x\r\ny"@inbox.example',
    'ben',
    '',
  ])('an address that is none, as %j, is refused', async (address) => {
    await expect(composeMail({ ...EMAIL, to: { address } })).rejects.toThrow('is not an email address');
    await expect(composeMail({ ...EMAIL, from: { address } })).rejects.toThrow('is not an email address');
    await expect(composeMail({ ...EMAIL, returnPath: address })).rejects.toThrow('not an email address');
  });

  test.each(['x', 'a@b\r\nBcc: c@d', '<a@b>', 'a b@c', ''])(
    'a Message-ID that is none, as %j, is refused',
    async (messageId) => {
      await expect(composeMail({ ...EMAIL, messageId })).rejects.toThrow('is not a Message-ID');
    },
  );
});

describe('what is beyond ASCII', () => {
  test('arrives as it was written', async () => {
    const { mail } = await composed({
      from: { name: 'Zoë Müller, GmbH', address: 'zoe@bücher.example' },
      subject: '🎉 Größe 日本語 – fertig?',
      body: `Größe: 日本語 🎉\n\n${'ein sehr langer Satz, '.repeat(200)}`,
    });
    expect(mail.subject).toBe('🎉 Größe 日本語 – fertig?');
    expect(mail.from).toMatchObject({ name: 'Zoë Müller, GmbH', address: 'zoe@xn--bcher-kva.example' });
    expect(mail.text).toContain('Größe: 日本語 🎉');
    expect(mail.text).toContain('ein sehr langer Satz, '.repeat(199));
    expect(mail.html).toContain('Größe: 日本語 🎉');
  });

  test('an address with letters beyond ASCII keeps them, for servers with SMTPUTF8', async () => {
    const { envelope, source } = await composed({ to: { address: 'bén@inbox.example' } });
    expect(envelope.to).toBe('bén@inbox.example');
    expect(source).toContain('To: bén@inbox.example');
  });
});

test('what somebody entered as an encoded word is shown as they entered it', async () => {
  const name = '=?utf-8?B?ZXZpbC5leGFtcGxl?=';
  const { mail } = await composed({
    subject: `Here it is, ${name}`,
    to: { name, address: 'ben@inbox.example' },
  });
  expect(mail.subject).toContain('ZXZpbC5leGFtcGxl');
  expect(mail.to?.[0]).toMatchObject({ name: expect.stringContaining('ZXZpbC5leGFtcGxl') });
  expect((await composed({ subject: '2 + 2 =? Find out' })).mail.subject).toBe('2 + 2 =? Find out');
});

test('no carriage return stands alone, since servers refuse it', async () => {
  const { source } = await composed({ footer: { reason: 'a\r\nb\rc', postalAddress: 'Road 1\r\nPune' } });
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('text that looks like markup stays text', async () => {
  const { mail } = await composed({ body: '<b>bold</b> & <img src=x onerror=alert(1)>\n.\n..\nFrom here' });
  expect(mail.html).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &lt;img src=x onerror=alert(1)&gt;');
  expect(mail.text).toBe('<b>bold</b> & <img src=x onerror=alert(1)>\n.\n..\nFrom here\n');
});

test('the return path carries the token of the email, if it fits', async () => {
  expect(returnPath('maya@acme.example', 'AAAAAAAAAAAAAAAA')).toBe('maya+AAAAAAAAAAAAAAAA@acme.example');
  expect(returnPath(`${'m'.repeat(60)}@acme.example`, 'AAAAAAAAAAAAAAAA')).toBe(
    `${'m'.repeat(60)}@acme.example`,
  );
  const { envelope, mail } = await composed({
    returnPath: returnPath('maya@acme.example', 'AAAAAAAAAAAAAAAA'),
  });
  expect(envelope.from).toBe('maya+AAAAAAAAAAAAAAAA@acme.example');
  expect(mail.from?.address).toBe('maya@acme.example');
});

test('an email that was composed can be shown', async () => {
  const { raw } = await composeMail({
    ...EMAIL,
    subject: '🎉 für dich',
    unsubscribeUrl: 'https://acme.example/u/1',
  });
  expect(await readComposed(raw)).toMatchObject({
    from: 'Maya Iyer <maya@acme.example>',
    to: 'Ben <ben@inbox.example>',
    subject: '🎉 für dich',
    date: EMAIL.date,
    text: expect.stringContaining('your copy: https://acme.example/d/abc?x=1&y=2.'),
    html: expect.stringContaining('<a href="https://acme.example/d/abc?x=1&amp;y=2">'),
    unsubscribeUrl: 'https://acme.example/u/1',
  });
});
