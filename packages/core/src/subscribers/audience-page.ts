import { PLANNED_EACH_TIME } from '../db/prepared.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import type { Position } from '../db/walks.ts';
import { audienceSize, searched, stepsOf } from '../figures/audience.ts';
import { type Segment, startOf } from '../figures/filters.ts';
import { inSubscriber, searchFor } from './search.ts';
import { SUBSCRIBER_COLUMNS } from './subscriber.ts';

export type SubscriberOrder = keyof typeof ORDERED_BY;

/** The column that each order goes by. */
export const ORDERED_BY = {
  score: 'lead_score',
  recent: 'first_seen_at',
  activity: 'last_activity_at',
} as const;

/** What an order goes by, descending. Ties go by id. */
function columnOf(order: SubscriberOrder): Sql {
  return sql.ref(`s.${ORDERED_BY[order]}`);
}

/** Which page to pick: `limit` rows of an order, after a row where the page before ended, or else after `offset` of them. */
export interface Choice {
  order: SubscriberOrder;
  limit: number;
  offset: number;
  after: Position | null;
}

/** So many entries of an index are skipped sooner than counted past. */
const SHALLOW = 500;

/** A page of the whole audience: an order is walked, and its index says all there is to know until the rows are read. */
export function everybody(own: Own, choice: Choice, segment: Segment): Sql<never> {
  const { order, limit, offset, after } = choice;
  const page =
    after !== null || offset <= SHALLOW
      ? walked(own, choice, [])
      : sql`
        entry as materialized (${entryOf(own, choice)}),
        page as (
          select s.id
          from ${own('subscribers')} as s
          where ${order === 'score' ? sql`s.lead_score <=` : sql`${columnOf(order)} <`} (select bound from entry)
          order by ${columnOf(order)} desc, s.id
          limit ${limit} offset (select skipped from entry)
        )`;
  return sql`
    with size as materialized (${audienceSize(own, segment)}),
    ${page}
    ${recordsOf(own, order)}`;
}

/** Where an order is entered deep down: whole scores or days are counted past, and only the rest of `offset` is skipped. */
function entryOf(own: Own, { order, offset }: Choice): Sql {
  return sql`
    select
      ${order === 'score' ? sql`step` : startOf(sql`step + 1`)} as bound,
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
export function filtered(own: Own, choice: Choice, segment: Segment, filters: Sql[]): Sql<never> {
  return narrowed(own, choice, {
    sized: sql`size as materialized (${audienceSize(own, segment)})`,
    few: sql`${own('subscribers')} as s where ${all(filters)} and`,
    many: filters,
    atMost: GATHERED_UP_TO.filtered,
  });
}

/** A page of the subscribers that a search finds in a filtered audience, or in the whole one. */
export function searchedFor(
  own: Own,
  choice: Choice,
  segment: Segment,
  filters: Sql[],
  words: readonly string[],
): Sql<never> {
  return narrowed(own, choice, {
    sized: searched(own, segment, searchFor(words)),
    // One by one, by an index: however many the planner expects, it is not to read a whole account for them.
    few: sql`
      numbers cross join lateral (
        select s.id, ${columnOf(choice.order)} from ${own('subscribers')} as s where s.number = numbers.number offset 0
      ) as s where`,
    many: [...filters, inSubscriber(words)],
    atMost: GATHERED_UP_TO.searched,
  });
}

interface Narrowed {
  /** Common table expressions that end in `size`. */
  sized: Sql;
  /** How subscribers `s` are found when they are few. */
  few: Sql;
  /** What subscribers `s` are looked for by when they are many. */
  many: Sql[];
  /** How many are few. */
  atMost: number;
}

function narrowed(own: Own, choice: Choice, { sized, few, many, atMost }: Narrowed): Sql<never> {
  const by = columnOf(choice.order);
  const total = sql`(select total_matching from size)`;
  return sql`
    ${PLANNED_EACH_TIME}
    with ${sized},
    gathered as (
      select s.id
      from (select s.id, ${by} from ${few} ${total} <= ${atMost} offset 0) as s
      where ${choice.after ? sql`(${by} < ${choice.after.by} or ${inTie(choice, choice.after)})` : sql`true`}
      ${slice(choice)}
    ),
    ${walked(own, choice, [...many, sql`${total} > ${atMost}`], sql`gathered`)}
    ${recordsOf(own, choice.order)}`;
}

/**
 * Walks an order to the page, as common table expressions that end in `page`: from its top, or from behind a row, through those
 * that tie with it and then, for what is missing of the page, through all that stand below. An index leads right to both.
 * @param conditions over the subscriber `s`
 */
function walked(own: Own, choice: Choice, conditions: Sql[], gathered?: Sql): Sql {
  const { after, limit } = choice;
  const by = columnOf(choice.order);
  const subscribers = own('subscribers');
  const also = gathered ? sql`union all select id from ${gathered}` : sql``;
  if (after === null)
    return sql`
      walked as (select s.id from ${subscribers} as s where ${all(conditions)} ${slice(choice)}),
      page as (select id from walked ${also})`;
  const below = [
    ...conditions,
    sql`${by} < ${after.by}`,
    sql`not exists (select from tied offset ${limit - 1})`,
  ];
  return sql`
    tied as materialized (
      select s.id from ${subscribers} as s where ${all([...conditions, inTie(choice, after)])} order by s.id limit ${limit}
    ),
    below as (select s.id from ${subscribers} as s where ${all(below)} ${slice(choice)}),
    page as (select id from tied union all select id from below ${also})`;
}

/** Whether a subscriber `s` ties with the row that a page ended with, and stands behind it. */
function inTie({ order }: Choice, { by, id }: Position): Sql {
  return sql`${columnOf(order)} = ${by} and s.id > ${id}`;
}

function all(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function slice({ order, limit, offset, after }: Choice): Sql {
  return sql`order by ${columnOf(order)} desc, s.id limit ${limit} offset ${after ? 0 : offset}`;
}

/** The rows of `page` with `size`, which comes alone when the page is empty. */
function recordsOf(own: Own, order: SubscriberOrder): Sql {
  return sql`
    select size.total_matching, ${SUBSCRIBER_COLUMNS}
    from size
    left join page on true
    left join ${own('subscribers')} as s on s.id = page.id
    order by ${columnOf(order)} desc, s.id`;
}
