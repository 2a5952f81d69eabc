import { sql } from 'kysely';

import { istDay } from '../days.ts';
import type { Db } from '../db/connect.ts';
import type { MailKind } from '../db/schema.ts';

/** Emails that wait for the same. Ages are in seconds, of the one that waits longest; null where none does. */
export interface Waiting {
  number: number;
  oldest: number | null;
}

/** How the whole installation is doing, for its operator. It says nothing about any single account. */
export interface InstallationFigures {
  /** Due and not yet claimed, of each kind that has any. */
  due: ({ kind: MailKind } & Waiting)[];
  /** In the hands of a process that sends them. */
  claimed: Waiting;
  /** Nobody knows whether they left. */
  in_doubt: Waiting;
  /** Opens and clicks that are not counted yet. */
  uncounted_events: Waiting;
  /** Replies whose intent was not looked for yet. */
  unclassified_replies: Waiting;
  /** Since midnight IST. */
  today: { deliveries: number; campaign_sends: number; campaign_bounces: number };
  inboxes: {
    /** Those that are read. */
    synced: number;
    failing: number;
    /** Seconds since the inbox that has waited longest was read; null if there is none. */
    lag: number | null;
  };
  jobs: { processes: number; running: Waiting };
}

/** No queue is counted beyond this: with that many waiting, the exact number does not matter. */
const MOST = 100_000;

/**
 * Reads them in one statement. What waits is counted in the partial indexes that hold nothing else, today's in one day of
 * each account's counters: the cost depends on what is waiting, not on the history.
 */
export async function readInstallation(db: Db, now = new Date()): Promise<InstallationFigures> {
  const today = istDay(now);
  const { rows } = await sql<InstallationFigures>`
    select
      (
        select coalesce(json_agg(listed order by listed.kind), '[]') from (
          select kind, count(*)::int as number, ${ageOf('min(due_at)')} as oldest
          from (
            select kind, due_at from mails where state = 'queued' and due_at <= clock_timestamp() limit ${MOST}
          ) as due
          group by kind
        ) as listed
      ) as due,
      ${waiting('claimed_at', sql`mails where state = 'claimed'`)} as claimed,
      ${waiting('claimed_at', sql`mails where state = 'in_doubt'`)} as in_doubt,
      ${waiting('at', sql`mail_events where counted_at is null`)} as uncounted_events,
      ${waiting(
        'received_at',
        sql`inbox_messages where kind = 'reply' and fingerprint is not null and enrollment_id is not null and classified_at is null`,
      )} as unclassified_replies,
      (
        select json_build_object(
          'deliveries', (
            select coalesce(sum(d.sent), 0)
            from accounts as a cross join lateral (
              select sum(sent) as sent from magnet_days where account_id = a.id and day = ${today}::date
            ) as d
          ),
          'campaign_sends', coalesce(sum(d.sent), 0),
          'campaign_bounces', coalesce(sum(d.bounced), 0)
        )
        from accounts as a cross join lateral (
          select sum(sent) as sent, sum(bounced) as bounced from email_account_days
          where account_id = a.id and day = ${today}::date
        ) as d
      ) as today,
      (
        select json_build_object(
          'synced', count(*)::int,
          'failing', (count(*) filter (where s.failing_since is not null))::int,
          'lag', ${ageOf('min(s.synced_at)')}
        )
        from email_accounts as e
        join inbox_syncs as s on s.account_id = e.account_id and s.email_account_id = e.id
        where e.imap_secret is not null and e.removed_at is null
      ) as inboxes,
      json_build_object(
        'processes', (select count(*)::int from job_workers where alive_until > now()),
        'running', ${waiting('started_at', sql`job_runs where status = 'running'`)}
      ) as jobs`.execute(db);
  const [figures] = rows;
  if (figures === undefined) throw new Error('The installation has no figures.');
  return figures;
}

/** How many rows there are and how old the oldest is, as JSON. */
function waiting(since: string, rows: ReturnType<typeof sql>) {
  return sql`(
    select json_build_object('number', count(*)::int, 'oldest', ${ageOf('min(since)')})
    from (select ${sql.id(since)} as since from ${rows} limit ${MOST}) as listed
  )`;
}

function ageOf(moment: string) {
  return sql`greatest(extract(epoch from clock_timestamp() - ${sql.raw(moment)}), 0)::float8`;
}
