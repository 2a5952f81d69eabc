import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';
import { readIntent } from '@lodestone/mail';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';

test('a request in a person’s own words opts them out; a decline does not', () => {
  expect(readIntent('Please stop writing to me.')).toEqual({
    intent: 'unsubscribed',
    confidence: 0.95,
    evidence: 'stop writing to me',
    optOut: true,
  });
  expect(readIntent('Not interested, sorry.')).toMatchObject({ intent: 'not_interested', optOut: false });
  expect(readIntent('Not interested. Remove me from your list.')).toMatchObject({ optOut: true });
});

test('the words that decided stand in the reply', () => {
  const reply = 'Hi Maya,\n\nthanks. I’d love to learn more about this.\n\nLee';
  const found = readIntent(reply);
  expect(found?.intent).toBe('interested');
  expect(reply.replaceAll('’', "'")).toContain(found?.evidence);
});

test.each([
  ['nothing', ''],
  ['thanks', 'Thanks!'],
  ['two things at once', 'Not interested for me, but Ana would love to learn more.'],
  ['sarcasm', 'Yeah right, I am interested.'],
  ['a question back', 'Are you interested in our services?'],
  ['an opt-out turned round', 'Please do not unsubscribe me.'],
  [
    'a question about what others do',
    'Hi, does your tool support one-click unsubscribe? Our mailings go out weekly.',
  ],
  ['a question about rates', 'What is your unsubscribe rate on campaigns such as these ones?'],
  ['a problem with customers', 'Our customers unsubscribe too much, and that is our problem.'],
  [
    'a question in French about others',
    'Comment se désabonner de la lettre pour nos clients de la boutique ?',
  ],
  ['a clause', 'We would need an opt out clause in it, and to opt out of the annual plan.'],
  ['a call instead', 'No more emails needed; the number is 555 1234.'],
  ['a cancelled meeting', 'The meeting is confirmed as cancelled.'],
])('rules leave %s undecided', (_, reply) => {
  expect(readIntent(reply)).toBeNull();
});

test.each([
  'STOP',
  'Stop.',
  'stop please',
  'Remove\n\nLee Krüger\nDirector',
  'REMOVE',
  'Please unsubscribe',
  'Opt-out',
  'Rimuovimi',
  'Cancelar inscrição',
  'uitschrijven',
  'Отписаться',
  '配信停止',
  '退订',
  'How do I unsubscribe?',
  'Could you please take the time to unsubscribe me from all of this?',
  'Comment se désabonner ?',
  'I want to opt out of your emails.',
])('%s is an opt-out', (reply) => {
  expect(readIntent(reply)).toMatchObject({ intent: 'unsubscribed', optOut: true });
});

test('who asks for an end is opted out whatever else they say, and who talks about one is not', () => {
  const lines = readFileSync(`${import.meta.dirname}/opt-outs.txt`, 'utf8').split('\n');
  const wrong = lines.filter((line) => {
    const found = readIntent(line.slice(2).replaceAll('\\n', '\n'));
    return /^[+-] /.test(line) && (found?.optOut ?? false) !== line.startsWith('+');
  });
  expect(lines.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('who wants something besides is left to their reader', () => {
  expect(readIntent('Take me off the mailing list, and send me the pricing.')).toBeNull();
});

test('a hostile reply takes no time that grows with the square of its length', async () => {
  for (const unit of [
    'not ',
    'remove me ',
    'send me the ',
    'interested ',
    'a',
    'unsubscribe links ',
    'do you unsubscribe? ',
    'please no longer want to receive any ',
    'bitte mich sofort ',
    '\n',
  ]) {
    const hostile = unit.repeat(300_000);
    expect(await leastCpuTime(() => readIntent(hostile))).toBeLessThan(200);
  }
});
