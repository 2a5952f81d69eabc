import type { SubscriptionState } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { bitAt, blockOf, type Facet, placeOf, scoreValues } from './bitmaps.ts';

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

/** A filter in both its forms, which mean the same. */
interface Filter {
  /** Whether a segment asks for it at all. */
  asked(segment: Segment): boolean;
  /** SQL over a subscriber `s`: whether they are meant. */
  rows(segment: Segment): Sql;
  /** A query of the `bits` of all that are meant, by `block`. */
  bits(own: Own, segment: Segment): Sql;
  /** Whether a counter has the size of what it leaves: that of states and scores alone. */
  counted?: true;
}

/** Every filter of the audience. A new one is one more entry. */
const FILTERS: readonly Filter[] = [
  {
    asked: ({ tag }) => tag !== null,
    rows: ({ tag }) => sql`s.tags @> array[${tag}::text]`,
    bits: (own, { tag }) => having(own, 'tag', String(tag)),
  },
  {
    asked: ({ magnet }) => magnet !== null,
    rows: ({ magnet }) => sql`s.magnet_ids @> array[${magnet}::uuid]`,
    bits: (own, { magnet }) => having(own, 'magnet', String(magnet)),
  },
  {
    asked: ({ status }) => status !== 'all',
    rows: ({ status }) => sql`s.status = ${status}`,
    bits: (own, { status }) => having(own, 'status', status),
    counted: true,
  },
  {
    asked: ({ from_score, to_score }) => from_score > 0 || to_score < 100,
    rows: ({ from_score, to_score }) =>
      all([
        ...(from_score > 0 ? [sql`s.lead_score >= ${from_score}`] : []),
        ...(to_score < 100 ? [sql`s.lead_score <= ${to_score}`] : []),
      ]),
    bits: (own, { from_score, to_score }) => having(own, 'score', ...scoreValues(from_score, to_score)),
    counted: true,
  },
  {
    asked: ({ created_after, created_before }) => created_after !== undefined || created_before !== undefined,
    rows: ({ created_after, created_before }) => all(seenFrom(created_after, created_before)),
    bits: (own, { created_after, created_before }) => seenWithin(own, created_after, created_before),
  },
];

/** SQL over a subscriber `s`, all of which must hold; none for everybody. */
export function rowsOf(segment: Segment): Sql[] {
  return asked(segment).map(({ rows }) => rows(segment));
}

/** A query of the segment's `bits` by `block`. Null for everybody. */
export function bitsOf(own: Own, segment: Segment): Sql | null {
  const parts = asked(segment).map(({ bits }) => bits(own, segment));
  if (parts.length === 0) return null;
  const joined = parts.map((part, at) =>
    at === 0 ? sql`(${part}) as p0` : sql`join (${part}) as ${sql.id(`p${at}`)} using (block)`,
  );
  const bits = parts.map((_, at) => sql.ref(`p${at}.bits`));
  return sql`select block, ${sql.join(bits, sql` & `)} as bits from ${sql.join(joined, sql` `)}`;
}

/** Whether a counter has the segment's size. */
export function isCounted(segment: Segment): boolean {
  return asked(segment).every(({ counted }) => counted);
}

function asked(segment: Segment): Filter[] {
  return FILTERS.filter((filter) => filter.asked(segment));
}

function having(own: Own, facet: Facet, ...values: string[]): Sql {
  const bitmaps = own('audience_bitmaps');
  return values.length === 1
    ? sql`select block, bit_xor(bits) as bits from ${bitmaps} as m
        where facet = ${facet} and value = ${values[0]} group by block`
    : sql`select block, bit_xor(bits) as bits from ${bitmaps} as m
        where facet = ${facet} and value = any(${values}::text[]) group by block`;
}

/** Whole days by their bitmaps, and the days that the window begins and ends in from the subscribers themselves. */
function seenWithin(own: Own, after: Date | undefined, before: Date | undefined): Sql {
  const [firstDay, lastDay] = [dayOf(after), dayOf(before)];
  const days = [
    sql`facet = 'day'`,
    ...(after ? [sql`value > ${firstDay}::text`] : []),
    ...(before ? [sql`value < ${lastDay}::text`] : []),
  ];
  const within = seenFrom(after, before);
  const parts = [
    sql`select block, bit_xor(bits) as bits from ${own('audience_bitmaps')} as m where ${all(days)} group by block`,
    ...(after ? [seenOn(own, firstDay, within)] : []),
    ...(before ? [seenOn(own, lastDay, within)] : []),
  ];
  return sql`
    select block, bit_or(bits) as bits from (${sql.join(parts, sql` union all `)}) as seen group by block`;
}

function seenFrom(after: Date | undefined, before: Date | undefined): Sql[] {
  return [
    ...(after ? [sql`s.first_seen_at >= ${after}`] : []),
    ...(before ? [sql`s.first_seen_at <= ${before}`] : []),
  ];
}

/** The IST day of a moment. Days are compared as text, so none may have a year of five digits. */
function dayOf(moment: Date | undefined): Sql {
  return sql`least(ist_day(${moment}::timestamptz), date '9999-12-31')`;
}

function seenOn(own: Own, day: Sql, within: Sql[]): Sql {
  const onDay = [sql`s.first_seen_at >= ${startOf(day)}`, sql`s.first_seen_at < ${startOf(sql`${day} + 1`)}`];
  return sql`
    select ${sql.raw(blockOf('s'))}, bit_or(${sql.raw(bitAt(placeOf('s')))})
    from ${own('subscribers')} as s
    where ${all([...onDay, ...within])}
    group by 1`;
}

function all(conditions: Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}

/** The first moment of an IST day. */
export function startOf(day: Sql): Sql {
  return sql`((${day})::timestamp at time zone 'Asia/Kolkata')`;
}
