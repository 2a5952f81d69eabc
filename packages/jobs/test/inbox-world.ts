import { randomBytes } from 'node:crypto';

import { type Account, newId, sealServer } from '@lodestone/core';

import { aCampaign, aLead, anInbox, type Lead as Written } from '../../core/test/builders.ts';
import type { Dovecot } from '../../mail/test/imap/dovecot.ts';

/** What the inbox's password is sealed with. */
export const KEYS = [randomBytes(32)] as const;

/** Somebody who got the first step of a campaign. Ids are UUIDs. */
export interface Lead extends Pick<Written, 'email' | 'enrollment' | 'subscriber'> {
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
  account: Account,
  { server }: Pick<Dovecot, 'server'>,
): Promise<(name: string) => Promise<Lead>> {
  const address = 'anna@inbox.test';
  const url = `imap://${encodeURIComponent(server.user)}:${server.password}@${server.host}:${server.port}?plain=1`;
  const { secret } = sealServer(KEYS, account, { address, way: 'imap', url });
  const inbox = await anInbox(account, { address, imap_secret: secret });
  const campaign = await aCampaign(account, { steps: 2 });
  return async (name) => {
    const to = `${name}@client.example`;
    const { email, enrollment, subscriber, mail } = await aLead(account, { campaign, inbox, email: to });
    return { email, enrollment, subscriber, messageId: mail.message_id, token: mail.token };
  };
}

/** An inbox of a test that only stores what it reads. */
export const NOWHERE: Pick<Dovecot, 'server'> = {
  server: { host: '127.0.0.1', port: 1, protection: 'none', user: 'anna', password: 'pw' },
};
