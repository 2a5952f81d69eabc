import { audit } from '../audit.ts';
import { enroll } from '../campaigns/join.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { inAscii } from '../email-address.ts';
import { fromWire, toWire, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { waitsForOwner } from '../sending/candidates.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import { endSequences } from './end-sequences.ts';

/**
 * Adds a subscriber, who is known by their address, to a campaign by hand.
 * @returns the enrollment's id (enr_...), also when they were in it before
 * @throws Refusal `not_found`, `invalid_parameter` for an address that is no subscriber's, `invalid_state` for somebody who may not be
 * written to, or a completed campaign
 */
export async function addLead(
  account: Account,
  { campaign_id, email }: { campaign_id: string; email: string },
): Promise<{ id: string; added: boolean }> {
  const campaign = uuidOf('cmp', campaign_id, 'campaign');
  const subscriber = await idOf(account, email.toLowerCase());
  return account.transaction(async (account) => {
    const running = await account
      .select('campaigns')
      .select('status')
      .where('id', '=', campaign)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!running) throw notFound('campaign');
    if (running.status === 'completed') {
      throw new Refusal(
        'invalid_state',
        'A completed campaign cannot take more leads; duplicate it instead.',
      );
    }
    await refuseUnlessWritable(account, subscriber);
    const before = await readEnrollment(account, campaign, subscriber);
    if (before) return { id: toWire('enr', before.id), added: false };
    await enroll(account, campaign, [subscriber]);
    const added = await readEnrollment(account, campaign, subscriber);
    if (!added) throw notFound('lead');
    const subscriber_id = toWire('sub', subscriber);
    await audit(account, 'enrollment.add', added.id, { campaign_id, subscriber_id });
    return { id: toWire('enr', added.id), added: true };
  });
}

/** UUID of the subscriber who has an address. */
async function idOf(account: Account, email: string): Promise<string> {
  const people = await account.people.known([email, inAscii(email)]);
  const subscriber = await account
    .select('subscribers')
    .select('id')
    .where(sql<boolean>`person_id = any(${people}::uuid[])`)
    .executeTakeFirst();
  if (subscriber) return subscriber.id;
  throw new Refusal(
    'invalid_parameter',
    `No subscriber has the address ${email}. Import them first.`,
    'email',
  );
}

/** A lead by their id (enr_...) and that of the campaign they are in (cmp_...). */
interface LeadOfCampaign {
  campaign_id: string;
  id: string;
}

/** @throws Refusal `not_found`, also for a lead of another campaign */
async function find(account: Account, { campaign_id, id }: LeadOfCampaign) {
  const lead = await account
    .select('enrollments')
    .select(['id', 'status', 'campaign_id'])
    .where('id', '=', fromWire('enr', id))
    .where('campaign_id', '=', fromWire('cmp', campaign_id))
    .executeTakeFirst();
  if (!lead) throw notFound('lead');
  return lead;
}

/**
 * Stops a lead: nothing more of the campaign is sent to them. Doing it again changes nothing.
 * @throws Refusal `not_found`
 */
export async function stopLead(account: Account, lead: LeadOfCampaign): Promise<{ changed: boolean }> {
  return account.transaction(async (account) => {
    const { id: uuid } = await find(account, lead);
    const changed = (await endSequences(account, [uuid], 'manual')) > 0;
    await audit(account, 'enrollment.stop', uuid, { changed });
    return { changed };
  });
}

/**
 * Has a lead's next step, or a later one, sent as soon as the limits allow, without its delay. One that failed is tried again.
 * @throws Refusal `not_found`, `invalid_state` for a lead who is not active, `invalid_parameter` for a step that is over
 */
