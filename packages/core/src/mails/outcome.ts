import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { lockInOrder } from '../figures/lock-order.ts';
import { NEVER_DUE } from '../sending/candidates.ts';

/** Columns of an email that its outcome is written with. */
const OPEN = [
  'id',
  'kind',
  'to_address',
  'subscriber_id',
  'delivery_id',
  'send_id',
  'enrollment_id',
  'claimed_at',
  'attempts',
] as const;

/** An email whose outcome is not settled. */
export type OpenMail = Awaited<ReturnType<typeof readOpenMails>>[number];

/** The emails among `ids` that are claimed or in doubt, held until the transaction ends. */
export function readOpenMails(account: Account, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return account
    .select('mails')
    .select(OPEN)
    .where('id', 'in', ids)
    .where('state', 'in', ['claimed', 'in_doubt'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks all that the outcomes of emails are written to, in the order of every writer. */
export function lockOutcomes(account: Account, mails: readonly OpenMail[]): Promise<void> {
  return lockInOrder(account, {
    deliveries: mails.flatMap(({ delivery_id }) => delivery_id ?? []),
    campaign_sends: mails.flatMap(({ send_id }) => send_id ?? []),
    subscribers: mails.flatMap(({ subscriber_id }) => subscriber_id ?? []),
  });
}

/** Leads whose last step is settled, and who get nothing more, are through. */
export async function completeEnrollments(account: Account, mails: readonly OpenMail[]): Promise<void> {
  const ids = mails.flatMap(({ send_id, enrollment_id }) => (send_id === null ? [] : (enrollment_id ?? [])));
  if (ids.length === 0) return;
  await account
    .update('enrollments')
    .set({ status: 'completed' })
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .where(
      'id',
      'not in',
      account.select('next_steps').select('enrollment_id').where('enrollment_id', 'in', ids),
    )
    .execute();
}

/**
 * A lead whose step failed goes no further, since what follows was written for somebody who has it: that step is next once more, and
 * waits until its owner has it tried again, leaves it out or stops the lead.
 */
export async function holdBack(account: Account, mails: readonly OpenMail[]): Promise<void> {
  const sends = mails.flatMap(({ send_id }) => send_id ?? []);
  if (sends.length === 0) return;
  const failed = await account.rows<Failed>(
    (own) => sql`
      select q.enrollment_id, q.campaign_id, q.step, q.email_account_id, exists (
        select from ${own('next_steps')} as n where n.enrollment_id = q.enrollment_id
      ) as goes_on
      from ${own('campaign_sends')} as q
      join ${own('enrollments')} as e on e.id = q.enrollment_id
      where q.id = any(${sends}::uuid[]) and q.status = 'failed' and e.status = 'active'
      order by e.id
      for no key update of e`,
  );
  if (failed.length === 0) return;
  await account
    .update('next_steps')
    .from(asTable(failed, 'f', 'enrollment_id uuid, step smallint'))
    .set({ step: sql<number>`f.step`, due_at: NEVER_DUE, waits_for: null })
    .whereRef('next_steps.enrollment_id', '=', 'f.enrollment_id')
    .execute();
  await account.insert(
    'next_steps',
    failed.flatMap(({ goes_on, ...last }) => (goes_on ? [] : [{ ...last, due_at: NEVER_DUE }])),
  );
}

/** A step that failed. `goes_on`: others come after it. */
interface Failed {
  enrollment_id: string;
  campaign_id: string;
  step: number;
  email_account_id: string | null;
  goes_on: boolean;
}

/** What an email is of, and when it was tried. */
type Tried = Pick<OpenMail, 'delivery_id' | 'send_id' | 'enrollment_id' | 'claimed_at'> & {
  written?: { subject: string; body: string } | undefined;
};

/** The deliveries and sends of emails that a server took are `sent`, at the time of the attempt. */
export async function leaveMails(account: Account, mails: readonly Tried[]): Promise<void> {
  const set = { status: 'sent' as const, sent_at: sql<Date>`t.at` };
  await updateDeliveries(account, mails, set);
  await updateSends(account, mails, set);
}

/** Their addresses were refused for good: what they are of `bounced`, at the time of the attempt, and the enrollments with it. */
export async function bounceMails(
  account: Account,
  mails: readonly (Tried & { response: string })[],
): Promise<void> {
  const set = {
    status: 'bounced' as const,
    sent_at: sql<Date>`t.at`,
    bounced_at: sql<Date>`t.at`,
    failure: sql<string>`t.response`,
  };
  await updateDeliveries(account, mails, set);
  await updateSends(account, mails, set);
  const enrollments = mails.flatMap(({ send_id, enrollment_id }) =>
    send_id === null || enrollment_id === null ? [] : [enrollment_id],
  );
  if (enrollments.length === 0) return;
  await account
    .update('enrollments')
    .set({ status: 'bounced' })
    .where('id', 'in', enrollments)
    .where('status', '=', 'active')
    .execute();
}

/** They will not be sent: nobody's address is to blame. */
export async function failMails(
  account: Account,
  mails: readonly (Tried & { response: string })[],
): Promise<void> {
  const set = { status: 'failed' as const, failure: sql<string>`t.response` };
  await updateDeliveries(account, mails, set);
  await updateSends(account, mails, set);
}

async function updateDeliveries(
  account: Account,
  mails: readonly (Tried & { response?: string })[],
  set: object,
): Promise<void> {
  const rows = mails.flatMap((mail) => (mail.delivery_id === null ? [] : [rowOf(mail.delivery_id, mail)]));
  if (rows.length === 0) return;
  await account
    .update('deliveries')
    .from(triedAs(rows))
    .set(set)
    .whereRef('deliveries.id', '=', 't.id')
    .where('status', '=', 'queued')
    .execute();
}

async function updateSends(
  account: Account,
  mails: readonly (Tried & { response?: string })[],
  set: object,
): Promise<void> {
  const rows = mails.flatMap((mail) => (mail.send_id === null ? [] : [rowOf(mail.send_id, mail)]));
  if (rows.length === 0) return;
  await account
    .update('campaign_sends')
    .from(triedAs(rows))
    .set({
      ...set,
      subject: sql<string>`coalesce(left(t.subject, 300), campaign_sends.subject)`,
      body: sql<string>`coalesce(left(t.body, 100000), campaign_sends.body)`,
    })
    .whereRef('campaign_sends.id', '=', 't.id')
    .where('status', '=', 'queued')
    .execute();
}

function rowOf(id: string, { claimed_at, response = '', written }: Tried & { response?: string }) {
  return { id, at: claimed_at, response, ...written };
}

function triedAs(rows: readonly ReturnType<typeof rowOf>[]) {
  return asTable(rows, 't', 'id uuid, at timestamptz, response text, subject text, body text');
}
