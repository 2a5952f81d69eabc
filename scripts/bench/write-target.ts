import { type Db, newId } from '@lodestone/core';
import { sql } from 'kysely';

import { insertSubscribers, type Lead, type Target } from './write-kinds.ts';

/** Makes an account without anything, to be compared with one that has a history. */
export async function makeEmptyAccount(db: Db): Promise<string> {
  const id = newId();
  await db
    .insertInto('accounts')
    .values({ id, name: 'Empty', email: `${id}@example.example` })
    .execute();
  return id;
}

/** Makes a magnet, two campaigns and an inbox of the bench's own in an account, and so many leads at every stage. */
export async function makeTarget(
  db: Db,
  account: string,
  count: number,
): Promise<{ target: Target; leads: Lead[] }> {
  const target = await makeSettings(db, account);
  const leads: Lead[] = [];
  for (let from = 0; from < count; from += 500) {
    const some = Array.from({ length: Math.min(500, count - from) }, newLead);
    await makeLeads(db, target, some);
    leads.push(...some);
  }
  return { target, leads };
}

async function makeSettings(db: Db, account: string): Promise<Target> {
  const [magnet, first, second, inbox] = [newId(), newId(), newId(), newId()];
  await sql`insert into magnets (account_id, id, title, slug, kind, delivery_subject)
    values (${account}, ${magnet}, 'Bench', ${`bench-${magnet.slice(-12)}`}, 'guide', 'Bench')`.execute(db);
  await sql`insert into email_accounts (account_id, id, address, provider, daily_capacity)
    values (${account}, ${inbox}, ${`${inbox}@example.example`}, 'smtp', 40)`.execute(db);
  const variants = [newId(), newId()] as const;
  for (const campaign of [first, second]) {
    await sql`insert into campaigns (account_id, id, name, daily_limit, send_days, send_from, send_until)
      values (${account}, ${campaign}, 'Bench', 100, '{mon}', '09:00', '18:00')`.execute(db);
  }
  for (const [at, variant] of variants.entries()) {
    await sql`insert into campaign_steps (account_id, campaign_id, step, delay_days)
      values (${account}, ${first}, ${at + 1}, ${at})`.execute(db);
    await sql`insert into step_variants (account_id, campaign_id, step, id, label, subject, body)
      values (${account}, ${first}, ${at + 1}, ${variant}, 'A', 'Hello', 'Hello')`.execute(db);
  }
  return { account, magnet, campaigns: [first, second], variants, inbox };
}

function newLead(): Lead {
  return {
    subscriber: newId(),
    enrollment: newId(),
    queued: newId(),
    arrived: newId(),
    opened: newId(),
    sent_step: newId(),
    queued_step: newId(),
  };
}

async function makeLeads(db: Db, target: Target, leads: readonly Lead[]): Promise<void> {
  const { account, magnet, campaigns, variants, inbox } = target;
  const rows = sql`json_to_recordset(${JSON.stringify(leads)}::json) as l(
    subscriber uuid, enrollment uuid, queued uuid, arrived uuid, opened uuid, sent_step uuid, queued_step uuid)`;
  const subscribers = leads.map(({ subscriber }) => subscriber);
  await insertSubscribers(account, magnet, subscribers).execute(db);
  await sql`insert into magnet_requests (account_id, subscriber_id, magnet_id)
    select ${account}::uuid, l.subscriber, ${magnet}::uuid from ${rows}`.execute(db);
  await sql`insert into deliveries (account_id, id, subscriber_id, magnet_id, status, requested_at, sent_at, delivered_at, opened_at)
    select ${account}::uuid, d.id, l.subscriber, ${magnet}::uuid, d.status, now() - interval '1 hour', d.sent, d.sent, d.opened
    from ${rows}
    cross join lateral (values
      (l.queued, 'queued', null::timestamptz, null::timestamptz),
      (l.arrived, 'delivered', now() - interval '50 minutes', null),
      (l.opened, 'delivered', now() - interval '50 minutes', now() - interval '40 minutes')
    ) as d(id, status, sent, opened)`.execute(db);
  await sql`insert into enrollments (account_id, id, campaign_id, subscriber_id)
    select ${account}::uuid, l.enrollment, ${campaigns[0]}::uuid, l.subscriber from ${rows}`.execute(db);
  await sql`insert into campaign_sends
      (account_id, id, campaign_id, enrollment_id, step, variant_id, email_account_id, status, queued_at, sent_at)
    select ${account}::uuid, s.id, ${campaigns[0]}::uuid, l.enrollment, s.step, s.variant, ${inbox}::uuid, s.status,
      now() - interval '1 hour', s.sent
    from ${rows}
    cross join lateral (values
      (l.sent_step, 1, ${variants[0]}::uuid, 'sent', now() - interval '50 minutes'),
      (l.queued_step, 2, ${variants[1]}::uuid, 'queued', null)
    ) as s(id, step, variant, status, sent)`.execute(db);
}
