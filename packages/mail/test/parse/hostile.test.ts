import { describe, expect, test } from '@jest/globals';
import { type Mail, parseMail } from '@lodestone/mail';
import fc from 'fast-check';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';
import { GMAIL_REPLY } from './mails.ts';

const MEGABYTE = 1 << 20;
const repeat = (text: string, bytes = MEGABYTE) =>
  text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

/** Every text in a value, however deep. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(texts);
}

function expectStorable(mail: Mail): void {
  for (const text of texts(mail)) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain('\0');
    expect(text.length).toBeLessThanOrEqual(200_000);
  }
}

describe('a hostile mail', () => {
  test.each([
    ['newlines', `\n\n${repeat('\n')}`],
    ['header lines', repeat('a: b\n')],
    ['one header', `Subject: ${repeat('=?utf-8?q?a?= ')}`],
    ['folds', `Subject: a\n${repeat(' b\n')}`],
    ['recipients', `To: ${repeat('a@b, ')}`],
    ['groups', `To: ${repeat(':')}`],
    ['comments', `From: ${repeat('(')}`],
    ['references', `References: ${repeat('<a@b> ')}`],
    ['parameters', `Content-Type: multipart/mixed; ${repeat('a="b;')}`],
    ['boundaries that are none', `Content-Type: multipart/mixed; boundary=x\n\n${repeat('--y\n')}`],
    ['boundaries', `Content-Type: multipart/mixed; boundary=x\n\n${repeat('--x\n')}`],
    ['hyphens', `Content-Type: multipart/mixed; boundary=${'-'.repeat(70)}\n\n${repeat('-')}`],
    ['multiparts in multiparts', repeat('Content-Type: multipart/mixed; boundary=x\n\n--x\n')],
    [
      'attachments',
      `Content-Type: multipart/mixed; boundary=x\n\n${repeat('--x\nContent-Type: a/b; name=c\n\n')}`,
    ],
    ['quoted-printable', `Content-Transfer-Encoding: quoted-printable\n\n${repeat('=')}`],
    ['open tags', `Content-Type: text/html\n\n${repeat('<a ')}`],
    ['open comments', `Content-Type: text/html\n\n${repeat('<!--')}`],
    ['open quotes', `Content-Type: text/html\n\n${repeat('<a b="')}`],
    ['scripts', `Content-Type: text/html\n\n${repeat('<script>')}`],
    ['cells', `Content-Type: text/html\n\n${repeat('<td><p>')}`],
    ['quotations', `Content-Type: text/html\n\n${repeat('<blockquote>a<br>')}`],
    ['entities', `Content-Type: text/html\n\n${repeat('&#55296;&')}`],
    ['less-than signs', `Content-Type: text/html\n\n${repeat('<')}`],
  ])('of a megabyte of %s costs at most 50 milliseconds', async (_, source) => {
    const raw = Buffer.from(source, 'latin1');
    expectStorable(await parseMail(raw));
    expect(await leastCpuTime(() => parseMail(raw))).toBeLessThan(50);
  });

  test('that was mutated in any way is read, and can be stored', async () => {
    const change = fc.record({
      at: fc.nat(GMAIL_REPLY.length),
      remove: fc.nat(40),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc
          .constantFrom(
            '\n\n',
            '\0',
            '--inner',
            '--outer--',
            '\r',
            '=?utf-8?B?',
            '\xff\xfe',
            ';',
            '"',
            '<',
            'boundary=',
          )
          .map((text) => Buffer.from(text, 'latin1')),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        let raw: Buffer = GMAIL_REPLY;
        for (const { at, remove, insert } of changes) {
          raw = Buffer.concat([raw.subarray(0, at), insert, raw.subarray(at + remove)]);
        }
        expectStorable(await parseMail(raw));
      }),
      { numRuns: 1_000, seed: 14 },
    );
  });
});
