import { newId } from '@lodestone/core';
import { type RawBuilder, sql } from 'kysely';

/** An account that the bench writes into, with the rows that it made for that. */
export interface Target {
  account: string;
  magnet: string;
  /** Leads are enrolled in the first; the second is for new enrollments. */
  campaigns: readonly [string, string];
  /** Of the first campaign's two steps. */
  variants: readonly [string, string];
  inbox: string;
}

/** A row to write to: a lead of the bench's own, by its number. */
export interface Lead {
  subscriber: string;
  enrollment: string;
  queued: string;
  arrived: string;
  opened: string;
  sent_step: string;
  queued_step: string;
}

/** A kind of write: one statement for some leads, one or hundreds. */
export type Write = (target: Target, leads: readonly Lead[]) => RawBuilder<unknown>;

const ids = (leads: readonly Lead[], of: keyof Lead) => sql`any(${leads.map((lead) => lead[of])}::uuid[])`;

export const KINDS: Readonly<Record<string, Write>> = {
  delivery: ({ account }, leads) => sql`
    update deliveries set status = 'sent', sent_at = now() where account_id = ${account} and id = ${ids(leads, 'queued')}`,
  open: ({ account }, leads) => sql`
    update deliveries set opened_at = now() where account_id = ${account} and id = ${ids(leads, 'arrived')}`,
  click: ({ account }, leads) => sql`
    update deliveries set clicked_at = now() where account_id = ${account} and id = ${ids(leads, 'opened')}`,
  send: ({ account }, leads) => sql`
    update campaign_sends set status = 'sent', sent_at = now()
    where account_id = ${account} and id = ${ids(leads, 'queued_step')}`,
  bounce: ({ account }, leads) => sql`
    update campaign_sends set status = 'bounced', bounced_at = now()
    where account_id = ${account} and id = ${ids(leads, 'sent_step')}`,
  reply: ({ account, inbox, campaigns }, leads) => sql`
    insert into inbox_messages (account_id, id, email_account_id, campaign_id, enrollment_id, from_address, body)
    select ${account}::uuid, message, ${inbox}::uuid, ${campaigns[0]}::uuid, enrollment, 'lead@example.example', 'Yes, please.'
    from unnest(${leads.map(() => newId())}::uuid[], ${leads.map((lead) => lead.enrollment)}::uuid[]) as m(message, enrollment)`,
  intent: ({ account }, leads) => sql`
    update enrollments set reply_intent = 'interested', classified_at = coalesce(classified_at, now())
    where account_id = ${account} and id = ${ids(leads, 'enrollment')}`,
  enrollment: ({ account, campaigns }, leads) => sql`
    insert into enrollments (account_id, id, campaign_id, subscriber_id)
    select ${account}::uuid, enrollment, ${campaigns[1]}::uuid, subscriber
    from unnest(${leads.map(() => newId())}::uuid[], ${leads.map((lead) => lead.subscriber)}::uuid[]) as e(enrollment, subscriber)`,
  tags: ({ account }, leads) => sql`
    update subscribers set tags = array['bench', 'tag ' || number % 5]
    where account_id = ${account} and id = ${ids(leads, 'subscriber')}`,
  'new subscriber': ({ account, magnet }, leads) =>
    insertSubscribers(
      account,
      magnet,
      leads.map(() => newId()),
    ),
};

/** New people who ask for a magnet, each a subscriber by the id given. */
export function insertSubscribers(
  account: string,
  magnet: string,
  subscribers: readonly string[],
): RawBuilder<unknown> {
  return sql`
    with person as (
      insert into people (id, email)
      select id, 'bench-' || id || '@example.example' from unnest(${subscribers}::uuid[]) as s(id)
      returning id, email
    )
    insert into subscribers (account_id, id, person_id, email, first_magnet_id, last_activity_at)
    select ${account}::uuid, id, id, email, ${magnet}::uuid, now() from person`;
}
