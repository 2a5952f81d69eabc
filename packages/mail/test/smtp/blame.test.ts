import { describe, expect, test } from '@jest/globals';

import { blame, readReply, type SmtpStep } from '@lodestone/mail';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';

// As real servers word them; the place is where they say it.
const REFUSALS: [blame: string, step: SmtpStep, text: string][] = [
  [
    'address',
    'recipient',
    '550 5.1.1 <x@y.example>: Recipient address rejected: User unknown in virtual mailbox table',
  ],
  [
    'address',
    'recipient',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the address',
  ],
  ['address', 'recipient', '550 #5.1.0 Address rejected.'],
  [
    'address',
    'recipient',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient x@y.example not found by SMTP address lookup',
  ],
  ['address', 'recipient', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
  ['address', 'recipient', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)'],
  ['address', 'recipient', '550 Requested action not taken: mailbox unavailable'],
  ['address', 'recipient', '550 No such user here'],
  ['address', 'recipient', '553 sorry, that recipient is invalid'],
  ['address', 'recipient', '556 5.1.10 Domain does not accept mail (nullMX)'],
  ['address', 'recipient', '550 5.2.1 The email account that you tried to reach is disabled'],
  [
    'address',
    'answer',
    "554 delivery error: dd This user doesn't have a yahoo.com account (x@yahoo.com) [0] - unknown user",
  ],
  [
    'nobody',
    'recipient',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
  ],
  ['nobody', 'recipient', '552 5.2.2 The email account that you tried to reach is over quota'],
  ['nobody', 'recipient', '552 Requested mail action aborted: exceeded storage allocation'],
  ['nobody', 'recipient', '550 4.2.2 mailbox full'],
  ['nobody', 'data', '503 5.5.1 RCPT first'],
  ['sender', 'recipient', '550 5.7.1 Unable to relay'],
  [
    'sender',
    'recipient',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  ],
  ['sender', 'recipient', '550 relay not permitted'],
  ['sender', 'recipient', '550 Message rejected because your address is on a blacklist'],
  [
    'sender',
    'recipient',
    '550 5.1.0 <maya@acme.example>: Sender address rejected: User unknown in virtual mailbox table',
  ],
  ['sender', 'recipient', '553 5.1.8 <maya@acme.example>: Sender address rejected: Domain not found'],
  ['sender', 'recipient', '530 5.7.57 Client not authenticated to send mail'],
  ['sender', 'recipient', '501 5.5.4 syntax error in parameters'],
  ['sender', 'answer', '550 5.7.26 This mail has been blocked because the sender is unauthenticated'],
  ['sender', 'answer', '554 5.7.9 Message not accepted for policy reasons'],
  ['sender', 'answer', '550 High probability of spam'],
  ['sender', 'sender', '550 5.1.1 mailbox does not exist'],
  ['sender', 'sender', '553 5.7.1 Sender address rejected: not owned by user'],
  ['sender', 'greeting', '554 no SMTP service here'],
  ['content', 'sender', '552 5.3.4 message size exceeds fixed maximum message size'],
  ['content', 'answer', '552 5.3.4 message too big for system'],
  ['content', 'answer', '552 5.2.3 message length exceeds the limit'],
  ['content', 'answer', '554 5.6.1 attachment type not supported'],
  ['content', 'answer', '554 Transaction failed'],
  ['server', 'recipient', '550 5.3.2 system not accepting network messages'],
  ['server', 'recipient', '550 5.4.4 unable to route'],
  ['server', 'recipient', '554 5.0.0 service unavailable'],
];

describe('whose fault a refusal is', () => {
  test.each(REFUSALS)('%s at %s: %s', (who, step, text) => {
    expect(blame(readReply(text), step)).toBe(who);
  });

  test('is decided in no time, whatever the server writes', async () => {
    const took = await leastCpuTime(() => {
      for (const word of ['user ', 'not a ', 'sender ', 'mailbox mailbox ', 'no such '])
        blame(readReply(`550 ${word.repeat(10_000)}`), 'recipient');
    });
    expect(took).toBeLessThan(300);
  });
});

describe('a reply', () => {
  test.each([
    ['250 ok', 250, null],
    ['250', 250, null],
    ['250-a\n250 b', 250, null],
    ['550 5.1.1 no', 550, '5.1.1'],
    ['550-5.1.1 no\n550 5.1.1 no', 550, '5.1.1'],
    ['550 (5.1.1) no', 550, '5.1.1'],
    ['550 15.1.1 no', 550, null],
    ['550 see section 5.1.1', 550, null],
    ['5501 no', null, null],
    ['99 bottles', null, null],
    ['hello', null, null],
    ['', null, null],
  ])('%j has the code %s and the status %s', (text, code, status) => {
    expect(readReply(text)).toEqual({ code, status, text: text.trim() });
  });

  test('is kept so that it can be stored', () => {
    expect(readReply('250 a\u0000b\r\nc\u001b[0m\ud800').text).toBe('250 ab\nc[0m\ufffd');
    const { text } = readReply(`250 ${'😀'.repeat(2_000)}`);
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThanOrEqual(2_000);
  });
});
