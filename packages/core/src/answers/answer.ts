import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { requireLength } from '../fields.ts';
import { newId, uuidOf } from '../ids.ts';
import { wake } from '../jobs/wake.ts';
import { addMails } from '../mails/mail.ts';
import { notFound, Refusal } from '../refusal.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';

export const LONGEST_ANSWER = 20_000;

/** Minutes within which the same words to the same person count as one answer, from a button that was pressed twice. */
const TWICE = 10;

/**
 * Keeps an answer that is not sent yet; a conversation has one. An empty one is forgotten.
 * @throws Refusal `not_found`, `invalid_parameter`
 */
export async function saveDraft(account: Account, { id, body }: { id: string; body: string }): Promise<void> {
  const text = checked(body);
  await account.transaction(async (account) => {
    const enrollment = await held(account, id);
    await forgetDraft(account, enrollment);
    if (text !== '') await account.insert('answers', { id: newId(), enrollment_id: enrollment, body: text });
  });
}

interface Addressee {
  to_address: string;
  subscriber_id: string;
  status: string;
  suppressed: boolean;
  inbox: string | null;
  inbox_address: string | null;
  subject: string | null;
}

/**
 * Sends an answer in the thread of a conversation, from the inbox that the latest reply came into. Pressed twice, it is sent once.
 * @throws Refusal `not_found`, `invalid_parameter`, `invalid_state` for somebody who may not be written to
 */
export async function sendAnswer(
  account: Account,
  { id, body }: { id: string; body: string },
): Promise<void> {
  const text = checked(body);
  if (text === '') throw new Refusal('invalid_parameter', 'Write a reply first.', 'body');
  await account.transaction(async (account) => {
    const enrollment = await held(account, id);
    const to = await addressee(account, enrollment);
    if (to.status === 'unsubscribed') {
      throw new Refusal('invalid_state', `${to.to_address} opted out, so nothing is sent to them.`);
    }
    if (to.suppressed)
      throw new Refusal('invalid_state', `${to.to_address} is suppressed, so nothing is sent there.`);
    if (to.inbox === null || to.inbox_address === null) {
      throw new Refusal('invalid_state', 'There is no inbox left to reply from in this conversation.');
    }
    if (await wasSent(account, enrollment, text)) return;
    const [mail] = await addMails(account, [
      {
        kind: 'answer',
        to_address: to.to_address,
        domain: to.inbox_address.slice(to.inbox_address.lastIndexOf('@') + 1),
        subscriber_id: to.subscriber_id,
        enrollment_id: enrollment,
        email_account_id: to.inbox,
      },
    ]);
    if (!mail) throw new Error('No email was added.');
    await forgetDraft(account, enrollment);
    const subject = (to.subject ?? '').slice(0, 300).toWellFormed();
    await account.insert('answers', {
      id: newId(),
      enrollment_id: enrollment,
      mail_id: mail.id,
      subject,
      body: text,
    });
    await audit(account, 'conversation.answer', enrollment);
    await wake(account, 'send_pending');
  });
}

function checked(body: string): string {
  const text = body.replaceAll('\r\n', '\n').trim();
  requireLength(text, LONGEST_ANSWER, 'An answer', 'body');
  return text;
}

/** Two who answer the conversation at once wait for each other here. */
async function held(account: Account, id: string): Promise<string> {
  const uuid = uuidOf('enr', id, 'conversation');
  const known = await account
    .select('enrollments')
    .select('id')
    .where('id', '=', uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) throw notFound('conversation');
  return uuid;
}

async function forgetDraft(account: Account, enrollment: string): Promise<void> {
  await account
    .remove('answers')
    .where('enrollment_id', '=', enrollment)
    .where('mail_id', 'is', null)
    .execute();
}

async function addressee(account: Account, enrollment: string): Promise<Addressee> {
  const [to] = await account.rows<Addressee>(
    (own) => sql`
      select coalesce(nullif(r.from_address, ''), s.email) as to_address, s.id as subscriber_id, s.status,
        ${isSuppressed(own, sql`coalesce(nullif(r.from_address, ''), s.email)`)} as suppressed, a.id as inbox, a.address as inbox_address,
        coalesce(r.subject, l.subject) as subject
      from ${own('enrollments')} as e
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      left join lateral (
        select i.from_address, i.subject, i.email_account_id from ${own('inbox_messages')} as i
        where i.enrollment_id = e.id order by i.received_at desc, i.id desc limit 1
      ) as r on true
      left join lateral (
        select coalesce(c.subject, v.subject) as subject, c.email_account_id from ${own('campaign_sends')} as c
        join ${own('step_variants')} as v on v.campaign_id = c.campaign_id and v.step = c.step and v.id = c.variant_id
        where c.enrollment_id = e.id and c.status = 'sent' order by c.sent_at desc limit 1
      ) as l on true
      left join ${own('email_accounts')} as a
        on a.id = coalesce(r.email_account_id, l.email_account_id) and a.removed_at is null
      where e.id = ${enrollment}`,
  );
  if (!to) throw notFound('conversation');
  return to;
}

async function wasSent(account: Account, enrollment: string, body: string): Promise<boolean> {
  const same = await account
    .select('answers')
    .select('id')
    .where('enrollment_id', '=', enrollment)
    .where('mail_id', 'is not', null)
    .where('body', '=', body)
    .where('updated_at', '>', sql<Date>`now() - ${TWICE} * interval '1 minute'`)
    .executeTakeFirst();
  return same !== undefined;
}
