import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';

/** Leads of a campaign by the state of their enrollment. */
export interface LeadSums {
  total_leads: number;
  active_leads: number;
  completed_leads: number;
  stopped_leads: number;
  bounced_leads: number;
}

/** A query of one row: the leads of the campaign by state. */
export function leadsByState(own: Own, campaign: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select
      coalesce(sum(l.enrollments), 0)::bigint as total_leads,
      coalesce(sum(l.enrollments) filter (where l.status = 'active'), 0)::bigint as active_leads,
      coalesce(sum(l.enrollments) filter (where l.status = 'completed'), 0)::bigint as completed_leads,
      coalesce(sum(l.enrollments) filter (where l.status = 'stopped'), 0)::bigint as stopped_leads,
      coalesce(sum(l.enrollments) filter (where l.status = 'bounced'), 0)::bigint as bounced_leads
    from ${own('campaign_leads')} as l
    where l.campaign_id = ${campaign}`;
}
