import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { sends } from '../email-accounts/sending.ts';
import { seedOf } from '../planner/choices.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';
import { warmUpCap } from '../planner/warm-up.ts';
import type { SendingWindow } from '../planner/window.ts';
import { localDay, zoneOf } from '../planner/zone.ts';

interface InboxRow {
  id: string;
  daily_capacity: number;
  warmup_day: number | null;
  gap_from: number;
  gap_to: number;
  last_slot_at: string | null;
  last_claim_at: string | null;
  used: number;
}

interface CampaignRow extends SendingWindow {
  id: string;
  daily_limit: number;
  domain_limit: number | null;
  inboxes: string[];
  steps: { step: number; delay_days: number; variants: string[] }[];
  usage: { domain: string; day: string; used: number }[];
}

/** The time, as the database's clock tells it: what decides when something is sent. */
export async function databaseTime(account: Account): Promise<number> {
  const [row] = await account.rows<{ at: number }>(
    () => sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  );
  return Math.floor(row?.at ?? 0);
}

/** Inboxes that send, and are connected or played by the demo world. */
export async function readInboxes(account: Account, at: number): Promise<PlannedInbox[]> {
  const rows = await account.rows<InboxRow>(
    (own) => sql`
      select e.id, e.daily_capacity, e.warmup_day, e.gap_from, e.gap_to, e.last_slot_at, e.last_claim_at,
        coalesce(u.used, 0) as used
      from ${own('email_accounts')} as e
      left join ${own('sending_usage')} as u
        on u.kind = 'inbox' and u.of_id = e.id and u.day = ${istDay(new Date(at))}::date
      where ${sends('e')}
        and (e.smtp_secret is not null or (select a.simulated from ${own('accounts')} as a))
      order by e.created_at, e.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    gap_from: row.gap_from,
    gap_to: row.gap_to,
    cap: capOf(row),
    used: row.used,
    last_slot_at: row.last_slot_at === null ? -Infinity : new Date(row.last_slot_at).getTime(),
    last_claim_at: row.last_claim_at === null ? -Infinity : new Date(row.last_claim_at).getTime(),
  }));
}

function capOf({ warmup_day: day, daily_capacity: capacity }: InboxRow): number {
  return day === null ? capacity : warmUpCap({ day, capacity });
}

/** Running campaigns with what is used up of their limits, or those that are given by UUID. */
export async function readCampaigns(
  account: Account,
  at: number,
  inboxes: readonly PlannedInbox[],
  only?: readonly string[],
): Promise<PlannedCampaign[]> {
  const rows = await account.rows<CampaignRow>(
    (own) => sql`
      select c.id, c.time_zone, c.send_days, c.send_from, c.send_until, c.daily_limit, c.domain_limit,
        ${asJson(sql`
          select s.step, s.delay_days,
            array(
              select v.id from ${own('step_variants')} as v
              where v.campaign_id = s.campaign_id and v.step = s.step order by v.label
            ) as variants
          from ${own('campaign_steps')} as s where s.campaign_id = c.id order by s.step`)} as steps,
        array(
          select i.email_account_id from ${own('campaign_inboxes')} as i where i.campaign_id = c.id
        ) as inboxes,
        ${asJson(sql`
          select u.domain, u.day::text as day, u.used from ${own('sending_usage')} as u
          where u.kind in ('campaign', 'domain') and u.of_id = c.id
            and u.day between ${istDay(new Date(at))}::date - 1 and ${istDay(new Date(at))}::date + 1`)} as usage
      from ${own('campaigns')} as c
      where ${only ? sql`c.id = any(${[...only]}::uuid[])` : sql`c.status = 'active'`}
      order by c.created_at, c.id`,
  );
  return rows.map((row) => plannedCampaign(row, at, inboxes));
}

function plannedCampaign(row: CampaignRow, at: number, inboxes: readonly PlannedInbox[]): PlannedCampaign {
  const { id, daily_limit, domain_limit, time_zone, send_days, send_from, send_until } = row;
  const today = localDay(zoneOf(time_zone), at);
  const usage = row.usage.filter(({ day }) => day === today);
  const places = inboxes.flatMap((inbox, place) =>
    row.inboxes.length === 0 || row.inboxes.includes(inbox.id) ? [place] : [],
  );
  return {
    id,
    daily_limit,
    domain_limit,
    window: { time_zone, send_days, send_from, send_until },
    steps: row.steps.map(({ variants, ...step }) => ({
      ...step,
      variants: variants.map((variant) => ({ id: variant, seed: seedOf(variant) })),
    })),
    inboxes: places,
    used: usage.find(({ domain }) => domain === '')?.used ?? 0,
    used_by_domain: new Map(usage.filter(({ domain }) => domain !== '').map((u) => [u.domain, u.used])),
  };
}
