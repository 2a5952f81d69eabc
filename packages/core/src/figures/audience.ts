import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { cohortOf, type Facet, markAt, placeOf, scoreValues } from './marks.ts';

/** What an audience is filtered by. Scores are bounds, both included; moments of the first sight too, and undefined is open. */
export interface Segment {
  from_score: number;
  to_score: number;
  status: SubscriptionState | 'all';
  tag: string | null;
  /** UUID. */
  magnet: string | null;
  created_after: Date | undefined;
  created_before: Date | undefined;
}

/** What is searched for: SQL over a text `t`, and over a tail by itself. */
export interface Search {
  /** Whether the text matches, where its tail alone does not. */
  beyondTail: RawBuilder<unknown>;
  /** Whether whoever has the tail matches, whatever else they are called. */
  byTail: (tail: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Size of an audience as `total_matching`: a query that costs no look at the subscribers themselves. */
export function audienceSize(own: Own, segment: Segment): RawBuilder<unknown> {
  const { from_score, to_score, status } = segment;
  const marks = isCounted(segment) ? null : marksOf(own, segment);
  if (marks) return sql`select ${bitsIn(sql`bits`)} as total_matching from (${marks}) as m`;
  return sql`
    select coalesce(sum(t.subscribers), 0)::bigint as total_matching
    from ${own('audience_totals')} as t
    where t.lead_score between ${from_score} and ${to_score} and (${status === 'all'} or t.status = ${status})`;
}

/**
 * The audience by what an order goes by: each score, or each day of the first sight or of the last activity, as `step`, with
 * its `size` and how many stand at it or above, `through`.
 */
export function stepsOf(own: Own, order: 'score' | 'recent' | 'activity'): RawBuilder<unknown> {
  const counted = {
    score: sql`select lead_score as step, sum(subscribers) as size from ${own('audience_totals')} as t group by lead_score`,
    recent: sql`select day as step, first_seen as size from ${own('audience_days')} as d`,
    activity: sql`select day as step, last_active as size from ${own('audience_days')} as d`,
  }[order];
  return sql`select step, size, sum(size) over (order by step desc) as through from (${counted}) as counted`;
}

/** Whether a counter has the size: that of states and scores alone. */
function isCounted({ tag, magnet, created_after, created_before }: Segment): boolean {
  return [tag, magnet, created_after, created_before].every(
    (filter) => filter === null || filter === undefined,
  );
}

/**
 * Whom a search finds in a segment, as common table expressions. Very many may match by the tail of their address alone:
 * those are counted by tail, and only the others one by one. `size` has the `total_matching` of both. `numbers` has the
 * `number` of each, and is only for few: in a segment it keeps those that were found, who may be few of many that match;
 * among everybody it finds them again, which costs few little and spares many being kept.
 */
export function searched(own: Own, segment: Segment, { beyondTail, byTail }: Search): RawBuilder<unknown> {
  const marks = marksOf(own, segment);
  const text = sql`${own('audience_texts')} as t`;
  const from = marks ? sql`${text} join segment on segment.cohort = ${sql.raw(cohortOf('t'))}` : text;
  const within = marks ? sql`get_bit(segment.bits, ${sql.raw(placeOf('t'))}) = 1` : sql`true`;
  const sizeByTail = marks
    ? sql`
      select ${bitsIn(sql`m.bits & segment.bits`)}
      from ${own('audience_marks')} as m join segment using (cohort)
      where m.facet = 'tail' and m.value in (select tail from tails)`
    : sql`select coalesce(sum(subscribers), 0)::bigint from tails`;
  return sql`
    ${marks ? sql`segment as materialized (${marks}),` : sql``}
    tails as materialized (
      select tail, subscribers from ${own('audience_tails')} as d where ${byTail(sql`d.tail`)}
    ),
    found as ${marks ? sql`materialized` : sql`not materialized`} (
      select t.number
      from ${from}
      where ${beyondTail} and (not exists (select from tails) or not (${byTail(sql`t.tail`)})) and ${within}
    ),
    size as materialized (
      select (${sizeByTail}) + (select count(*) from found) as total_matching
    ),
    numbers as (
      select number from found
      union all
      select t.number from ${from} where ${byTail(sql`t.tail`)} and ${within}
    )`;
}

function bitsIn(bits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(sum(bit_count(${bits})), 0)::bigint`;
}

/** A query of the segment's `bits` by `cohort`. Null for everybody. */
function marksOf(own: Own, segment: Segment): RawBuilder<unknown> | null {
  const { from_score, to_score, status, tag, magnet, created_after, created_before } = segment;
  const dated = created_after !== undefined || created_before !== undefined;
  const parts: RawBuilder<unknown>[] = [];
  if (tag !== null) parts.push(having(own, 'tag', tag));
  if (magnet !== null) parts.push(having(own, 'magnet', magnet));
  if (status !== 'all') parts.push(having(own, 'status', status));
  if (from_score > 0 || to_score < 100)
    parts.push(having(own, 'score', ...scoreValues(from_score, to_score)));
  if (dated) parts.push(seenWithin(own, created_after, created_before));
  if (parts.length === 0) return null;
  const joined = parts.map((part, at) =>
    at === 0 ? sql`(${part}) as p0` : sql`join (${part}) as ${sql.table(`p${at}`)} using (cohort)`,
  );
  const bits = parts.map((_, at) => sql.ref(`p${at}.bits`));
  return sql`select cohort, ${sql.join(bits, sql` & `)} as bits from ${sql.join(joined, sql` `)}`;
}

function having(own: Own, facet: Facet, ...values: string[]): RawBuilder<unknown> {
  const marks = own('audience_marks');
  return values.length === 1
    ? sql`select cohort, bits from ${marks} as m where facet = ${facet} and value = ${values[0]}`
    : sql`select cohort, bit_or(bits) as bits from ${marks} as m
        where facet = ${facet} and value = any(${values}::text[]) group by cohort`;
}

/** Whole days by their marks, and the days that the window begins and ends in from the subscribers themselves. */
function seenWithin(own: Own, after: Date | undefined, before: Date | undefined): RawBuilder<unknown> {
  const [firstDay, lastDay] = [dayOf(after), dayOf(before)];
  const days = [
    sql`facet = 'day'`,
    ...(after ? [sql`value > ${firstDay}::text`] : []),
    ...(before ? [sql`value < ${lastDay}::text`] : []),
  ];
  const within = [
    ...(after ? [sql`s.first_seen_at >= ${after}`] : []),
    ...(before ? [sql`s.first_seen_at <= ${before}`] : []),
  ];
  const parts = [
    sql`select cohort, bits from ${own('audience_marks')} as m where ${both(days)}`,
    ...(after ? [seenOn(own, firstDay, within)] : []),
    ...(before ? [seenOn(own, lastDay, within)] : []),
  ];
  return sql`
    select cohort, bit_or(bits) as bits from (${sql.join(parts, sql` union all `)}) as seen group by cohort`;
}

/** The IST day of a moment. Days are compared as text, so none may have a year of five digits. */
function dayOf(moment: Date | undefined): RawBuilder<unknown> {
  return sql`least(ist_day(${moment}::timestamptz), date '9999-12-31')`;
}

function seenOn(own: Own, day: RawBuilder<unknown>, within: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const onDay = [
    sql`s.first_seen_at >= ${beginningOf(day)}`,
    sql`s.first_seen_at < ${beginningOf(sql`${day} + 1`)}`,
  ];
  return sql`
    select ${sql.raw(cohortOf('s'))}, bit_or(${sql.raw(markAt(placeOf('s')))})
    from ${own('subscribers')} as s
    where ${both([...onDay, ...within])}
    group by 1`;
}

function both(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

/** The first moment of an IST day. */
export function beginningOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${day})::timestamp at time zone 'Asia/Kolkata')`;
}
