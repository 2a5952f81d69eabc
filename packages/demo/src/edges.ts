import { sql, type Transaction } from 'kysely';

import type { Tables } from '@lodestone/core/db/schema.js';
import { refreshEngagement } from '@lodestone/core/figures/engagement.js';
import { refreshProgress } from '@lodestone/core/figures/progress.js';
import { type AccountPlan, ACCOUNTS } from './account-plans.ts';
import { type Clock, idAt } from './clock.ts';
import type { EdgeLead } from './edge-lead.ts';
import { edgeLeads } from './edge-leads.ts';
import { accountId, campaignId, inboxId, magnetId, variantId } from './identity.ts';

/** Inserts the leads that are written by hand, with everything that happened to them and what follows from it. */
export async function insertEdgeLeads(db: Transaction<Tables>, at: Clock, now: Date): Promise<void> {
  const leads = edgeLeads(at, now);
  const emails = [...new Set(leads.map(({ email }) => email.toLowerCase()))];
  const personId = (email: string) => idAt(at(100), email.toLowerCase());
  await db
    .insertInto('people')
    .values(emails.map((email) => ({ id: personId(email), email })))
    .execute();
  const next = await nextNumbers(db);
  for (const lead of leads) {
    const account_id = accountId(ACCOUNTS[lead.account], at);
    const number = next.get(account_id) ?? 0;
    next.set(account_id, number + 1);
    await insertLead(db, lead, { number, person_id: personId(lead.email) }, ACCOUNTS[lead.account], at);
  }
  const theirs = `select account_id, id from subscribers where email in (${emails.map(literal).join(', ')})`;
  const enrolled = `(select account_id, id as enrollment_id from enrollments where (account_id, subscriber_id) in (${theirs}))`;
  for (const statement of refreshProgress(enrolled)) await sql.raw(statement).execute(db);
  await sql
    .raw(refreshEngagement(`(select account_id, id as subscriber_id from (${theirs}) as theirs)`))
    .execute(db);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The number that each account gives its next subscriber. The trigger that gives it is off while the demo is loaded. */
async function nextNumbers(db: Transaction<Tables>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['account_id', sql<number>`max(number) + 1`.as('next')])
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, next }) => [account_id, next]));
}

async function insertLead(
  db: Transaction<Tables>,
  lead: EdgeLead,
  { number, person_id }: { number: number; person_id: string },
  plan: AccountPlan,
  at: Clock,
): Promise<void> {
  const account_id = accountId(plan, at);
  const email = lead.email.toLowerCase();
  const subscriber_id = idAt(lead.seen, `${plan.name} ${email}`);
  const deliveries = lead.deliveries ?? [];
  await db
    .insertInto('subscribers')
    .values({
      account_id,
      id: subscriber_id,
      number,
      person_id,
      email,
      first_name: lead.first_name ?? null,
      last_name: lead.last_name ?? null,
      tags: [...(lead.tags ?? [])],
      first_magnet_id: deliveries[0] ? magnetId(plan, deliveries[0].magnet, at) : null,
      first_seen_at: lead.seen,
      unsubscribed_at: lead.unsubscribed ?? null,
      last_activity_at: lead.seen,
    })
    .execute();

  const asked = new Map(deliveries.toReversed().map(({ magnet, requested }) => [magnet, requested]));
  for (const [magnet, requested_at] of asked) {
    await db
      .insertInto('magnet_requests')
      .values({ account_id, subscriber_id, magnet_id: magnetId(plan, magnet, at), requested_at })
      .execute();
  }
  if (deliveries.length > 0) {
    await db
      .insertInto('deliveries')
      .values(
        deliveries.map((delivery, nth) => ({
          account_id,
          id: idAt(delivery.requested, `${email} delivery ${nth}`),
          subscriber_id,
          magnet_id: magnetId(plan, delivery.magnet, at),
          status: delivery.status,
          requested_at: delivery.requested,
          sent_at: delivery.sent ?? null,
          delivered_at: delivery.delivered ?? null,
          opened_at: delivery.opened ?? null,
          clicked_at: delivery.clicked ?? null,
          bounced_at: delivery.bounced ?? null,
          failure: delivery.failure ?? null,
        })),
      )
      .execute();
  }
  for (const enrollment of lead.enrollments ?? [])
    await insertEnrollment(db, { account_id, subscriber_id, email }, enrollment, plan, at);
}

async function insertEnrollment(
  db: Transaction<Tables>,
  { account_id, subscriber_id, email }: { account_id: string; subscriber_id: string; email: string },
  {
    campaign,
    enrolled,
    status,
    stop_reason,
    intent,
    classified,
    sends = [],
    messages = [],
    converted,
  }: NonNullable<EdgeLead['enrollments']>[number],
  plan: AccountPlan,
  at: Clock,
): Promise<void> {
  const campaign_id = campaignId(plan, campaign, at);
  const from = plan.campaigns.find(({ name }) => name === campaign)?.from;
  const place = plan.inboxes.findIndex(({ address }) => address === from);
  const email_account_id = inboxId(plan, Math.max(place, 0), at);
  const id = idAt(enrolled, `${email} ${campaign}`);
  await db
    .insertInto('enrollments')
    .values({
      account_id,
      id,
      campaign_id,
      subscriber_id,
      status,
      stop_reason: stop_reason ?? null,
      reply_intent: intent ?? 'no_reply',
      classified_at: classified ?? null,
      enrolled_at: enrolled,
    })
    .execute();
  for (const [before, send] of sends.entries()) {
    await db
      .insertInto('campaign_sends')
      .values({
        account_id,
        id: idAt(send.queued, `${email} ${campaign} send ${before}`),
        campaign_id,
        enrollment_id: id,
        step: before + 1,
        variant_id: variantId(plan, campaign, before, 0, at),
        email_account_id,
        status: send.status,
        queued_at: send.queued,
        sent_at: send.sent ?? null,
        opened_at: send.opened ?? null,
        clicked_at: send.clicked ?? null,
        bounced_at: send.bounced ?? null,
        failure: send.failure ?? null,
      })
      .execute();
  }
  for (const [nth, { received, subject, body }] of messages.entries()) {
    await db
      .insertInto('inbox_messages')
      .values({
        account_id,
        id: idAt(received, `${email} ${campaign} message ${nth}`),
        email_account_id,
        campaign_id,
        enrollment_id: id,
        from_address: email,
        subject,
        body,
        received_at: received,
      })
      .execute();
  }
  if (converted) {
    await db
      .insertInto('conversions')
      .values({
        account_id,
        enrollment_id: id,
        occurred_at: converted.at,
        value_micros: converted.value_micros,
      })
      .execute();
  }
}
