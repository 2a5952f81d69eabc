import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';

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
export function totalsOf(own: Own): RawBuilder<unknown> {
  return sql`
    select *
    from
      (
        select count(*) as magnets, count(*) filter (where status = 'public') as public_magnets
        from ${own('magnets')} as m
      ) as magnet,
      (
        select
          coalesce(sum(subscribers), 0)::bigint as subscribers,
          coalesce(sum(subscribers) filter (where status = 'active'), 0)::bigint as active_subscribers,
          coalesce(sum(subscribers) filter (where status = 'unsubscribed'), 0)::bigint as unsubscribed_subscribers
        from ${own('audience_totals')} as s
      ) as subscriber,
      (
        select count(*) as campaigns, count(*) filter (where status = 'active') as active_campaigns
        from ${own('campaigns')} as c
      ) as campaign,
      (select count(*) as email_accounts from ${own('email_accounts')} as e) as email_account,
      (
        select
          coalesce(sum(enrollments), 0)::bigint as enrollments,
          coalesce(sum(replied), 0)::bigint as replies
        from ${own('campaign_leads')} as l
      ) as lead`;
}
