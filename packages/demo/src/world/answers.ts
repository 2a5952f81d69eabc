import { createHash } from 'node:crypto';

import { type Account, receiveMails, type ReceivedMail } from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';

import { OUTCOMES } from '../replies.ts';
import type { Arrived } from './arrived.ts';
import { chance, oneOf } from './chance.ts';

/** The recipient writes back, into the inbox that the email came from. */
export async function answer(account: Account, mail: Arrived): Promise<void> {
  const bodies = OUTCOMES.flatMap((outcome) => outcome.bodies);
  const body = oneOf(`${mail.id} body`, bodies) ?? 'Thanks!';
  const subject = `Re: ${await subjectOf(account, mail)}`;
  await comeIn(account, mail, { from: mail.to_address, subject, body, reading: { kind: 'reply' } });
}

/** The subject of a step as it was written, without the "Re:" that an answer has anyway. */
async function subjectOf(account: Account, mail: Arrived): Promise<string> {
  const [step] = await account.rows<{ subject: string | null }>(
    (own) => sql`
      select coalesce(s.subject, v.subject) as subject
      from ${own('mails')} as m
      join ${own('campaign_sends')} as s on s.id = m.send_id
      join ${own('step_variants')} as v on v.campaign_id = s.campaign_id and v.id = s.variant_id
      where m.id = ${mail.id}`,
  );
  return (step?.subject ?? '').replace(/^Re: /, '') || 'your email';
}

/** The recipient's mail program says that they are away. */
export async function sayAway(account: Account, mail: Arrived, now: Date): Promise<void> {
  const days = 2 + Math.floor(chance(`${mail.id} away`) * 12);
  const until = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const body = `I am out of the office until ${until} and read no email before.`;
  const reading = { kind: 'out_of_office' as const, rule: 'Auto-Submitted', until, evidence: body };
  await comeIn(account, mail, { from: mail.to_address, subject: 'Automatic reply', body, reading });
}

/** The recipient's mail server says that there is no such address. */
export async function bounceBack(account: Account, mail: Arrived): Promise<void> {
  const domain = mail.to_address.slice(mail.to_address.lastIndexOf('@') + 1);
  const reading = {
    kind: 'bounce' as const,
    outcome: 'hard' as const,
    action: 'failed',
    status: '5.1.1',
    diagnostic: `550 5.1.1 <${mail.to_address}>: user unknown`,
    recipient: mail.to_address,
  };
  const from = `mailer-daemon@${domain}`;
  await comeIn(account, mail, { from, subject: 'Undelivered Mail Returned to Sender', body: '', reading });
}

type Come = Pick<ReceivedMail, 'body' | 'reading'> & { from: string; subject: string };

async function comeIn(
  account: Account,
  mail: Arrived,
  { from, subject, body, reading }: Come,
): Promise<void> {
  const inbox = mail.email_account_id ?? (await firstInbox(account));
  if (inbox === null) return;
  const lines = [`From: ${from}`, `In-Reply-To: <${mail.message_id}>`, `Subject: ${subject}`, '', body];
  const raw = Buffer.from(lines.join('\r\n'));
  await receiveMails(
    account,
    inbox,
    [
      {
        fingerprint: createHash('sha256').update(raw).digest('hex'),
        message_id: `${chance(`${mail.id} ${reading.kind}`)}@world.example`,
        from_address: from,
        subject,
        body,
        quoted: '',
        received_at: new Date(),
        raw,
        size: raw.length,
        in_reply_to: [mail.message_id],
        references: [],
        tokens: [],
        reading,
      },
    ],
    { uid_validity: '1', last_uid: 0 },
  );
}

/** What the installation itself sent comes back to whichever inbox there is. */
async function firstInbox(account: Account): Promise<string | null> {
  const inbox = await account
    .select('email_accounts')
    .select('id')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return inbox?.id ?? null;
}

/** How many of those who answer an email of the past are away. */
const AWAY = 0.25;

/** Emails of the demo's history have no identity to answer to: the latest of a lead gets one, as it would have had. */
export async function answerHistory(account: Account, seed: string, now: Date): Promise<void> {
  const leads = await account
    .select('enrollments')
    .select(['id', 'subscriber_id'])
    .where('status', '=', 'active')
    .where('first_sent_at', 'is not', null)
    .where('replied_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(40)
    .execute();
  const lead = oneOf(`${seed} lead`, leads);
  if (!lead) return;
  const send = await account
    .select('campaign_sends')
    .select(['id', 'email_account_id', 'sent_at'])
    .where('enrollment_id', '=', lead.id)
    .where('status', '=', 'sent')
    .where('email_account_id', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const subscriber = await account
    .select('subscribers')
    .select('email')
    .where('id', '=', lead.subscriber_id)
    .executeTakeFirst();
  if (!send?.sent_at || !subscriber) return;
  const mail = await identityOf(account, send.id, {
    enrollment_id: lead.id,
    subscriber_id: lead.subscriber_id,
    to_address: subscriber.email,
    email_account_id: send.email_account_id,
    sent_at: send.sent_at,
  });
  if (chance(`${seed} away`) < AWAY) await sayAway(account, mail, now);
  else await answer(account, mail);
}

async function identityOf(
  account: Account,
  send_id: string,
  of: {
    enrollment_id: string;
    subscriber_id: string;
    to_address: string;
    email_account_id: string | null;
    sent_at: Date;
  },
): Promise<Arrived> {
  const columns = ['id', 'kind', 'token', 'message_id', 'to_address', 'email_account_id', 'sent_at'] as const;
  const known = await account
    .select('mails')
    .select(columns)
    .where('send_id', '=', send_id)
    .executeTakeFirst();
  if (known) return known;
  const token = createHash('sha256').update(send_id).digest('base64url').slice(0, 16);
  const id = send_id;
  await account.insert('mails', {
    id,
    kind: 'step',
    send_id,
    token,
    message_id: `${token}@world.example`,
    state: 'sent',
    attempts: 1,
    ...of,
  });
  return { id, kind: 'step', token, message_id: `${token}@world.example`, ...of };
}
