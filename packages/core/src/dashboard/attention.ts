import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { readEmailAccounts } from '../email-accounts/read.ts';
import { toWire } from '../ids.ts';

/** Hours for which a failed run is news. */
const NEWS = 24;

/** Of its daily capacity, from which on an inbox is near its limit. */
const NEAR = 0.9;

/** Most of a kind that are named. */
const MOST = 5;

/** What an owner should look at: what the system paused, and what failed. */
export interface Attention {
  inboxes: { id: string; address: string; reason: string }[];
  campaigns: { id: string; name: string; status: string }[];
  /** Inboxes that have sent nearly all they may today. */
  near_limit: { id: string; address: string; sent_today: number; daily_capacity: number }[];
  failed_jobs: string[];
}

/** What the system paused, which inboxes are near their limit and which jobs failed in the last day, some of each. */
export async function readAttention(account: Account): Promise<Attention> {
  const [row] = await account.rows<Attention & { failed: { job: string }[] }>(
    (own) => sql`
      select
        ${asJson(sql`
          select e.id, e.address, e.system_pause_reason as reason
          from ${own('email_accounts')} as e
          where e.system_paused_at is not null and e.removed_at is null
          order by e.system_paused_at desc, e.id limit ${MOST}`)} as inboxes,
        ${asJson(sql`
          select c.id, c.name, c.status
          from ${own('campaigns')} as c
          where c.status in ('bounced', 'stalled')
          order by c.paused_at desc, c.id limit ${MOST}`)} as campaigns,
        ${asJson(sql`
          select distinct r.job
          from ${own('job_runs')} as r
          where r.status = 'failed' and r.started_at > clock_timestamp() - ${NEWS} * interval '1 hour'
          order by r.job limit ${MOST}`)} as failed`,
  );
  const used = await readEmailAccounts(account);
  const near_limit = used
    .filter((inbox) => inbox.status === 'active' && inbox.system_paused_at === null)
    .filter(({ sent_today, daily_capacity }) => daily_capacity > 0 && sent_today >= NEAR * daily_capacity)
    .slice(0, MOST)
    .map(({ id, address, sent_today, daily_capacity }) => ({
      id: toWire('eml', id),
      address,
      sent_today,
      daily_capacity,
    }));
  return {
    near_limit,
    inboxes: (row?.inboxes ?? []).map((inbox) => ({ ...inbox, id: toWire('eml', inbox.id) })),
    campaigns: (row?.campaigns ?? []).map((campaign) => ({ ...campaign, id: toWire('cmp', campaign.id) })),
    failed_jobs: (row?.failed ?? []).map(({ job }) => job),
  };
}
