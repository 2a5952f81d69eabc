import { describe, expect, test } from '@jest/globals';
import { parseMail, readBounce, readComplaint } from '@lodestone/mail';

import { wire } from '../parse/mails.ts';

const OURS = 'dG9rZW4tdG9rZW4tMTIz@acme.example';
const lead = 'lee@client.example';

/** A delivery status notification of Postfix's shape. */
function dsn({
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 no such user',
  returned = true,
}) {
  return wire(
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'To: maya+dG9rZW4tdG9rZW4tMTIz@acme.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'This is the mail system at host mx.example.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    'Arrival-Date: Fri, 21 Nov 2025 10:31:00 +0000',
    '',
    `Final-Recipient: rfc822; ${lead}`,
    `Original-Recipient: rfc822;${lead}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.client.example',
    `Diagnostic-Code: ${diagnostic}`,
    ...(returned
      ? [
          '--b',
          'Content-Type: message/rfc822',
          '',
          `Message-ID: <${OURS}>`,
          'Subject: Hello',
          '',
          'Hi',
          '--b--',
        ]
      : ['--b--']),
  );
}

/** What a system wrote in words alone. */
function words(headers: string[], ...lines: string[]) {
  return wire('From: Mail Delivery Subsystem <mailer-daemon@mx.example>', ...headers, '', ...lines);
}

const bounceOf = async (raw: Buffer) => readBounce(await parseMail(raw));

describe('readBounce', () => {
  test('reads a delivery status notification and which mail it is about', async () => {
    expect(await bounceOf(dsn({}))).toEqual({
      kind: 'hard',
      action: 'failed',
      status: '5.1.1',
      recipient: lead,
      diagnostic: '550 5.1.1 no such user',
      messageIds: [OURS],
      tokens: ['dG9rZW4tdG9rZW4tMTIz'],
    });
  });

  test.each([
    ['an unknown user', { status: '5.1.1' }, 'hard'],
    [
      'an address of Exchange Online that is not there',
      { status: '5.1.10', diagnostic: 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found' },
      'hard',
    ],
    [
      'a domain that takes no mail',
      { status: '5.1.10', diagnostic: 'smtp; 556 5.1.10 Recipient address has null MX' },
      'hard',
    ],
    [
      'a disabled mailbox',
      {
        status: '5.2.1',
        diagnostic: 'smtp; 550 5.2.1 The email account that you tried to reach is disabled',
      },
      'hard',
    ],
    [
      'no particular status but clear words',
      { status: '5.0.0', diagnostic: 'smtp; 550 User unknown' },
      'hard',
    ],
    ['a policy', { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 Message rejected as spam' }, 'ours'],
    [
      'DMARC',
      {
        status: '5.7.26',
        diagnostic: 'smtp; 550 5.7.26 Unauthenticated email is not accepted due to DMARC policy',
      },
      'ours',
    ],
    [
      'a status of the address over words that blame us',
      { status: '5.1.1', diagnostic: 'smtp; 550 5.7.1 blocked, see our blocklist' },
      'ours',
    ],
    [
      'no particular status but words that blame us',
      { status: '5.0.0', diagnostic: 'smtp; 554 Your IP has a poor reputation' },
      'ours',
    ],
    [
      'a bad sender',
      { status: '5.1.8', diagnostic: 'smtp; 553 5.1.8 Domain of sender address does not exist' },
      'ours',
    ],
    ['a full mailbox', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }, 'soft'],
    ['a deferral that timed out', { status: '4.2.2', diagnostic: 'smtp; 452 4.2.2 mailbox full' }, 'soft'],
    [
      'a delay',
      { action: 'delayed', status: '4.4.1', diagnostic: 'X-Postfix; connection timed out' },
      'soft',
    ],
    ['a delay, whatever its status', { action: 'delayed', status: '5.1.1' }, 'soft'],
    ['no route', { status: '5.4.4', diagnostic: 'X-Postfix; no route to host' }, 'soft'],
    ['an arrival', { action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 ok' }, 'delivered'],
    [
      'a relay that reports no further',
      { action: 'relayed', status: '2.0.0', diagnostic: 'smtp; 250 ok' },
      'delivered',
    ],
  ])('judges %s', async (_, report, kind) => {
    expect((await bounceOf(dsn(report)))?.kind).toBe(kind);
  });

  test.each([
    [
      'qmail',
      words(
        ['Subject: failure notice'],
        'Hi. This is the qmail-send program at mx.example.',
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        '',
        `<${lead}>:`,
        'Sorry, no mailbox here by that name. (#5.1.1)',
        '',
        '--- Below this line is a copy of the message.',
        '',
        'Return-Path: <maya@acme.example>',
        `Message-ID: <${OURS}>`,
        '',
        'Hi',
      ),
      { kind: 'hard', status: '5.1.1', recipient: lead, messageIds: [OURS] },
    ],
    [
      'Exim',
      words(
        [
          `X-Failed-Recipients: ${lead}`,
          'Auto-Submitted: auto-replied',
          'Subject: Mail delivery failed: returning message to sender',
        ],
        'This message was created automatically by mail delivery software.',
        '',
        'A message that you sent could not be delivered to one or more of its',
        'recipients. This is a permanent error. The following address(es) failed:',
        '',
        `  ${lead}`,
        '    Unrouteable address',
      ),
      { kind: 'hard', action: 'failed', recipient: lead },
    ],
    [
      'Exim that waits',
      words(
        ['Subject: Warning: message 1abc-000 delayed 24 hours'],
        'A message that you sent has not yet been delivered to one or more of its recipients',
        'after more than 24 hours on the queue on mx.example.',
        '',
        'The address to which the message has not yet been delivered is:',
        '',
        `  ${lead}`,
        '    Delay reason: Connection timed out',
        '',
        'No action is required on your part.',
      ),
      { kind: 'soft', action: 'delayed', recipient: lead },
    ],
    [
      'Exchange without a report',
      words(
        ['Subject: Undeliverable: Hello', 'X-MS-Exchange-Message-Is-Ndr:'],
        'Delivery has failed to these recipients or groups:',
        '',
        `Lee (${lead})<mailto:${lead}>`,
        "The email address you entered couldn't be found.",
        '',
        'Diagnostic information for administrators:',
        '',
        'Generating server: mail.client.example',
        lead,
        '#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##',
        '',
        'Original message headers:',
        '',
        `Message-ID: <${OURS}>`,
      ),
      { kind: 'hard', status: '5.1.1', recipient: lead, messageIds: [OURS] },
    ],
    [
      'Exchange in German',
      words(
        ['Return-Path: <>', 'Subject: Unzustellbar: Hallo'],
        'Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:',
        '',
        lead,
        '#550 5.7.1 RESOLVER.RST.NotAuthorized ##',
      ),
      { kind: 'ours', status: '5.7.1', recipient: lead },
    ],
    [
      'Gmail in words',
      words(
        [
          `X-Failed-Recipients: ${lead}`,
          `In-Reply-To: <${OURS}>`,
          'Subject: Delivery Status Notification (Failure)',
        ],
        '** Address not found **',
        '',
        `Your message wasn't delivered to ${lead} because the address couldn't be found, or is unable to receive mail.`,
        '',
        'The response from the remote server was:',
        '550 5.1.1 The email account that you tried to reach does not exist.',
      ),
      { kind: 'hard', status: '5.1.1', recipient: lead, messageIds: [OURS] },
    ],
    [
      'Gmail that waits',
      words(
        ['Subject: Delivery Status Notification (Delay)'],
        '** Delivery incomplete **',
        '',
        `There was a temporary problem delivering your message to ${lead}. Gmail will retry for 46 more hours.`,
        'The response was: 451 4.3.0 try later',
      ),
      { kind: 'soft', action: 'delayed', recipient: lead },
    ],
    [
      'Postfix without a report',
      words(
        ['Subject: Undelivered Mail Returned to Sender'],
        'I am sorry to have to inform you that your message could not be delivered.',
        '',
        `<${lead}>: host mx.client.example[192.0.2.1] said: 550 5.1.1 <${lead}>:`,
        '    Recipient address rejected: User unknown in virtual mailbox table',
      ),
      { kind: 'hard', status: '5.1.1', recipient: lead },
    ],
    [
      'Yahoo',
      words(
        ['Subject: Failure Notice'],
        'Sorry, we were unable to deliver your message to the following address.',
        '',
        `<${lead}>:`,
        `554: delivery error: dd This user doesn't have a yahoo.com account (${lead}) [0] - mta1.mail.yahoo.com`,
      ),
      { kind: 'hard', recipient: lead },
    ],
    [
      'GMX',
      words(
        ['Subject: Mail delivery failed: returning message to sender'],
        'A message that you sent could not be delivered. The following address failed:',
        '',
        `${lead}:`,
        'SMTP error from remote server for RCPT TO command, host: mx.example reason: 550 5.1.1 unknown user',
      ),
      { kind: 'hard', status: '5.1.1', recipient: lead },
    ],
    [
      'an Exchange in Italian',
      words(
        ['Subject: Non recapitabile: x'],
        'Impossibile recapitare il messaggio ai seguenti destinatari:',
        lead,
        '550 5.1.1 utente sconosciuto',
      ),
      { kind: 'hard', status: '5.1.1', recipient: lead },
    ],
    [
      'a server in a language that is not known here',
      words(['Subject: Kirjett ei toimetatud'], `<${lead}>`, '550 5.1.1 kasutajat pole'),
      { kind: 'hard', status: '5.1.1', recipient: lead },
    ],
  ])('reads what %s writes', async (_, raw, expected) => {
    expect(await bounceOf(raw)).toMatchObject(expected);
  });

  test('takes no person for a mail system, whatever they quote', async () => {
    const raw = wire(
      'From: Lee <lee@client.example>',
      'Subject: Undeliverable: Hello',
      '',
      'Your last one came back to me:',
      '> Delivery has failed to these recipients: ana@client.example 550 5.1.1',
    );
    expect(await bounceOf(raw)).toBeNull();
  });

  test('takes neither a receipt nor who answers by a program for a bounce, though both come from nobody', async () => {
    const receipt = wire(
      'Return-Path: <>',
      'From: Lee <lee@client.example>',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
      '',
      '--b',
      '',
      'Your message was deleted without being read. It could not be delivered to the folder.',
      '--b',
      'Content-Type: message/disposition-notification',
      '',
      'Disposition: automatic-action/MDN-sent-automatically; deleted',
      '--b--',
    );
    const left = wire(
      'Return-Path: <>',
      'From: Lee <lee@client.example>',
      'Auto-Submitted: auto-replied',
      '',
      'I have left the company, and your message could not be delivered to me. Write to ana@client.example.',
    );
    expect(await bounceOf(receipt)).toBeNull();
    expect(await bounceOf(left)).toBeNull();
  });

  test('takes no news of a mail system for a bounce', async () => {
    expect(await bounceOf(words(['Subject: Welcome'], 'Your mailbox is ready.'))).toBeNull();
  });

  test('reads a forged report without believing more than it says', async () => {
    const bounce = await bounceOf(dsn({ returned: false, status: 'banana', diagnostic: '' }));
    expect(bounce).toMatchObject({ status: null, messageIds: [] });
  });
});

describe('readComplaint', () => {
  const arf = (type: string) =>
    wire(
      'From: fbl@provider.example',
      'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
      '',
      '--b',
      '',
      'This is an abuse report.',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      `Feedback-Type: ${type}`,
      'Version: 1',
      `Original-Rcpt-To: <${lead}>`,
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${OURS}>`,
      'Return-Path: <maya+dG9rZW4tdG9rZW4tMTIz@acme.example>',
      '--b--',
    );

  test('reads who complained, and about which mail', async () => {
    const complaint = readComplaint(await parseMail(arf('abuse')));
    expect(complaint).toEqual({
      type: 'abuse',
      recipient: lead,
      messageIds: [OURS],
      tokens: ['dG9rZW4tdG9rZW4tMTIz'],
    });
    expect(readBounce(await parseMail(arf('abuse')))).toBeNull();
  });

  test('leaves alone what blames nobody', async () => {
    expect(readComplaint(await parseMail(arf('not-spam')))).toBeNull();
    expect(readComplaint(await parseMail(dsn({})))).toBeNull();
  });
});
