import type { SubscriptionState } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { numberOf, sumOf } from '../figures/sums.ts';

export interface Totals {
  magnets: number;
  public_magnets: number;
  subscribers: number;
  active_subscribers: number;
  unsubscribed_subscribers: number;
  campaigns: number;
  active_campaigns: number;
  email_accounts: number;
  enrollments: number;
  replies: number;
}

/** A query of one row: the account's headline totals, as of now. Nothing here grows with the account's history. */
export function totalsOf(own: Own): Sql {
  const magnets = numberOf(own, 'magnets', { magnets: null, public_magnets: sql`status = 'public'` });
  const campaigns = numberOf(own, 'campaigns', { campaigns: null, active_campaigns: sql`status = 'active'` });
  const inboxes = numberOf(own, 'email_accounts', { email_accounts: null });
  return sql`
    select *
    from
      (${magnets}) as magnet,
      (
        select
          ${sumOf('audience_totals', 'subscribers')} as subscribers,
          ${withStatus('active')} as active_subscribers,
          ${withStatus('unsubscribed')} as unsubscribed_subscribers
        from ${own('audience_totals')} as s
      ) as subscriber,
      (${campaigns}) as campaign,
      (${inboxes}) as email_account,
      (
        select
          ${sumOf('campaign_leads', 'enrollments')} as enrollments,
          ${sumOf('campaign_leads', 'replied')} as replies
        from ${own('campaign_leads')} as l
      ) as lead`;
}

function withStatus(status: SubscriptionState): Sql<number> {
  return sumOf('audience_totals', 'subscribers', sql`status = ${sql.lit(status)}`);
}
