import { type RawBuilder, sql } from 'kysely';

import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import { PLANNED_ANEW } from '../db/prepared.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { audienceSize, type Segment } from '../figures/audience.ts';
import { scoresOf, type Temperature } from '../figures/score.ts';
import { fromWire } from '../ids.ts';
import { onWire, SUBSCRIBER_COLUMNS, type SubscriberRow } from './subscriber.ts';

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

const ORDERS: Record<SubscriberOrder, RawBuilder<unknown>> = {
  score: sql`s.lead_score desc, s.id`,
  recent: sql`s.first_seen_at desc, s.id`,
  activity: sql`s.last_activity_at desc, s.id`,
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
  const beyond = conditionsBeyond(audience);
  const within = conditionsOf(segment);
  const matching = all([...within, ...beyond]);
  const filtered = within.length + beyond.length > 0;
  const rows = await account.rows<Row>(
    (own) => sql`
      ${filtered ? PLANNED_ANEW : sql``} select size.total_matching, ${SUBSCRIBER_COLUMNS}
      from (
        select ${audienceSize(own, segment, beyond.length > 0 ? matching : null)} as total_matching
      ) as size
      left join (
        select s.id
        from ${own('subscribers')} as s
        where ${matching}
        order by ${ORDERS[order]}
        limit ${limit + 1} offset ${offset}
      ) as page on true
      left join ${own('subscribers')} as s on s.id = page.id
      order by ${ORDERS[order]}`,
  );
  const found = rows.filter((row) => row.id !== null);
  return { ...pageOf(found.map(onWire), { limit, offset }), total_matching: rows[0]?.total_matching ?? 0 };
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

function conditionsBeyond({ search, created_after, created_before }: Audience): RawBuilder<unknown>[] {
  const conditions = wordsOf(search).map((word) => sql`s.search_text like lower(${`%${literally(word)}%`})`);
  if (created_after) conditions.push(sql`s.first_seen_at >= ${created_after}`);
  if (created_before) conditions.push(sql`s.first_seen_at <= ${created_before}`);
  return conditions;
}

function wordsOf(search: string | undefined): string[] {
  return search?.split(/\s+/).filter((word) => word !== '') ?? [];
}

/** A word in which the signs of a LIKE pattern mean themselves. */
function literally(word: string): string {
  return word.replaceAll(/[\\%_]/g, '\\$&');
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
