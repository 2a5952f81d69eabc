import { type Own, type Sql, sql } from '../db/sql.ts';
import { blockOf, placeOf } from './bitmaps.ts';
import { bitsOf, isCounted, type Segment } from './filters.ts';

/** What is searched for: SQL over a text `t`, and over a tail by itself. */
export interface Search {
  /** Whether the text matches, where its tail alone does not. */
  beyondTail: Sql;
  /** Whether whoever has the tail matches, whatever else they are called. */
  byTail: (tail: Sql) => Sql;
  /** Whether no index helps and every text is tried. */
  triesAll: boolean;
}

/** Size of an audience as `total_matching`: a query that costs no look at the subscribers themselves. */
export function audienceSize(own: Own, segment: Segment): Sql {
  const { from_score, to_score, status } = segment;
  const bitmaps = isCounted(segment) ? null : bitsOf(own, segment);
  if (bitmaps) return sql`select ${bitsIn(sql`bits`)} as total_matching from (${bitmaps}) as m`;
  return sql`
    select coalesce(sum(t.subscribers), 0)::bigint as total_matching
    from ${own('audience_totals')} as t
    where t.lead_score between ${from_score} and ${to_score} and (${status === 'all'} or t.status = ${status})`;
}

/**
 * The audience by what an order goes by: each score, or each day of the first sight or of the last activity, as `step`, with
 * its `size` and how many stand at it or above, `through`.
 */
export function stepsOf(own: Own, order: 'score' | 'recent' | 'activity'): Sql {
  const counted = {
    score: sql`select lead_score as step, sum(subscribers) as size from ${own('audience_totals')} as t group by lead_score`,
    recent: sql`select day as step, sum(first_seen) as size from ${own('audience_days')} as d group by day`,
    activity: sql`select day as step, sum(last_active) as size from ${own('audience_days')} as d group by day`,
  }[order];
  return sql`select step, size, sum(size) over (order by step desc) as through from (${counted}) as counted`;
}

/**
 * The subscribers that a search finds in a segment, as common table expressions. Very many may match by the tail of their address alone:
 * those are counted by tail, and only the others one by one. `size` has the `total_matching` of both. `numbers` has the
 * `number` of each, and is only for few: it keeps those that were found where finding them is dear, in a segment of which few
 * may match, or without an index; otherwise it finds them again, which costs few little and spares many being kept.
 */
export function searched(own: Own, segment: Segment, { beyondTail, byTail, triesAll }: Search): Sql {
  const bitmaps = bitsOf(own, segment);
  const text = sql`${own('audience_search_texts')} as t`;
  const from = bitmaps ? sql`${text} join segment on segment.block = ${sql.raw(blockOf('t'))}` : text;
  const within = bitmaps ? sql`get_bit(segment.bits, ${sql.raw(placeOf('t'))}) = 1` : sql`true`;
  const sizeByTail = bitmaps
    ? sql`
      select ${bitsIn(sql`t.bits & segment.bits`)}
      from (
        select block, bit_xor(bits) as bits
        from ${own('audience_bitmaps')} as m
        where m.facet = 'tail' and m.value in (select tail from tails)
        group by block
      ) as t
      join segment using (block)`
    : sql`select coalesce(sum(subscribers), 0)::bigint from tails`;
  return sql`
    ${bitmaps ? sql`segment as materialized (${bitmaps}),` : sql``}
    tails as materialized (
      select tail, subscribers from ${own('audience_tails')} as d where ${byTail(sql`d.tail`)}
    ),
    found as ${bitmaps || triesAll ? sql`materialized` : sql`not materialized`} (
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
      select t.number from ${from} where exists (select from tails) and ${byTail(sql`t.tail`)} and ${within}
    )`;
}

function bitsIn(bits: Sql): Sql {
  return sql`coalesce(sum(bit_count(${bits})), 0)::bigint`;
}
