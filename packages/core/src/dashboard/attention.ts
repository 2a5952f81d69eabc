import type { Day } from '../days.ts';
import { asJson } from '../db/rows.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { CHECKS, type CheckName } from '../email-accounts/domain-checks.ts';
import { sends } from '../email-accounts/sending.ts';
import { sumOf } from '../figures/sums.ts';
import { toWire } from '../ids.ts';
import { waitsForOwner } from '../sending/candidates.ts';

/** Hours for which a failed run is news. */
const NEWS = 24;

/** Of its daily capacity, from which on an inbox is near its limit. */
const NEAR = 0.9;

/** Most of a kind that are named. */
const MOST = 5;

/** What an owner should look at: what the system paused, what does not send or sends badly, and what failed. */
export interface Attention {
  inboxes: {
    id: string;
    address: string;
    status: 'active' | 'paused' | 'disconnected';
    system_pause: { reason: string } | null;
    /** Checks that its domain fails. */
    failing: CheckName[];
    /** Whether its mailbox could not be read when that was last tried. */
    unread: boolean;
  }[];
  campaigns: { id: string; name: string; status: string }[];
  /** Campaigns with leads whose email failed: they get nothing more until the owner has it tried again. */
  failed_emails: { id: string; name: string }[];
  /** Inboxes that have sent nearly all they may today. */
  near_limit: { id: string; address: string; sent_today: number; daily_capacity: number }[];
  /** Jobs that failed in the last day, and have not succeeded since. */
  failed_jobs: string[];
}

type Inbox = Attention['inboxes'][number];

export interface AttentionRow {
  inboxes: (Omit<Inbox, 'system_pause'> & { reason: string | null })[];
  /** Campaigns that the system paused. */
  paused: Attention['campaigns'];
  failed_emails: Attention['failed_emails'];
  near_limit: Attention['near_limit'];
  failed: { job: string }[];
}

/** Columns of what an owner should look at, some of each kind. */
export function attentionColumns(own: Own, today: Day): Sql {
  return sql`
    ${asJson(badInboxes(own))} as inboxes,
    ${asJson(sql`
      select c.id, c.name, c.status
      from ${own('campaigns')} as c
      where c.status in ('bounced', 'stalled')
      order by c.paused_at desc, c.id limit ${MOST}`)} as paused,
    ${asJson(sql`
      select c.id, c.name
      from ${own('campaigns')} as c
      where c.status in ('active', 'paused')
        and exists (select from ${own('next_steps')} as n where n.campaign_id = c.id and ${waitsForOwner(own)})
      order by c.id desc limit ${MOST}`)} as failed_emails,
    ${asJson(nearLimit(own, today))} as near_limit,
    ${asJson(failedJobs(own))} as failed`;
}

/**
 * Jobs that failed, and did nothing well since. Each inbox that cannot be read is named by itself, and only while that is so: an empty
 * mailbox makes no run that could say that it was read again.
 */
function failedJobs(own: Own): Sql {
  return sql`
    select distinct r.job
    from ${own('job_runs')} as r
    where r.status = 'failed' and r.started_at > clock_timestamp() - ${NEWS} * interval '1 hour'
      and (r.job <> 'sync_inbox' or r.failures @> '[{"item": null}]')
      and not exists (
        select from ${own('job_runs')} as later
        where later.job = r.job and later.started_at > r.started_at and later.status in ('succeeded', 'partial')
      )
    order by r.job limit ${MOST}`;
}

export function attentionOf({ inboxes, paused, failed_emails, near_limit, failed }: AttentionRow): Attention {
  return {
    failed_emails: failed_emails.map((campaign) => ({ ...campaign, id: toWire('cmp', campaign.id) })),
    near_limit: near_limit.map((inbox) => ({ ...inbox, id: toWire('eml', inbox.id) })),
    inboxes: inboxes.map(({ id, reason, ...inbox }) => ({
      ...inbox,
      id: toWire('eml', id),
      system_pause: reason === null ? null : { reason },
    })),
    campaigns: paused.map((campaign) => ({ ...campaign, id: toWire('cmp', campaign.id) })),
    failed_jobs: failed.map(({ job }) => job),
  };
}

/** Inboxes that the system paused, that lost their mail server or cannot be read, or whose domain fails a check while they send. */
function badInboxes(own: Own): Sql {
  const failing = CHECKS.map(
    (name) => sql`case when ${sql.ref(`e.${name}`)} = 'fail' then ${name}::text end`,
  );
  return sql`
    select e.*
    from (
      select e.id, e.address, e.status, e.system_pause_reason as reason, e.system_paused_at, e.created_at,
        array_remove(array[${sql.join(failing)}], null) as failing, s.failing_since is not null as unread
      from ${own('email_accounts')} as e
      left join ${own('inbox_syncs')} as s on s.email_account_id = e.id and e.imap_secret is not null
      where e.removed_at is null
    ) as e
    where e.system_paused_at is not null or e.status = 'disconnected' or e.unread
      or (e.status = 'active' and cardinality(e.failing) > 0)
    order by e.system_paused_at desc nulls last, e.created_at, e.id
    limit ${MOST}`;
}

/** Inboxes that send, and have sent nearly all they may today. */
function nearLimit(own: Own, today: Day): Sql {
  return sql`
    select e.id, e.address, d.sent_today, e.daily_capacity
    from ${own('email_accounts')} as e
    join (
      select email_account_id, ${sumOf('email_account_days', 'sent')} as sent_today
      from ${own('email_account_days')} as d
      where day = ${today}::date
      group by email_account_id
    ) as d on d.email_account_id = e.id
    where ${sends('e')} and e.daily_capacity > 0 and d.sent_today >= ${NEAR}::float8 * e.daily_capacity
    order by e.created_at, e.id
    limit ${MOST}`;
}
