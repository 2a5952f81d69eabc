import type { Account } from '../db/account.ts';
import { type Sql, sql } from '../db/sql.ts';
import { rate } from '../figures/rate.ts';
import { sumsOf } from '../figures/sums.ts';
import { fromWire, toWire } from '../ids.ts';

/** What a list shows of a campaign beside its leads: the same figures as its metrics. */
export interface CampaignPerformance {
  sent: number;
  open_rate: number | null;
  reply_rate: number | null;
}

interface Row {
  id: string;
  name: string;
  sent: number;
  sent_opened: number;
  enrollments: number;
  replied: number;
}

/** The performance of some campaigns, by their ids (cmp_...). One that is not known is left out. */
export async function readCampaignPerformance(
  account: Account,
  ids: readonly string[],
): Promise<Map<string, CampaignPerformance>> {
  const uuids = ids.flatMap((id) => fromWire('cmp', id) ?? []);
  if (uuids.length === 0) return new Map();
  const rows = await readRows(account, sql`where c.id = any(${uuids}::uuid[])`);
  return new Map(rows.map((row) => [toWire('cmp', row.id), performanceOf(row)]));
}

/** A campaign that is sending, and how it has done so far. */
export interface ActiveCampaign extends CampaignPerformance {
  id: string;
  name: string;
  leads: number;
}

/** The campaigns that are active, the newest of them. */
export async function listActiveCampaigns(
  account: Account,
  { limit }: { limit: number },
): Promise<ActiveCampaign[]> {
  const rows = await readRows(
    account,
    sql`where c.status = 'active' order by c.created_at desc, c.id limit ${limit}`,
  );
  return rows.map((row) => ({
    id: toWire('cmp', row.id),
    name: row.name,
    leads: row.enrollments,
    ...performanceOf(row),
  }));
}

function readRows(account: Account, which: Sql): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select c.id, c.name, send.sent, send.sent_opened, lead.enrollments, lead.replied
      from ${own('campaigns')} as c
      cross join lateral (
        select ${sumsOf('step_days', ['sent', 'sent_opened'])} from ${own('step_days')} as d where d.campaign_id = c.id
      ) as send
      cross join lateral (
        select ${sumsOf('campaign_leads', ['enrollments', 'replied'])}
        from ${own('campaign_leads')} as l where l.campaign_id = c.id
      ) as lead
      ${which}`,
  );
}

function performanceOf({ sent, sent_opened, enrollments, replied }: Row): CampaignPerformance {
  return { sent, open_rate: rate(sent_opened, sent), reply_rate: rate(replied, enrollments) };
}
