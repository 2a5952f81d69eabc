import type { Day } from '../days.ts';
import { asJson } from '../db/rows.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { CHECKS, type CheckName } from '../email-accounts/domain-checks.ts';
import { sends } from '../email-accounts/sending.ts';
import { sumOf } from '../figures/sums.ts';
import { toWire } from '../ids.ts';

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
  }[];
  campaigns: { id: string; name: string; status: string }[];
  /** Inboxes that have sent nearly all they may today. */
  near_limit: { id: string; address: string; sent_today: number; daily_capacity: number }[];
  failed_jobs: string[];
}

type Inbox = Attention['inboxes'][number];

export interface AttentionRow {
  inboxes: (Omit<Inbox, 'system_pause'> & { reason: string | null })[];
  /** Campaigns that the system paused. */
  paused: Attention['campaigns'];
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
    ${asJson(nearLimit(own, today))} as near_limit,
    ${asJson(sql`
      select distinct r.job
      from ${own('job_runs')} as r
      where r.status = 'failed' and r.started_at > clock_timestamp() - ${NEWS} * interval '1 hour'
      order by r.job limit ${MOST}`)} as failed`;
}

export function attentionOf({ inboxes, paused, near_limit, failed }: AttentionRow): Attention {
  return {
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

/** Inboxes that the system paused, that lost their mail server, or whose domain fails a check while they send. */
function badInboxes(own: Own): Sql {
  const failing = CHECKS.map(
    (name) => sql`case when ${sql.ref(`e.${name}`)} = 'fail' then ${name}::text end`,
  );
  return sql`
    select e.*
    from (
      select e.id, e.address, e.status, e.system_pause_reason as reason, e.system_paused_at, e.created_at,
        array_remove(array[${sql.join(failing)}], null) as failing
      from ${own('email_accounts')} as e
      where e.removed_at is null
    ) as e
    where e.system_paused_at is not null or e.status = 'disconnected'
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
