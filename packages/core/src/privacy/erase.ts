import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { lockSending } from '../sending/lock.ts';
import { unsubscribe } from '../subscribers/subscription.ts';

/** Stands where a person's words stood: that there were some is a fact that figures count. */
const ERASED = '[Erased]';

interface Erased {
  uuid: string;
  person_id: string;
  email: string;
}

/**
 * Erases a person from this account: who they are, what they wrote and what was written to them. What happened stays, without
 * them, so that every figure stays as it was. It cannot be undone. Nothing is sent to them any more, and nothing here knows
 * their address: an import that brings it again brings somebody new.
 * @throws Refusal `not_found`
 */
export async function eraseSubscriber(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = uuidOf('sub', id, 'subscriber');
  await account.transaction(async (account) => {
    const erased = await hold(account, uuid);
    await unsubscribe(account, { id });
    // By the sender's address, which the words are erased with.
    await eraseConversations(account, erased);
    await eraseWords(account, erased);
    await eraseMails(account, erased);
    await eraseBooks(account, erased);
    await eraseIdentity(account, erased);
    await audit(account, 'subscriber.erase', uuid);
  });
}

/**
 * Locks all that is going to be written, in the order that every writer keeps: the person first, then their facts. The
 * subscriber fully, since what others refer to them by is going to change.
 */
async function hold(account: Account, uuid: string): Promise<Erased> {
  await lockSending(account);
  const known = await account
    .select('subscribers')
    .select(['person_id', 'email'])
    .where('id', '=', uuid)
    .executeTakeFirst();
  if (!known) throw notFound('subscriber');
  await account.people.hold(known.person_id);
  const enrolled = account.select('enrollments').select('id').where('subscriber_id', '=', uuid);
  const delivered = account.select('deliveries').select('id').where('subscriber_id', '=', uuid);
  const sent = account.select('campaign_sends').select('id').where('enrollment_id', 'in', enrolled);
  await delivered.orderBy('id').forNoKeyUpdate().execute();
  await sent.orderBy('id').forNoKeyUpdate().execute();
  await enrolled.orderBy('id').forNoKeyUpdate().execute();
  await account.select('subscribers').select('id').where('id', '=', uuid).forUpdate().execute();
  return { uuid, ...known };
}

/** What was written to them and by them. */
async function eraseWords(account: Account, erased: Erased): Promise<void> {
  const { uuid } = erased;
  const enrolled = account.select('enrollments').select('id').where('subscriber_id', '=', uuid);
  await account
    .update('deliveries')
    .set({ failure: null })
    .where('subscriber_id', '=', uuid)
    .where('failure', 'is not', null)
    .execute();
  await account
    .update('campaign_sends')
    .set({ subject: null, body: null, failure: null })
    .where('enrollment_id', 'in', enrolled)
    .execute();
  await account
    .update('inbox_messages')
    .set({
      from_address: 'erased@erased.invalid',
      subject: null,
      body: sql<string>`case when body ~ '\\S' then ${ERASED} else '' end`,
      quoted: null,
      evidence: null,
      reading: null,
    })
    .where('id', 'in', theirMessages(account, erased))
    .execute();
}

/** What came in from them, and what mail systems reported about them. */
function theirMessages(account: Account, { uuid, email }: Erased) {
  const enrolled = account.select('enrollments').select('id').where('subscriber_id', '=', uuid);
  const mails = account.select('mails').select('id').where('subscriber_id', '=', uuid);
  return account
    .select('inbox_messages')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('enrollment_id', 'in', enrolled),
        eb('mail_id', 'in', mails),
        eb('from_address', '=', email),
      ]),
    );
}

/** Replies as they came in, and what was answered. */
async function eraseConversations(account: Account, erased: Erased): Promise<void> {
  const enrolled = account.select('enrollments').select('id').where('subscriber_id', '=', erased.uuid);
  const messages = theirMessages(account, erased);
  await account.remove('raw_mails').where('inbox_message_id', 'in', messages).execute();
  await account
    .update('answers')
    .set({ subject: '', body: ERASED })
    .where('enrollment_id', 'in', enrolled)
    .execute();
  await account
    .update('enrollments')
    .set({ intent_evidence: null })
    .where('subscriber_id', '=', erased.uuid)
    .where('intent_evidence', 'is not', null)
    .execute();
  await account
    .update('system_pauses')
    .set({ rows: '[]' })
    .where(sql<boolean>`rows @> ${JSON.stringify([{ email: erased.email }])}::jsonb`)
    .execute();
}

/** Emails and what was done with them, under their address, whether or not they were a subscriber by then. */
async function eraseMails(account: Account, { uuid, email }: Erased): Promise<void> {
  const theirs = account
    .select('mails')
    .select('id')
    .where((eb) => eb.or([eb('subscriber_id', '=', uuid), eb('to_address', '=', email)]));
  await account.remove('outbox').where('mail_id', 'in', theirs).execute();
  await account.remove('mail_links').where('mail_id', 'in', theirs).execute();
  await account
    .update('mail_events')
    .set({ user_agent: null, network: null })
    .where('mail_id', 'in', theirs)
    .execute();
  await account
    .update('mails')
    .set({
      to_address: 'erased@erased.invalid',
      response: null,
      state: sql`case when state = 'queued' then 'cancelled' else state end`,
    })
    .where((eb) => eb.or([eb('subscriber_id', '=', uuid), eb('to_address', '=', email)]))
    .execute();
}

/** What books say of them: consents, suppressions, what was changed, what jobs met. */
async function eraseBooks(account: Account, { uuid, email }: Erased): Promise<void> {
  await account
    .update('consents')
    .set({ email: null, first_name: null, last_name: null, network: null })
    .where((eb) => eb.or([eb('subscriber_id', '=', uuid), eb('email', '=', email)]))
    .execute();
  await account.remove('suppressions').where('kind', '=', 'address').where('value', '=', email).execute();
  await account
    .update('audit_log')
    .set({ details: '{}' })
    .where((eb) =>
      eb.or([
        eb('object_id', '=', uuid),
        sql<boolean>`strpos(lower(details::text), ${JSON.stringify(email)}) > 0`,
      ]),
    )
    .execute();
  await account
    .update('job_runs')
    .set({ failures: sql<string>`replace(failures::text, ${email}, 'erased')::jsonb` })
    .where(sql<boolean>`strpos(failures::text, ${email}) > 0`)
    .execute();
}

async function eraseIdentity(account: Account, { uuid, person_id }: Erased): Promise<void> {
  const nobody = await account.people.addNobody();
  await account
    .update('subscribers')
    .set({
      person_id: nobody.id,
      email: nobody.email,
      first_name: null,
      last_name: null,
      tags: [],
      fields: '{}',
    })
    .where('id', '=', uuid)
    .execute();
  await account.people.forget(person_id);
}
