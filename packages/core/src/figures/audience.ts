import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { ANY_TAG, NONE } from './contributions.ts';

/** What `audience_totals` is split by: bounds of lead scores, both included, subscription state, tag, magnet's UUID. */
export interface Segment {
  from_score: number;
  to_score: number;
  status: SubscriptionState | 'all';
  tag: string | null;
  magnet: string | null;
}

/**
 * Size of a filtered audience, as a scalar query. A segment alone is read from its counter; conditions beyond it need the
 * subscribers themselves.
 */
export function audienceSize(
  own: Own,
  { from_score, to_score, status, tag, magnet }: Segment,
  matching: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  if (matching) return sql`(select count(*) from ${own('subscribers')} as s where ${matching})`;
  return sql`(
    select coalesce(sum(t.subscribers), 0)::bigint
    from ${own('audience_totals')} as t
    where t.tag = ${tag ?? ANY_TAG} and t.magnet_id = ${magnet ?? NONE}
      and t.lead_score between ${from_score} and ${to_score}
      and (${status === 'all'} or t.status = ${status})
  )`;
}

/** Size of an audience that a common table expression of this name has found, as a scalar query. */
export function sizeOf(found: string): RawBuilder<unknown> {
  return sql`(select count(*) from ${sql.table(found)})`;
}
