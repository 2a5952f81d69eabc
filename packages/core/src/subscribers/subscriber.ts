import { moment, momentOrNull } from '../db/rows.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';
import { temperatureOf } from '../figures/score.ts';
import { toWire } from '../ids.ts';

export interface SubscriberRow {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  status: SubscriptionState;
  tags: string[];
  lead_score: number;
  requests: number;
  sent: number;
  opened: number;
  clicked: number;
  replied: number;
  first_seen_at: Date;
  last_activity_at: Date;
  unsubscribed_at: Date | null;
}

/** Columns of a subscriber's record, of `subscribers as s`. */
export const SUBSCRIBER_COLUMNS: Sql = sql`
  s.id, s.email, s.first_name, s.last_name, s.status, s.tags, s.lead_score, s.requests, s.sent, s.opened, s.clicked,
  s.replied, s.first_seen_at, s.last_activity_at, s.unsubscribed_at`;

/** A subscriber as the wire has it. */
export function onWire(row: SubscriberRow) {
  return {
    id: toWire('sub', row.id),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    status: row.status,
    tags: row.tags.toSorted(),
    lead_score: row.lead_score,
    temperature: temperatureOf(row.lead_score),
    engagement: {
      requests: row.requests,
      sent: row.sent,
      opened: row.opened,
      clicked: row.clicked,
      replied: row.replied,
    },
    first_seen_at: moment(row.first_seen_at),
    last_activity_at: moment(row.last_activity_at),
    unsubscribed_at: momentOrNull(row.unsubscribed_at),
  };
}
