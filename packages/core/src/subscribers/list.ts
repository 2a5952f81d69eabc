import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';
import { rowsOf, type Segment } from '../figures/filters.ts';
import { scoresOf, type Temperature } from '../figures/score.ts';
import { fromWire } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { everybody, filtered, ORDERED_BY, searchedFor, type SubscriberOrder } from './audience-page.ts';
import { inSubscriber, searchWords } from './search.ts';
import { onWire, type SubscriberRow } from './subscriber.ts';

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

type Row = { total_matching: number } & (SubscriberRow | { id: null });

/**
 * A page of the filtered audience with the size of the whole of it, from one statement and so from one moment. The page is
 * picked by ids alone before the rows are read, so that a deep offset skips index entries and not wide rows.
 */
export async function listSubscribers(
  account: Account,
  { limit, offset, order, search, ...audience }: Paging & { order: SubscriberOrder } & Audience,
) {
  const words = searchWords(search);
  const segment = segmentOf(audience);
  if (segment === null) return { ...pageOf([], { limit, offset }), total_matching: 0 };
  const filters = rowsOf(segment);
  const list = JSON.stringify([order, words, segment]);
  const choice = { order, limit: limit + 1, offset, after: account.walk.at(list, offset) };
  const rows = await account.rows<Row>((own) => {
    if (words.length > 0) return searchedFor(own, choice, segment, filters, words);
    return filters.length > 0 ? filtered(own, choice, segment, filters) : everybody(own, choice, segment);
  });
  const page = rows.filter((row) => row.id !== null);
  const last = page.at(limit - 1);
  if (last) account.walk.reached(list, offset + limit, { by: last[ORDERED_BY[order]], id: last.id });
  return { ...pageOf(page.map(onWire), { limit, offset }), total_matching: rows[0]?.total_matching ?? 0 };
}

/**
 * SQL over a subscriber `s`: whether they are in an audience. Null when nobody can be meant. What has many of them reads them in
 * the order of their numbers.
 */
export function inAudience({ search, ...audience }: Audience): Sql<boolean> | null {
  const segment = segmentOf(audience);
  if (segment === null) return null;
  const words = searchWords(search);
  const conditions = [...rowsOf(segment), ...(words.length > 0 ? [inSubscriber(words)] : [])];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Temperature is a band of the score, so both filters are bounds of it. Null when no subscriber can be meant. */
function segmentOf({
  status,
  min_score,
  temperature,
  tag,
  magnet_id,
  created_after,
  created_before,
}: Audience): Segment | null {
  const band = temperature ? scoresOf(temperature) : { from: 0, to: 100 };
  const magnet = magnet_id ? fromWire('mag', magnet_id) : null;
  if (magnet_id && magnet === null) return null;
  return {
    status,
    from_score: Math.max(min_score, band.from),
    to_score: band.to,
    tag: tag ? tagIn(tag) : null,
    magnet,
    created_after,
    created_before,
  };
}

/** Blank would mean everybody, and is hardly what was meant. */
function tagIn(filter: string): string {
  const tag = filter.trim();
  if (tag !== '') return tag;
  throw new Refusal('invalid_parameter', 'tag must be more than white space.', 'tag');
}
