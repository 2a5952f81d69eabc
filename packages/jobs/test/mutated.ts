import fc from 'fast-check';

import { dsn, type Lead, reply } from './inbox-world.ts';

const lines = (...of: string[]) => of.join('\r\n');
const nested = (depth: number): string =>
  depth === 0
    ? 'Content-Type: text/plain\r\n\r\nstop writing to me'
    : `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested(depth - 1)}\r\n--b${depth}--`;

/** Reports and emails about a lead's email, well formed and not. */
export function emailsAbout(lead: Lead): Buffer[] {
  return [
    dsn(lead),
    reply(lead, 'Sounds great, tell me more.'),
    reply(lead, 'I am away until 1 December.', 'Auto-Submitted: auto-replied'),
    `From: a@b.example\r\n${nested(100)}`,
    lines(
      'From: a@b.example',
      'Content-Type: multipart/report; report-type=delivery-status',
      '',
      '--b',
      'Action: failed',
    ),
    lines('From: J\xfcrgen <j@b.example>', 'Subject: Gr\xfc\xdfe', '', 'Sch\xf6n'),
    lines(
      'From: a@b.example',
      "Content-Disposition: attachment; filename*0*=utf-8''a%20; filename*1*=%e2%82%ac; filename*2=.pdf",
      '',
      'x',
    ),
    lines(
      'From: a@b.example',
      'Content-Type: text/plain; charset=utf-7',
      '',
      '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    ),
    lines(
      'From: a@b.example',
      'Content-Type: text/html',
      '',
      '<p>Hi<script>alert(1)</script><img src=x onerror=alert(1)>',
    ),
    lines(
      'From: fbl@b.example',
      'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
      '',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      '--b--',
    ),
  ].map((text) => Buffer.from(text, 'latin1'));
}

const PIECES = [
  '\n\n',
  '\0',
  '--b',
  '--b--',
  '\r',
  '=?utf-8?B?',
  '\xff\xfe',
  ';',
  '"',
  '<',
  'boundary=',
  'Status: 5.',
  'Action: ',
  '\n>',
];

/** Any of those, changed in any way. */
export function mutated(sources: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const insert = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.constantFrom(...PIECES).map((text) => Buffer.from(text, 'latin1')),
  );
  const change = fc.record({ at: fc.nat(3_000), remove: fc.nat(40), insert });
  return fc.tuple(fc.constantFrom(...sources), fc.array(change, { maxLength: 20 })).map(([source, changes]) =>
    changes.reduce<Buffer>((raw, { at, remove, insert }) => {
      const from = at % (raw.length + 1);
      return Buffer.concat([raw.subarray(0, from), insert, raw.subarray(from + remove)]);
    }, source),
  );
}
