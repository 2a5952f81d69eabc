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

test.each([
  ['REPLY', 'PARTSTAT=ACCEPTED', 'accepted'],
  ['REPLY', 'PARTSTAT=DECLINED', 'declined'],
  ['REPLY', 'CN="Lee, Client";\r\n PARTSTAT=TENTATIVE;X-RESPONSE-COMMENT=""', 'tentative'],
  ['COUNTER', 'PARTSTAT=TENTATIVE', 'countered'],
  ['REQUEST', 'PARTSTAT=NEEDS-ACTION', 'sent'],
  ['CANCEL', 'PARTSTAT=NEEDS-ACTION', 'cancelled'],
])('a calendar speaks for whoever uses it: %s, %s', async (method, attendee, invitation) => {
  // As Google's and Microsoft's calendars write.
  const google = ['Auto-Submitted: auto-generated', 'Sender: calendar-notification@google.com'];
  const footer = 'To stop receiving these emails, change your notification settings.';
  for (const [headers, text, end] of [
    [google, `Lee has answered.\r\n${footer}`, undefined],
    [[], '', undefined],
    [[], 'Please remove me from your list.', 'remove me from your list'],
  ] as const) {
    const raw = [
      'From: lee@client.example',
      'Subject: Accepted: Are you interested in a call?',
      ...headers,
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      text,
      '--x',
      `Content-Type: text/calendar; charset=utf-8; method=${method}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(
        `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nATTENDEE;ROLE=REQ-PARTICIPANT;${attendee}:mailto:lee@client.example\r\nEND:VEVENT\r\nEND:VCALENDAR`,
      ).toString('base64'),
      '--x--',
    ].join('\r\n');
    const { reading, body } = await read(Buffer.from(raw));
    expect(reading).toEqual({ kind: 'reply', invitation, ...(end !== undefined && { end }) });
    expect(body).toBe(end === undefined ? 'Accepted: Are you interested in a call?' : text);
  }
});

test('an event that is attached to an answer changes nothing of it', async () => {
  const raw =
    'From: lee@client.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nSee you there.\r\n--x\r\n' +
    'Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n--x--';
  const { reading, body } = await read(Buffer.from(raw));
  expect([reading, body]).toEqual([{ kind: 'reply' }, 'See you there.']);
});

test('a mailbox that answers for somebody who has left says so', async () => {
  const mail = await read(
    Buffer.from(
      'From: lee@client.example\r\nAuto-Submitted: auto-replied\r\n\r\nLee is no longer with the company.',
    ),
  );
  const reading = { kind: 'automatic', rule: 'Auto-Submitted: auto-replied', left: 'is no longer with' };
  expect(mail.reading).toEqual(reading);
});

const MEGABYTE = 1 << 20;
const REPORTED = 'From: MAILER-DAEMON@mx.example\nReturn-Path: <>\nSubject: failure notice';

test.each([
  ['multiparts in multiparts', '', 'Content-Type: multipart/mixed; boundary=x\n\n--x\n'],
  ['cells', 'Content-Type: text/html', '<td><p>'],
  ['quotations', 'Subject: Re', '> a\nb\n'],
  ['histories', 'Subject: Re', 'On Fri, Nov 21, 2025 at 10:30 AM Maya <m@a> wrote:\n'],
  [
    'words of leaving',
    'Auto-Submitted: auto-replied',
    'arbeitet a a a a a nicht mehr last day at x das unternehmen a a ',
  ],
  ['dates', 'Auto-Submitted: auto-replied\nSubject: Out of office', 'until 1 December '],
  ['refusals', REPORTED, '550 5.1.1 <a@b.example>: user unknown\n'],
  ['returned ids', REPORTED, 'Message-ID: <a@b.example>\n'],
  ['returned tokens', REPORTED, 'To: a+abcdefghijklmnop@b.example\n'],
])('a megabyte of %s is read in at most 50 milliseconds', async (_, head, part) => {
  const body = part.repeat(MEGABYTE / part.length);
  const raw = Buffer.from(head === '' ? body : `${head}\n\n${body}`);
  expect(await leastCpuTime(() => read(raw))).toBeLessThan(50);
});
