import type { EnrollmentStatus } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { sumOf } from '../figures/sums.ts';

/** Leads of a campaign by the state of their enrollment. */
export interface LeadSums {
  total_leads: number;
  active_leads: number;
  completed_leads: number;
  stopped_leads: number;
  bounced_leads: number;
}

/** A query of one row: the leads of the campaign by state. */
export function leadsByState(own: Own, campaign: Sql): Sql {
  return sql`
    select
      ${sumOf('campaign_leads', 'enrollments')} as total_leads,
      ${withStatus('active')} as active_leads,
      ${withStatus('completed')} as completed_leads,
      ${withStatus('stopped')} as stopped_leads,
      ${withStatus('bounced')} as bounced_leads
    from ${own('campaign_leads')} as l
    where l.campaign_id = ${campaign}`;
}

function withStatus(status: EnrollmentStatus): Sql<number> {
  return sumOf('campaign_leads', 'enrollments', sql`l.status = ${sql.lit(status)}`);
}
