import { checkTemplate, composeMail, openSmtp, renderTemplate } from '@lodestone/mail';

import { printTable } from './figures.ts';
import { startSink } from './sink.ts';

const SECONDS = 3;
const SUBJECT = '{{{ company }}|Your site} and pricing';
const BODY = `{Hi|Hello} {{ first_name | default: "there" }},

{I saw|I came across} {{ company | default: "your work" }} and {wanted|would like} to ask.
${'A line of text as people write them, neither long nor short. '.repeat(10)}

https://acme.example/pricing`;

/** Templates that mean harm, by what they try. */
const HOSTILE: Record<string, string> = {
  'a loop of ten million': '{% for i in (1..10000000) %}x{% endfor %}',
  'three loops of a thousand':
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
  'a text that doubles a hundred times':
    '{% assign x = "aaaaaaaaaa" %}{% for i in (1..100) %}{% assign x = x | append: x %}{% endfor %}{{ x }}',
  'twenty thousand braces': '{'.repeat(20_000),
  'twenty thousand brackets': `{{ ${'['.repeat(19_000)} }}`,
  'a thousand conditions': `{% if ${'first_name and '.repeat(1_300)} first_name %}x{% endif %}`,
};

/** What emails cost without a database: rendered and composed, handed to a server that keeps nothing, and templates that mean harm. */
export async function benchEmail(): Promise<void> {
  const { raw } = await compose(0);
  const composing = await rate(async (i) => void (await compose(i)));
  const sending = await withSink(async (port) => {
    const smtp = openSmtp({ host: '127.0.0.1', port, protection: 'none' });
    const sent = await rate(async (i) => {
      const { outcome } = await smtp.send({ from: 'maya@acme.example', to: `lead${i}@inbox.example` }, raw);
      if (outcome !== 'sent') throw new Error(`The sink did not take an email: ${outcome}`);
    });
    await smtp.close();
    return sent;
  });
  printTable(
    [`an email of ${raw.length} bytes`, 'a second', 'a second of CPU'],
    [
      ['rendered and composed', ...composing],
      ['sent over one connection', ...sending],
    ],
  );
  const rows: string[][] = [];
  for (const [what, text] of Object.entries(HOSTILE)) {
    const began = performance.now();
    const [problem] = await checkTemplate(text, ['first_name', 'company']);
    rows.push([what, (performance.now() - began).toFixed(0), problem?.message ?? 'nothing wrong']);
  }
  printTable(['a template of', 'ms to check', 'which says'], rows);
}

async function compose(i: number) {
  const values = { first_name: `Ben ${i}`, company: 'Acme' };
  const seed = `sub_${i}:1`;
  const [subject, body] = [
    await renderTemplate(SUBJECT, values, { seed }),
    await renderTemplate(BODY, values, { seed }),
  ];
  const unsubscribeUrl = 'https://acme.example/u/AAAAAAAAAAAAAAAA';
  return composeMail({
    from: { name: 'Maya Iyer', address: 'maya@acme.example' },
    to: { name: `Ben ${i}`, address: `lead${i}@inbox.example` },
    subject: subject.text,
    body: body.text,
    signature: 'Maya Iyer\nAcme',
    footer: { unsubscribeUrl, postalAddress: '1 High Street' },
    messageId: `mail-${i}@acme.example`,
    date: new Date(),
    unsubscribeUrl,
    link: () => 'https://acme.example/l/AAAAAAAAAAAAAAAA',
    pixel: 'https://acme.example/o/AAAAAAAAAAAAAAAA.gif',
  });
}

/** How often something can be done in a second, one after the other; and in a second of this process's CPU time. */
async function rate(work: (i: number) => Promise<void>): Promise<[string, string]> {
  for (let i = 0; i < 200; i += 1) await work(i);
  const began = performance.now();
  const cpu = process.cpuUsage();
  let count = 0;
  while (performance.now() - began < SECONDS * 1_000) await work((count += 1));
  const { user, system } = process.cpuUsage(cpu);
  return [(count / SECONDS).toFixed(0), (count / ((user + system) / 1e6)).toFixed(0)];
}

async function withSink<T>(work: (port: number) => Promise<T>): Promise<T> {
  const sink = await startSink();
  try {
    return await work(sink.port);
  } finally {
    sink.stop();
  }
}
