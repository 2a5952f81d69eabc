import { expect, test } from '@jest/globals';
import { readMail } from '@lodestone/jobs/inbox/read-mail.js';
import fc from 'fast-check';

import { leastCpuTime } from '../../../scripts/jest/support.ts';
import { emailsAbout, mutated } from './mutated.ts';

const LEAD = {
  email: 'lee@client.example',
  enrollment: '',
  subscriber: '',
  messageId: 'abcdefghijklmnop@acme.example',
  token: 'abcdefghijklmnop',
};

const SOURCES = emailsAbout(LEAD);

const read = (raw: Buffer) => readMail({ uid: 1, raw, size: raw.length, receivedAt: new Date() });

/** Every text in a value, however deep. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(texts);
}

test('a thousand mutated reports and emails are read, each as something, and can be stored', async () => {
  await fc.assert(
    fc.asyncProperty(mutated(SOURCES), async (raw) => {
      const mail = await read(raw);
      expect(['reply', 'out_of_office', 'automatic', 'bounce', 'complaint']).toContain(mail.reading.kind);
      for (const text of texts(mail)) {
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain('\0');
      }
    }),
    { numRuns: 1_000 },
  );
});

test('what would run in a browser is text, or is left out', async () => {
  const [utf7, html] = await Promise.all([SOURCES[7], SOURCES[8]].map((raw) => read(raw ?? Buffer.alloc(0))));
  expect(html?.body).toBe('Hi');
  expect(utf7?.body).not.toContain('<script>');
});

test('a request for an end is read with the email, for what is answered beside a conversation', async () => {
  const mail = (text: string) => read(Buffer.from(`From: lee@client.example\r\n\r\n${text}`));
  expect((await mail('Please unsubscribe me.')).reading).toEqual({ kind: 'reply', end: 'unsubscribe me' });
  expect((await mail('Great guide!\n\n> Please unsubscribe me.')).reading).toEqual({ kind: 'reply' });
});

const MEGABYTE = 1 << 20;
const REPORTED = 'From: MAILER-DAEMON@mx.example\nReturn-Path: <>\nSubject: failure notice';

test.each([
  ['multiparts in multiparts', '', 'Content-Type: multipart/mixed; boundary=x\n\n--x\n'],
  ['cells', 'Content-Type: text/html', '<td><p>'],
  ['quotations', 'Subject: Re', '> a\nb\n'],
  ['histories', 'Subject: Re', 'On Fri, Nov 21, 2025 at 10:30 AM Maya <m@a> wrote:\n'],
  ['dates', 'Auto-Submitted: auto-replied\nSubject: Out of office', 'until 1 December '],
  ['refusals', REPORTED, '550 5.1.1 <a@b.example>: user unknown\n'],
  ['returned ids', REPORTED, 'Message-ID: <a@b.example>\n'],
  ['returned tokens', REPORTED, 'To: a+abcdefghijklmnop@b.example\n'],
])('a megabyte of %s is read in at most 50 milliseconds', async (_, head, part) => {
  const body = part.repeat(MEGABYTE / part.length);
  const raw = Buffer.from(head === '' ? body : `${head}\n\n${body}`);
  expect(await leastCpuTime(() => read(raw))).toBeLessThan(50);
});
