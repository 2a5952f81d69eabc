import { randomBytes } from 'node:crypto';

import { type Account, addMails, newId, sealServer } from '@lodestone/core';

import type { Dovecot } from '../../mail/test/imap/dovecot.ts';
import type { OpenDatabase } from '../../core/test/databases.ts';

/** What the inbox's password is sealed with. */
export const KEYS = [randomBytes(32)] as const;

/** Somebody who got the first step of a campaign. Ids are UUIDs. */
export interface Lead {
  email: string;
  enrollment: string;
  subscriber: string;
  messageId: string;
  token: string;
}

/** What a lead's mail program sends back. */
export function reply({ email, messageId }: Lead, text: string, ...headers: string[]): string {
  const own = [
    `From: ${email}`,
    `Message-ID: <${newId()}@client.example>`,
    `In-Reply-To: <${messageId}>`,
    'Subject: Re: Hi',
  ];
  return [
    ...own,
    ...headers,
    '',
    text,
    '',
    'On Fri, Nov 21, 2025 at 10:30 AM Maya <m@acme.example> wrote:',
    '> Hi',
  ].join('\r\n');
}

/** What a mail system says of an email that it could not deliver. */
export function dsn({ email, token }: Lead): string {
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example',
    `To: anna+${token}@inbox.test`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'It failed.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    '--b--',
  ].join('\r\n');
}

/** A campaign that sent its first step through an inbox on Dovecot. @returns what adds a lead to it */
export async function campaignOf(
  { db }: Pick<OpenDatabase, 'db'>,
  account: Account,
  { server }: Pick<Dovecot, 'server'>,
): Promise<(name: string) => Promise<Lead>> {
  const [inbox, campaign, variant] = [newId(), newId(), newId()];
  const address = 'anna@inbox.test';
  const url = `imap://${encodeURIComponent(server.user)}:${server.password}@${server.host}:${server.port}?plain=1`;
  const { secret } = sealServer(KEYS, account, { address, way: 'imap', url });
  await account.insert('email_accounts', {
    id: inbox,
    address,
    provider: 'smtp',
    daily_capacity: 50,
    imap_secret: secret,
  });
  const days = { send_days: ['mon' as const], send_from: '09:00', send_until: '18:00' };
  await account.insert('campaigns', {
    id: campaign,
    name: 'Autumn',
    status: 'active',
    daily_limit: 50,
    ...days,
  });
  for (const step of [1, 2]) {
    await account.insert('campaign_steps', { campaign_id: campaign, step, delay_days: 3 });
    const text = { label: 'A', subject: 'Hi', body: 'Hello' };
    await account.insert('step_variants', {
      campaign_id: campaign,
      step,
      id: step === 1 ? variant : newId(),
      ...text,
    });
  }
  return async (name) => {
    const [subscriber, enrollment, send, person] = [newId(), newId(), newId(), newId()];
    const email = `${name}@client.example`;
    await db.insertInto('people').values({ id: person, email }).execute();
    const seen = { person_id: person, email, last_activity_at: new Date() };
    await account.insert('subscribers', { id: subscriber, ...seen });
    await account.insert('enrollments', { id: enrollment, campaign_id: campaign, subscriber_id: subscriber });
    const of = { campaign_id: campaign, enrollment_id: enrollment, email_account_id: inbox };
    const sent_at = new Date(Date.now() - 60_000);
    const step = { step: 1, variant_id: variant, status: 'sent' as const, sent_at };
    await account.insert('campaign_sends', { id: send, ...of, ...step });
    const [mail] = await addMails(account, [
      {
        kind: 'step',
        to_address: email,
        domain: 'inbox.test',
        subscriber_id: subscriber,
        enrollment_id: enrollment,
        send_id: send,
        email_account_id: inbox,
      },
    ]);
    await account
      .update('mails')
      .set({ state: 'sent', sent_at })
      .where('id', '=', mail?.id ?? '')
      .execute();
    return { email, enrollment, subscriber, messageId: mail?.message_id ?? '', token: mail?.token ?? '' };
  };
}
