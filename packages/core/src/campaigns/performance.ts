import { type Own, type Sql, sql } from '../db/sql.ts';
import { rate } from '../figures/rate.ts';
import { sumsOf } from '../figures/sums.ts';
import { toWire } from '../ids.ts';

/** What a list shows of a campaign beside its leads: the same figures as its metrics. */
export interface CampaignPerformance {
  sent: number;
  open_rate: number | null;
  reply_rate: number | null;
}

/** What performance is worked out from. */
export interface PerformanceSums {
  sent: number;
  sent_opened: number;
  enrollments: number;
  replied: number;
}

export interface ActiveCampaignRow extends PerformanceSums {
  id: string;
  name: string;
}

/** A campaign that is sending, and how it has done so far. */
export interface ActiveCampaign extends CampaignPerformance {
  id: string;
  name: string;
  leads: number;
}

/** A query of the campaigns that are active, the newest of them. */
export function activeCampaigns(own: Own, limit: number): Sql<ActiveCampaignRow> {
  return sql<ActiveCampaignRow>`
    select c.id, c.name, performance.*
    from (
      select * from ${own('campaigns')} as c
      where c.status = 'active'
      order by c.created_at desc, c.id
      limit ${limit}
    ) as c
    cross join lateral (${performanceSums(own, sql`c.id`)}) as performance
    order by c.created_at desc, c.id`;
}

export function activeCampaignOf({ id, name, ...sums }: ActiveCampaignRow): ActiveCampaign {
  return { id: toWire('cmp', id), name, leads: sums.enrollments, ...performanceOf(sums) };
}

/** A query of one row: the sums that the performance of a campaign is worked out from. */
export function performanceSums(own: Own, campaign: Sql): Sql {
  return sql`
    select send.*, lead.*
    from (
      select ${sumsOf('step_days', ['sent', 'sent_opened'])} from ${own('step_days')} as d
      where d.campaign_id = ${campaign}
    ) as send
    cross join (
      select ${sumsOf('campaign_leads', ['enrollments', 'replied'])} from ${own('campaign_leads')} as l
      where l.campaign_id = ${campaign}
    ) as lead`;
}

export function performanceOf({
  sent,
  sent_opened,
  enrollments,
  replied,
}: PerformanceSums): CampaignPerformance {
  return { sent, open_rate: rate(sent_opened, sent), reply_rate: rate(replied, enrollments) };
}
