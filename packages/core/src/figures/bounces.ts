import { type Own, type Sql, sql } from '../db/sql.ts';

/** What left, and how much of it came back for good. */
export interface Bounced {
  sent: number;
  bounced: number;
}

/** The same of an inbox, with what was refused because of us: the inbox, its domain or what it wrote. */
export interface Returned extends Bounced {
  blamed: number;
}

/** Rows `(email_account_id, blamed, refused)`: of each inbox, how many steps were refused because of us, and how many of them at once. */
export function blamedByInbox(own: Own, since: Sql): Sql {
  return sql`
    select m.email_account_id, count(*)::int as blamed, (count(*) filter (where m.state = 'refused'))::int as refused
    from ${own('mails')} as m
    where m.blamed_at >= ${since} and m.kind = 'step'
    group by m.email_account_id`;
}

/** A query of one row: of an inbox's sends since a moment, how many were tried, and how many of those came back, and why. */
export function returnedOfInbox(own: Own, inbox: Sql<string>, since: Sql): Sql<Returned> {
  return sql<Returned>`
    select s.sent + coalesce(b.refused, 0) as sent, s.bounced, coalesce(b.blamed, 0) as blamed
    from (
      select count(*)::int as sent, (count(*) filter (where s.status = 'bounced'))::int as bounced
      from ${own('campaign_sends')} as s
      where s.email_account_id = ${inbox} and s.sent_at >= ${since} and s.status in ('sent', 'bounced')
    ) as s
    left join (${blamedByInbox(own, since)}) as b on b.email_account_id = ${inbox}`;
}

/** The bounces of a campaign's latest sends, at most `most` of them. */
export function bouncedOfCampaign(own: Own, campaign: Sql<string>, since: Sql, most: number): Sql<Bounced> {
  return sql<Bounced>`
    select count(*)::int as sent, (count(*) filter (where s.status = 'bounced'))::int as bounced
    from (
      select s.status from ${own('campaign_sends')} as s
      where s.campaign_id = ${campaign} and s.sent_at >= ${since} and s.status in ('sent', 'bounced')
      order by s.sent_at desc, s.id
      limit ${most}
    ) as s`;
}
