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

/** Moments of the first sight, both included; undefined is open. */
export interface Window {
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/**
 * How many were first seen in a window, as a scalar query: whole days from the counter, and the days that the window begins
 * and ends in from the subscribers themselves.
 */
export function arrivalsIn(
  own: Own,
  { created_after: after, created_before: before }: Window,
): RawBuilder<unknown> {
  const seen = sql`select count(*) from ${own('subscribers')} as s where s.first_seen_at`;
  const firstDay = sql`ist_day(${after}::timestamptz)`;
  const lastDay = sql`ist_day(${before}::timestamptz)`;
  const secondDay = beginningOf(sql`${firstDay} + 1`);
  const wholeDays = sql`
    select coalesce(sum(d.new_subscribers), 0)::bigint
    from ${own('magnet_days')} as d
    where true ${after ? sql`and d.day > ${firstDay}` : sql``} ${before ? sql`and d.day < ${lastDay}` : sql``}`;
  const onFirstDay = sql`${seen} >= ${after} and s.first_seen_at < ${secondDay}
    ${before ? sql`and s.first_seen_at <= ${before}` : sql``}`;
  const onLastDay = sql`${seen} >= ${beginningOf(lastDay)} and s.first_seen_at <= ${before}
    ${after ? sql`and s.first_seen_at >= ${secondDay}` : sql``}`;
  const parts = [wholeDays, ...(after ? [onFirstDay] : []), ...(before ? [onLastDay] : [])];
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` + `,
  );
}

/** Size of an audience that a common table expression of this name has found, as a scalar query. */
export function sizeOf(found: string): RawBuilder<unknown> {
  return sql`(select count(*) from ${sql.table(found)})`;
}

/** The first moment of an IST day. */
function beginningOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${day})::timestamp at time zone 'Asia/Kolkata')`;
}
