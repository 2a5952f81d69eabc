import { type RawBuilder, sql } from 'kysely';

import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import type { SubscriptionState } from '../db/schema.ts';
import type { Segment } from '../figures/audience.ts';
import { scoresOf, type Temperature } from '../figures/score.ts';
import { fromWire } from '../ids.ts';
import { everybody, filtered, searchedFor, type SubscriberOrder } from './pick.ts';
import { onWire, type SubscriberRow } from './subscriber.ts';
import { wordsOf } from './words.ts';

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
  const segment = segmentOf(audience);
  if (segment === null) return { ...pageOf([], { limit, offset }), total_matching: 0 };
  const words = wordsOf(search);
  const filters = filtersOf(segment);
  const choice = { order, limit: limit + 1, offset };
  const rows = await account.rows<Row>((own) => {
    if (words.length > 0) return searchedFor(own, choice, segment, filters, words);
    return filters.length > 0 ? filtered(own, choice, segment, filters) : everybody(own, choice, segment);
  });
  const page = rows.filter((row) => row.id !== null);
  return { ...pageOf(page.map(onWire), { limit, offset }), total_matching: rows[0]?.total_matching ?? 0 };
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
    tag: tag?.trim() || null,
    magnet,
    created_after,
    created_before,
  };
}

function filtersOf(segment: Segment): RawBuilder<unknown>[] {
  const { status, from_score, to_score, tag, magnet, created_after, created_before } = segment;
  const filters: RawBuilder<unknown>[] = [];
  if (from_score > 0) filters.push(sql`s.lead_score >= ${from_score}`);
  if (to_score < 100) filters.push(sql`s.lead_score <= ${to_score}`);
  if (status !== 'all') filters.push(sql`s.status = ${status}`);
  if (tag !== null) filters.push(sql`s.tags @> array[${tag}::text]`);
  if (magnet !== null) filters.push(sql`s.magnet_ids @> array[${magnet}::uuid]`);
  if (created_after) filters.push(sql`s.first_seen_at >= ${created_after}`);
  if (created_before) filters.push(sql`s.first_seen_at <= ${created_before}`);
  return filters;
}