export async function moveLead(
  account: Account,
  { step, ...named }: LeadOfCampaign & { step?: number },
): Promise<{ step: number }> {
  return account.transaction(async (account) => {
    const lead = await find(account, named);
    const uuid = lead.id;
    const next = await account
      .select('next_steps')
      .select('step')
      .where('enrollment_id', '=', uuid)
      .forUpdate()
      .executeTakeFirst();
    if (!next) {
      throw new Refusal(
        'invalid_state',
        `There is nothing more to send to this lead: they are ${lead.status}.`,
      );
    }
    const wanted = step ?? next.step;
    const steps = await account
      .select('campaign_steps')
      .select('step')
      .where('campaign_id', '=', lead.campaign_id)
      .where('step', '>=', next.step)
      .orderBy('step')
      .execute();
    if (!steps.some((one) => one.step === wanted)) {
      const open = steps.map((one) => one.step).join(', ');
      throw new Refusal(
        'invalid_parameter',
        `Step ${wanted} cannot be next. Possible steps: ${open}.`,
        'step',
      );
    }
    await tryAgain(account, [uuid], wanted);
    await makeDue(account, [uuid], { step: wanted });
    await audit(account, 'enrollment.move', uuid, { from: next.step, to: wanted });
    return { step: wanted };
  });
}

/** Leads whose failed step is tried again in one transaction. */
const RETRY_SET = 1_000;

/**
 * Has steps of a campaign that failed, and that its leads wait for, tried again as soon as the limits allow: a set of them, so that
 * no number of leads passes the time limit.
 * @returns how many, and whether there may be more
 * @throws Refusal `not_found`
 */
export async function retryFailed(
  account: Account,
  { campaign_id }: { campaign_id: string },
): Promise<{ retried: number; more: boolean }> {
  const campaign = uuidOf('cmp', campaign_id, 'campaign');
  return account.transaction(async (account) => {
    const known = await account
      .select('campaigns')
      .select('id')
      .where('id', '=', campaign)
      .executeTakeFirst();
    if (!known) throw notFound('campaign');
    const waiting = await account.rows<{ enrollment_id: string }>(
      (own) => sql`
        select n.enrollment_id from ${own('next_steps')} as n
        where n.campaign_id = ${campaign} and ${waitsForOwner(own)}
        order by n.enrollment_id
        limit ${RETRY_SET}
        for update of n`,
    );
    const leads = waiting.map(({ enrollment_id }) => enrollment_id);
    await tryAgain(account, leads);
    await makeDue(account, leads);
    await audit(account, 'campaign.retry_failed', campaign, { retried: leads.length });
    return { retried: leads.length, more: leads.length === RETRY_SET };
  });
}

/** A step that failed is as if it had not been tried: nobody has it, so it is written again, as what it lacked is there now. */
async function tryAgain(account: Account, leads: readonly string[], step?: number): Promise<void> {
  const failed = await account.rows<{ id: string }>(
    (own) => sql`
      select q.id
      from ${own('campaign_sends')} as q join ${own('next_steps')} as n on n.enrollment_id = q.enrollment_id
      where q.enrollment_id = any(${[...leads]}::uuid[]) and q.status = 'failed' and q.step = coalesce(${step ?? null}::smallint, n.step)
      order by q.id
      for no key update of q`,
  );
  if (failed.length === 0) return;
  const ids = failed.map(({ id }) => id);
  await account.remove('mails').where('send_id', 'in', ids).execute();
  await account
    .update('campaign_sends')
    .set({ status: 'queued', failure: null, subject: null, body: null })
    .where('id', 'in', ids)
    .execute();
}

async function makeDue(
  account: Account,
  leads: readonly string[],
  to: { step?: number } = {},
): Promise<void> {
  await account
    .update('next_steps')
    .set({ ...to, due_at: sql<Date>`clock_timestamp()`, waits_for: null })
    .where(sql<boolean>`enrollment_id = any(${[...leads]}::uuid[])`)
    .execute();
}

async function refuseUnlessWritable(account: Account, subscriber: string): Promise<void> {
  const [person] = await account.rows<{ email: string; status: string; suppressed: boolean }>(
    (own) => sql`
      select s.email, s.status, ${isSuppressed(own, sql`s.email`)} as suppressed
      from ${own('subscribers')} as s where s.id = ${subscriber}`,
  );
  if (!person) throw notFound('subscriber');
  if (person.status === 'unsubscribed')
    throw new Refusal('invalid_state', `${person.email} opted out, so they cannot be added.`);
  if (person.suppressed)
    throw new Refusal('invalid_state', `${person.email} is suppressed, so it cannot be added.`);
}

function readEnrollment(account: Account, campaign: string, subscriber: string) {
  return account
    .select('enrollments')
    .select('id')
    .where('campaign_id', '=', campaign)
    .where('subscriber_id', '=', subscriber)
    .executeTakeFirst();
}
