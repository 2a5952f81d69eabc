import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';
import type { SubscriptionState } from '../db/schema.ts';

/** Bounds of lead scores, both included, and the subscription state: what `subscriber_totals` is split by. */
export interface Segment {
  from_score: number;
  to_score: number;
  status: SubscriptionState | 'all';
}

/**
 * Size of a filtered audience, as a scalar query. A segment alone is read from its counter; conditions beyond it need the
 * subscribers themselves.
 */
export function audienceSize(
  own: Own,
  segment: Segment,
  matching: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  if (matching) return sql`(select count(*) from ${own('subscribers')} as s where ${matching})`;
  return sql`(
    select coalesce(sum(t.subscribers), 0)::bigint
    from ${own('subscriber_totals')} as t
    where t.lead_score between ${segment.from_score} and ${segment.to_score}
      and (${segment.status === 'all'} or t.status = ${segment.status})
  )`;
}
