import { type RawBuilder, sql } from 'kysely';

import type { Own } from '../db/account.ts';
import { PLANNED_ANEW } from '../db/prepared.ts';
import { audienceSize, beginningOf, searched, type Segment, stepsOf } from '../figures/audience.ts';
import { SUBSCRIBER_COLUMNS } from './subscriber.ts';
import { inSubscriber, searchFor } from './words.ts';

export type SubscriberOrder = 'score' | 'recent' | 'activity';

/** What each order goes by, descending. Ties go by id. */
const ORDERS: Record<SubscriberOrder, RawBuilder<unknown>> = {
  score: sql`s.lead_score`,
  recent: sql`s.first_seen_at`,
  activity: sql`s.last_activity_at`,
};

/** Which page to pick: `limit` rows of an order after `offset` of them. */
export interface Choice {
  order: SubscriberOrder;
  limit: number;
  offset: number;
}

/** So many entries of an index are skipped sooner than counted past. */
const SHALLOW = 500;

/** A page of the whole audience: an order is walked, and its index says all there is to know until the rows are read. */
export function everybody(own: Own, choice: Choice, segment: Segment): RawBuilder<never> {
  const { order, limit, offset } = choice;
  const page =
    offset <= SHALLOW
      ? sql`page as (select s.id from ${own('subscribers')} as s ${slice(choice)})`
      : sql`
        entry as materialized (${entryOf(own, choice)}),
        page as (
          select s.id
          from ${own('subscribers')} as s
          where ${order === 'score' ? sql`s.lead_score <=` : sql`${ORDERS[order]} <`} (select bound from entry)
          order by ${ORDERS[order]} desc, s.id
          limit ${limit} offset (select skipped from entry)
        )`;
  return sql`
    with size as materialized (${audienceSize(own, segment)}),
    ${page}
    ${recordsOf(own, order)}`;
}

/** Where an order is entered deep down: whole scores or days are counted past, and only the rest of `offset` is skipped. */
function entryOf(own: Own, { order, offset }: Choice): RawBuilder<unknown> {
  return sql`
    select
      ${order === 'score' ? sql`step` : beginningOf(sql`step + 1`)} as bound,
      (${offset}::bigint - (through - size))::bigint as skipped
    from (${stepsOf(own, order)}) as steps
    where through > ${offset}::bigint
    order by step desc
    limit 1`;
}

/**
 * An audience of at most so many is gathered by its filters and then sorted. A larger one is left to the planner, which
 * mostly walks an order until the page is full. It cannot know how few a rare tag has, and would walk past everybody to
 * find them; the size tells. What a search finds is all over the table, so that gathering it costs more.
 */
const GATHERED_UP_TO = { filtered: 20_000, searched: 5_000 };

/** A page of a filtered audience, whose size is known before it is looked for. `filters` are over the subscriber `s`. */
export function filtered(
  own: Own,
  choice: Choice,
  segment: Segment,
  filters: RawBuilder<unknown>[],
): RawBuilder<never> {
  return picked(own, choice, {
    sized: sql`size as materialized (${audienceSize(own, segment)})`,
    few: sql`${own('subscribers')} as s where ${all(filters)} and`,
    many: filters,
    atMost: GATHERED_UP_TO.filtered,
  });
}

/** A page of whom a search finds among a filtered audience, or among all. */
export function searchedFor(
  own: Own,
  choice: Choice,
  segment: Segment,
  filters: RawBuilder<unknown>[],
  words: readonly string[],
): RawBuilder<never> {
  return picked(own, choice, {
    sized: searched(own, segment, searchFor(words)),
    few: sql`numbers join ${own('subscribers')} as s using (number) where`,
    many: [...filters, inSubscriber(words)],
    atMost: GATHERED_UP_TO.searched,
  });
}

interface Narrowed {
  /** Common table expressions that end in `size`. */
  sized: RawBuilder<unknown>;
  /** How subscribers `s` are found when they are few. */
  few: RawBuilder<unknown>;
  /** What subscribers `s` are looked for by when they are many. */
  many: RawBuilder<unknown>[];
  /** How many are few. */
  atMost: number;
}

function picked(own: Own, choice: Choice, { sized, few, many, atMost }: Narrowed): RawBuilder<never> {
  const by = ORDERS[choice.order];
  const total = sql`(select total_matching from size)`;
  return sql`
    ${PLANNED_ANEW}
    with ${sized},
    gathered as (
      select s.id from (select s.id, ${by} from ${few} ${total} <= ${atMost} offset 0) as s ${slice(choice)}
    ),
    walked as (
      select s.id from ${own('subscribers')} as s where ${all(many)} and ${total} > ${atMost} ${slice(choice)}
    ),
    page as (select id from gathered union all select id from walked)
    ${recordsOf(own, choice.order)}`;
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

function slice({ order, limit, offset }: Choice): RawBuilder<unknown> {
  return sql`order by ${ORDERS[order]} desc, s.id limit ${limit} offset ${offset}`;
}

/** The rows of `page` with `size`, which comes alone when the page is empty. */
function recordsOf(own: Own, order: SubscriberOrder): RawBuilder<unknown> {
  return sql`
    select size.total_matching, ${SUBSCRIBER_COLUMNS}
    from size
    left join page on true
    left join ${own('subscribers')} as s on s.id = page.id
    order by ${ORDERS[order]} desc, s.id`;
}
