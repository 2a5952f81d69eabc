import { expect, test } from '@jest/globals';
import { readIntent } from '@lodestone/mail';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';

test('a request in a person’s own words opts them out; a decline does not', () => {
  expect(readIntent('Please stop writing to me.')).toEqual({
    intent: 'unsubscribed',
    confidence: 0.95,
    evidence: 'Please stop writing',
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
  ['a cancelled meeting', 'The meeting is confirmed as cancelled.'],
])('rules leave %s undecided', (_, reply) => {
  expect(readIntent(reply)).toBeNull();
});

test('a hostile reply takes no time that grows with the square of its length', async () => {
  for (const unit of ['not ', 'remove me ', 'send me the ', 'interested ', 'a']) {
    const hostile = unit.repeat(300_000);
    expect(await leastCpuTime(() => readIntent(hostile))).toBeLessThan(200);
  }
});
