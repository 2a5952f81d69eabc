import { type RawBuilder, sql } from 'kysely';

import type { Account, Own } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
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
  const rows = await account.rows<Row>((own) => {
    const segment = segmentOf(audience);
    const beyond = conditionsBeyondSegment(own, audience);
    const matching = all([...segmentConditions(segment), ...beyond]);
    return sql`
      select size.total_matching, ${SUBSCRIBER_COLUMNS}
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
      order by ${ORDERS[order]}`;
  });
  const found = rows.filter((row) => row.id !== null);
  return { ...pageOf(found.map(onWire), { limit, offset }), total_matching: rows[0]?.total_matching ?? 0 };
}

/** Temperature is a band of the score, so both filters are bounds of the score. */
function segmentOf({ status, min_score, temperature }: Audience): Segment {
  const band = temperature ? scoresOf(temperature) : { from: 0, to: 100 };
  return { status, from_score: Math.max(min_score, band.from), to_score: band.to };
}

function segmentConditions({ status, from_score, to_score }: Segment): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (from_score > 0) conditions.push(sql`s.lead_score >= ${from_score}`);
  if (to_score < 100) conditions.push(sql`s.lead_score <= ${to_score}`);
  if (status !== 'all') conditions.push(sql`s.status = ${status}`);
  return conditions;
}

function conditionsBeyondSegment(own: Own, audience: Audience): RawBuilder<unknown>[] {
  const conditions = wordsOf(audience.search).map(
    (word) => sql`s.search_text like lower(${`%${literally(word)}%`})`,
  );
  const tag = audience.tag?.trim();
  if (tag) conditions.push(sql`s.tags @> array[${tag}::text]`);
  if (audience.magnet_id) {
    const magnet = fromWire('mag', audience.magnet_id);
    conditions.push(
      magnet === null
        ? sql`false`
        : sql`s.id in (select r.subscriber_id from ${own('magnet_requests')} as r where r.magnet_id = ${magnet})`,
    );
  }
  if (audience.created_after) conditions.push(sql`s.first_seen_at >= ${audience.created_after}`);
  if (audience.created_before) conditions.push(sql`s.first_seen_at <= ${audience.created_before}`);
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
