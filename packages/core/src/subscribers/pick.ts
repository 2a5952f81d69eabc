import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';
import { PLANNED_ANEW } from '../db/prepared.ts';
import { sizeOf } from '../figures/audience.ts';
import { SUBSCRIBER_COLUMNS } from './subscriber.ts';

/** Which page: the column that the order goes by, descending and then by id, and the slice of it. */
interface Choice {
  by: RawBuilder<unknown>;
  slice: RawBuilder<unknown>;
}

/** A page of the whole audience: an order is walked, and its index says all there is to know until the rows are read. */
export function everybody(own: Own, { by, slice }: Choice, size: RawBuilder<unknown>): RawBuilder<never> {
  return sql`
    with size as materialized (select ${size} as total_matching),
    page as (select s.id from ${own('subscribers')} as s order by ${by} desc, s.id ${slice})
    ${recordsOf(own, by)}`;
}

/**
 * An audience of at most so many is gathered by its filters and then sorted. A larger one is left to the planner, which
 * mostly walks an order until the page is full. It cannot know how few a rare tag has, and would walk past everybody to
 * find them; the counter does.
 */
const GATHERED_UP_TO = 20_000;

/** A page of an audience whose size is known before it is looked for. */
export function filtered(
  own: Own,
  { by, slice }: Choice,
  size: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
): RawBuilder<never> {
  return sql`
    ${PLANNED_ANEW}
    with size as materialized (select ${size} as total_matching),
    gathered as (
      select s.id
      from (
        select s.id, ${by}
        from ${own('subscribers')} as s
        where ${conditions} and (select total_matching from size) <= ${GATHERED_UP_TO}
        offset 0
      ) as s
      order by ${by} desc, s.id ${slice}
    ),
    walked as (
      select s.id
      from ${own('subscribers')} as s
      where ${conditions} and (select total_matching from size) > ${GATHERED_UP_TO}
      order by ${by} desc, s.id ${slice}
    ),
    page as (select id from gathered union all select id from walked)
    ${recordsOf(own, by)}`;
}

/**
 * A page of what a search finds. How much that is nobody knows before, so it is found up to a limit: mostly that is all of
 * it, counted and sorted where it is. Only a word that very many have is counted to the end, and its page walked to.
 */
export function found(
  own: Own,
  { by, slice }: Choice,
  size: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
): RawBuilder<never> {
  return sql`
    ${PLANNED_ANEW}
    with found as materialized (
      select s.id, ${by}
      from ${own('subscribers')} as s
      where ${conditions}
      limit ${GATHERED_UP_TO + 1}
    ),
    size as materialized (
      select case when at_least <= ${GATHERED_UP_TO} then at_least else ${size} end as total_matching
      from (select ${sizeOf('found')} as at_least) as probe
    ),
    gathered as (
      select s.id
      from found as s
      where (select total_matching from size) <= ${GATHERED_UP_TO}
      order by ${by} desc, s.id ${slice}
    ),
    walked as (
      select s.id
      from ${own('subscribers')} as s
      where ${conditions} and (select total_matching from size) > ${GATHERED_UP_TO}
      order by ${by} desc, s.id ${slice}
    ),
    page as (select id from gathered union all select id from walked)
    ${recordsOf(own, by)}`;
}

/** The rows of `page` with `size`, which comes alone when the page is empty. */
function recordsOf(own: Own, by: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select size.total_matching, ${SUBSCRIBER_COLUMNS}
    from size
    left join page on true
    left join ${own('subscribers')} as s on s.id = page.id
    order by ${by} desc, s.id`;
}
