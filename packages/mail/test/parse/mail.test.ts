import { describe, expect, test } from '@jest/globals';
import { parseMail } from '@lodestone/mail';

import { GMAIL_REPLY, wire } from './mails.ts';
import { leastCpuTime } from '../../../../scripts/jest/support.ts';

describe('parseMail', () => {
  test('reads a reply: who, to what, when, and its words', async () => {
    const mail = await parseMail(GMAIL_REPLY);
    expect(mail).toMatchObject({
      messageId: 'CAF=answer@mail.client.example',
      inReplyTo: ['second@acme.example'],
      references: ['first@acme.example', 'second@acme.example'],
      from: { name: 'Lee Krüger', address: 'lee@client.example' },
      to: [
        { name: 'Maya Iyer', address: 'maya@acme.example' },
        { name: 'Ops, Team', address: 'ops@acme.example' },
      ],
      deliveredTo: ['maya+r.abc123@acme.example'],
      returnPath: 'lee@client.example',
      subject: 'Re: Précis',
      date: new Date('2025-11-21T10:30:59Z'),
      attachments: ['€ rates.pdf'],
      reports: [],
      truncated: false,
    });
    expect(mail.text).toBe(
      'Sounds good — when can we talk?\n\nOn Thu, Nov 20, 2025 at 9:00 AM Maya Iyer <maya@acme.example> wrote:\n> Hi Lee',
    );
  });

  test('shows nothing of scripts and styles, closed or not', async () => {
    const html = (body: string) => parseMail(wire('Content-Type: text/html', '', body));
    const mail = await html(
      '<html><head><style>p{color:red}</style><title>t</title></head><body onload="x()">' +
        '<script>alert(1)</script><p title="a > b">Yes &amp; n&uuml;n &#8364;</p><!-- no --><ul><li>one<li>two</ul>' +
        '<blockquote>Hi<br>there</blockquote><STYLE>p{}',
    );
    expect(mail.text).toBe('Yes & nün €\n- one\n- two\n> Hi\n> there');
    expect((await html('<p>1 < 2</p><script>alert(1)')).text).toBe('1 < 2');
    expect((await html('a<script src=x />b</script>c')).text).not.toContain('<');
  });

  test.each([
    ['Windows-1252 without a name', '', '', 'Gr\xfc\xdfe, don\x92t', 'Grüße, don’t'],
    ['Windows-1252 that is called UTF-8', 'charset=utf-8', '', 'Gr\xfc\xdfe, don\x92t', 'Grüße, don’t'],
    ['Windows-1252 of an unknown name', 'charset=x-unknown', '', 'don\x92t', 'don’t'],
    ['a name that nobody registered', 'charset="latin-1"', '', 'don\x92t', 'don’t'],
    ['UTF-8 that is called ISO-8859-1', 'charset=iso-8859-1', '', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['UTF-8 that is called ASCII', 'charset=ascii', '', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    [
      'UTF-8 with a broken letter',
      'charset=utf-8',
      '',
      'Gr\xc3\xbc\xc3\x9fe \xc3\xa4\xc3\xa4\xc3',
      'Grüße ää\ufffd',
    ],
    ['KOI8-R', 'charset=koi8-r', '', '\xef\xd4\xd0\xc9\xdb\xc9\xd4\xc5', 'Отпишите'],
    ['ISO-2022-JP', 'charset=iso-2022-jp', '', '\x1b$BG[?.Dd;_\x1b(B', '配信停止'],
    [
      'base64 with a footer behind it',
      'charset=utf-8',
      'base64',
      'WWVzLCBwbGVhc2Uu\r\n--\r\nSent to the list',
      'Yes, please.',
    ],
    ['base64 in two pieces', 'charset=utf-8', 'base64', 'WWVzLA==\r\nIHBsZWFzZS4=', 'Yes, please.'],
    [
      'blanks behind a soft break',
      'charset=utf-8',
      'quoted-printable',
      'remove me from=  \r\n your list',
      'remove me from your list',
    ],
  ])('decodes %s', async (_, charset, encoding, body, expected) => {
    const type = charset === '' ? 'text/plain' : `text/plain; ${charset}`;
    const mail = wire(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding || '8bit'}`, '', body);
    expect((await parseMail(mail)).text).toBe(expected);
  });

  test('reads a Message-ID that was folded in its middle, and letters of a header without a charset', async () => {
    const mail = await parseMail(
      wire('In-Reply-To: <abcdefghijklmnop@', ' acme.example>', 'Subject: don\x92t', '', 'Yes'),
    );
    expect(mail).toMatchObject({ inReplyTo: ['abcdefghijklmnop@acme.example'], subject: 'don’t' });
  });

  test('marks what Outlook on the web answers as history, whatever its language', async () => {
    const html =
      '<div>Sure</div><div id="appendonsend"></div><div id="divRplyFwdMsg" dir="ltr"><b>No:</b> Maya<br><b>Kam:</b> Lee</div><div>Hi</div>';
    const mail = await parseMail(wire('Content-Type: text/html', '', html));
    expect(mail.text).toBe('Sure\n> No: Maya\n> Kam: Lee\n> Hi');
  });

  test('reads nothing of our own link to opt out, which who quotes us does not say', async () => {
    const quoting = (href: string) =>
      parseMail(
        wire(
          'Content-Type: text/html',
          '',
          `<p>Certo</p><hr><p>Hi, <a href="https://acme.example">see</a></p><a href="${href}" style="x">Unsubscribe</a><br>Acme`,
        ),
      );
    const links = [
      'https://links.example/u/abcdefghijklmnop',
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Flinks.example%2Fu%2Fabcdefghijklmnop&data=1',
    ];
    for (const link of links) expect((await quoting(link)).text).toBe('Certo\nHi, see\n\nAcme');
    expect((await quoting('https://other.example/u/short')).text).toContain('Unsubscribe');
  });

  test('takes text over HTML wherever both are, and never the HTML of a part beside it', async () => {
    const mail = await parseMail(
      wire(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        '<style>p{}</style><b>markup</b>',
        '--b',
        '',
        'plain',
        '--b--',
      ),
    );
    expect(mail.text).toBe('plain');
  });

  test.each([
    ['no header at all', wire('', '', 'only text'), 'only text'],
    ['a multipart without a boundary', wire('Content-Type: multipart/mixed', '', 'text'), 'text'],
    ['a boundary that never comes', wire('Content-Type: multipart/mixed; boundary=x', '', 'text'), ''],
    ['an unknown charset', wire('Content-Type: text/plain; charset=klingon', '', 'caf\xe9'), 'café'],
    ['UTF-8 that is none', wire('Content-Type: text/plain; charset=utf-8', '', 'caf\xe9'), 'café'],
    ['UTF-7', wire('Content-Type: text/plain; charset=utf-7', '', '+ADw-script+AD4-'), '+ADw-script+AD4-'],
    [
      'a Japanese charset',
      wire('Content-Type: text/plain; charset=iso-2022-jp', '', '\x1b$B$O$$\x1b(B'),
      'はい',
    ],
    ['NUL and other controls', wire('', 'a\0b\x07c\x1bd'), 'abcd'],
    ['broken base64', wire('Content-Transfer-Encoding: base64', '', 'aGk=!!!'), 'hi'],
    ['broken quoted-printable', wire('Content-Transfer-Encoding: quoted-printable', '', 'a=zz=3'), 'a=zz=3'],
  ])('reads %s', async (_, raw, text) => {
    expect((await parseMail(raw)).text).toBe(text);
  });

  test('reads headers in 8 bits, in UTF-8 or else in Windows-1252', async () => {
    const subject = async (raw: Buffer) => (await parseMail(raw)).subject;
    expect(await subject(Buffer.from('Subject: für\n\n'))).toBe('für');
    expect(await subject(Buffer.from('Subject: für\n\n', 'latin1'))).toBe('für');
    expect(await subject(Buffer.from('Subject: =?utf-8?B?AGHtoIA=?=\n\n'))).not.toContain('\0');
  });

  test('finds a part 90 multiparts deep, and takes what is 1,000 deep as text', async () => {
    const nested = (depth: number) => {
      const opening = Array.from(
        { length: depth },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
      );
      return parseMail(Buffer.from(`${opening.join('')}\nat the bottom\n`));
    };
    expect((await nested(90)).text).toBe('at the bottom');
    expect((await nested(1_000)).text).toContain('at the bottom');
  });

  test('reads of 50 MB the headers and the first parts, in the time of a small one', async () => {
    const head = wire(
      'Subject: big',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'hello',
      '--b',
    );
    const attachment = wire('', 'Content-Disposition: attachment; filename=all.zip', '', '');
    const raw = Buffer.concat([head, attachment, Buffer.alloc(50_000_000, 'QUJD\n')]);
    const took = await leastCpuTime(async () => {
      const mail = await parseMail(raw);
      expect(mail).toMatchObject({
        subject: 'big',
        text: 'hello',
        attachments: ['all.zip'],
        truncated: true,
      });
    });
    expect(took).toBeLessThan(500);
  });

  test('keeps the reports of mail systems apart from the text', async () => {
    const mail = await parseMail(
      wire(
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        '',
        'It failed.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Action: failed',
        '--b',
        'Content-Type: message/rfc822',
        '',
        'Message-ID: <ours@acme.example>',
        'Subject: Hello',
        '',
        'the returned text',
        '--b--',
      ),
    );
    expect(mail.text).toBe('It failed.');
    expect(mail.reports).toEqual([{ type: 'delivery-status', body: 'Action: failed\n' }]);
    expect(mail.returned).toContainEqual({ name: 'message-id', value: '<ours@acme.example>' });
  });
});
