import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/**
 * Everything that this account has stored about one person, for when they ask for it: as the tables have it, under
 * names that say what it is. What another account knows of them is not ours to tell.
 * @throws Refusal `not_found`
 */
export async function exportPerson(
  account: Account,
  { id }: { id: string },
): Promise<Record<string, unknown>> {
  const uuid = uuidOf('sub', id, 'subscriber');
  const [row] = await account.rows<Record<string, unknown>>((own) => storedAbout(own, uuid));
  if (!row) throw notFound('subscriber');
  await audit(account, 'subscriber.export', uuid);
  return row;
}

function storedAbout(own: Own, uuid: string): Sql<Record<string, unknown>> {
  const enrolled = sql`select e.id from ${own('enrollments')} as e where e.subscriber_id = s.id`;
  const mails = sql`select m.id from ${own('mails')} as m where m.subscriber_id = s.id`;
  return sql<Record<string, unknown>>`
    select
      json_build_object(
        'email', s.email, 'first_name', s.first_name, 'last_name', s.last_name, 'tags', s.tags, 'fields', s.fields,
        'first_seen_at', s.first_seen_at, 'unsubscribed_at', s.unsubscribed_at, 'lead_score', s.lead_score,
        'last_activity_at', s.last_activity_at
      ) as person,
      ${asJson(sql`
        select m.title as magnet, c.form, c.form_version, c.form_hash, c.network, c.asked_at, c.confirmed_at
        from ${own('consents')} as c join ${own('magnets')} as m on m.id = c.magnet_id
        where c.subscriber_id = s.id or c.email = s.email
        order by c.asked_at`)} as consents,
      ${asJson(sql`
        select m.title as magnet, d.status, d.requested_at, d.sent_at, d.delivered_at, d.opened_at, d.clicked_at,
          d.bounced_at, d.failure
        from ${own('deliveries')} as d join ${own('magnets')} as m on m.id = d.magnet_id
        where d.subscriber_id = s.id
        order by d.requested_at`)} as deliveries,
      ${asJson(sql`
        select c.name as campaign, e.status, e.enrolled_at, e.reply_intent, e.stop_reason
        from ${own('enrollments')} as e join ${own('campaigns')} as c on c.id = e.campaign_id
        where e.subscriber_id = s.id
        order by e.enrolled_at`)} as campaigns,
      ${asJson(sql`
        select x.step, x.status, x.subject, x.body, x.sent_at, x.opened_at, x.clicked_at, x.bounced_at
        from ${own('campaign_sends')} as x where x.enrollment_id in (${enrolled})
        order by x.queued_at`)} as campaign_emails,
      ${asJson(sql`
        select i.from_address, i.subject, i.body, i.received_at
        from ${own('inbox_messages')} as i where i.enrollment_id in (${enrolled})
        order by i.received_at`)} as replies,
      ${asJson(sql`
        select m.kind, m.to_address, m.state, m.created_at, m.sent_at, m.response
        from ${own('mails')} as m where m.subscriber_id = s.id
        order by m.created_at`)} as emails,
      ${asJson(sql`
        select v.kind, v.at, v.judged, v.rule, v.user_agent, v.network
        from ${own('mail_events')} as v where v.mail_id in (${mails})
        order by v.at`)} as opens_and_clicks,
      ${asJson(sql`
        select p.reason, p.detail, p.created_at
        from ${own('suppressions')} as p where p.kind = 'address' and p.value = s.email`)} as suppressions,
      ${asJson(sql`
        select l.at, l.actor, l.action, l.details
        from ${own('audit_log')} as l where l.object_id = s.id
        order by l.at`)} as changes
    from ${own('subscribers')} as s
    where s.id = ${uuid}`;
}
