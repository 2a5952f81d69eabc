import { type RawBuilder, sql } from 'kysely';

import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { arrivalsIn, audienceSize, type Segment } from '../figures/audience.ts';
import { scoresOf, type Temperature } from '../figures/score.ts';
import { fromWire } from '../ids.ts';
import { everybody, filtered, found } from './pick.ts';
import { onWire, type SubscriberRow } from './subscriber.ts';

export type SubscriberOrder = 'score' | 'recent' | 'activity';

/** Filters of the audience. Every one that is given narrows it further. */
export interface Audience {
  status: SubscriptionState | 'all';
  min_score: number;
  temperature?: Temperature | undefined;
  tag?: string | undefined;
  magnet_id?: string | undefined;
  search?: string | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** What each order goes by, descending. Ties go by id. */
const ORDERS: Record<SubscriberOrder, RawBuilder<unknown>> = {
  score: sql`s.lead_score`,
  recent: sql`s.first_seen_at`,
  activity: sql`s.last_activity_at`,
};

type Row = { total_matching: number } & (SubscriberRow | { id: null });

/**
 * A page of the filtered audience with the size of the whole of it, from one statement and so from one moment. The page is
 * picked by ids alone before the rows are read, so that a deep offset skips index entries and not wide rows.
 */
export async function listSubscribers(
  account: Account,
  { limit, offset, order, ...audience }: Paging & { order: SubscriberOrder } & Audience,
) {
  const segment = segmentOf(audience);
  if (segment === null) return { ...pageOf([], { limit, offset }), total_matching: 0 };
  const words = wordsOf(audience.search).map(contains);
  const dates = datesOf(audience);
  const within = conditionsOf(segment);
  const conditions = [...within, ...words, ...dates];
  const rows = await account.rows<Row>((own) => {
    const size =
      words.length > 0 || (dates.length > 0 && within.length > 0)
        ? audienceSize(own, segment, all(conditions))
        : dates.length > 0
          ? arrivalsIn(own, audience)
          : audienceSize(own, segment, null);
    const choice = { by: ORDERS[order], slice: sql`limit ${limit + 1} offset ${offset}` };
    if (words.length > 0) return found(own, choice, size, all(conditions));
    return conditions.length > 0
      ? filtered(own, choice, size, all(conditions))
      : everybody(own, choice, size);
  });
  const page = rows.filter((row) => row.id !== null);
  return { ...pageOf(page.map(onWire), { limit, offset }), total_matching: rows[0]?.total_matching ?? 0 };
}

/** Temperature is a band of the score, so both filters are bounds of it. Null when no subscriber can be meant. */
function segmentOf({ status, min_score, temperature, tag, magnet_id }: Audience): Segment | null {
  const band = temperature ? scoresOf(temperature) : { from: 0, to: 100 };
  const magnet = magnet_id ? fromWire('mag', magnet_id) : null;
  if (magnet_id && magnet === null) return null;
  return {
    status,
    from_score: Math.max(min_score, band.from),
    to_score: band.to,
    tag: tag?.trim() || null,
    magnet,
  };
}

function conditionsOf({ status, from_score, to_score, tag, magnet }: Segment): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (from_score > 0) conditions.push(sql`s.lead_score >= ${from_score}`);
  if (to_score < 100) conditions.push(sql`s.lead_score <= ${to_score}`);
  if (status !== 'all') conditions.push(sql`s.status = ${status}`);
  if (tag !== null) conditions.push(sql`s.tags @> array[${tag}::text]`);
  if (magnet !== null) conditions.push(sql`s.magnet_ids @> array[${magnet}::uuid]`);
  return conditions;
}

function datesOf({ created_after, created_before }: Audience): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (created_after) conditions.push(sql`s.first_seen_at >= ${created_after}`);
  if (created_before) conditions.push(sql`s.first_seen_at <= ${created_before}`);
  return conditions;
}

function wordsOf(search: string | undefined): string[] {
  return search?.split(/\s+/).filter((word) => word !== '') ?? [];
}

/** Three letters in a row, or one after a sign: what a trigram can be made of, whatever stands before and after the word. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** A word without a trigram is kept away from the index, which would have to be read as a whole, and tried on every row. */
function contains(word: string): RawBuilder<unknown> {
  const pattern = sql`lower(${`%${literally(word)}%`})`;
  return HAS_TRIGRAM.test(word)
    ? sql`s.search_text like ${pattern}`
    : sql`(s.search_text || '') like ${pattern}`;
}

/** A word in which the signs of a LIKE pattern mean themselves. */
function literally(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&');
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}
