import { type RawBuilder, sql } from 'kysely';

import { createTrigger, EVENTS, lockInOrder } from './counters.ts';

/**
 * A subscriber's engagement, from the facts: a select of one row for each row of `subscribers_at_hand`, which has
 * `account_id` and `subscriber_id`. Mails count when they left: a delivery with `sent_at`, a campaign send that is sent.
 */
export function engagementOf(subscribersAtHand: string): string {
  return `select
    s.account_id, s.id as subscriber_id,
    delivery.requests,
    delivery.sent + send.sent as sent,
    delivery.opened + send.opened as opened,
    delivery.clicked + send.clicked as clicked,
    enrollment.replied,
    request.magnet_ids,
    coalesce(
      greatest(delivery.last_at, send.last_at, enrollment.last_at), s.first_seen_at
    ) as last_activity_at
  from ${subscribersAtHand} as at_hand
  join subscribers as s on s.account_id = at_hand.account_id and s.id = at_hand.subscriber_id
  cross join lateral (
    select
      count(*) as requests, count(sent_at) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
      greatest(max(requested_at), max(opened_at), max(clicked_at)) as last_at
    from deliveries
    where account_id = s.account_id and subscriber_id = s.id
  ) as delivery
  cross join lateral (
    select coalesce(array_agg(magnet_id order by magnet_id), '{}') as magnet_ids
    from magnet_requests
    where account_id = s.account_id and subscriber_id = s.id
  ) as request
  cross join lateral (
    select
      count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
      greatest(max(opened_at), max(clicked_at)) as last_at
    from enrollments as e
    join campaign_sends as c on c.account_id = e.account_id and c.enrollment_id = e.id
    where e.account_id = s.account_id and e.subscriber_id = s.id and c.status = 'sent'
  ) as send
  cross join lateral (
    select count(replied_at) as replied, greatest(max(last_message_at), max(converted_at)) as last_at
    from enrollments
    where account_id = s.account_id and subscriber_id = s.id
  ) as enrollment`;
}

/** Every subscriber there is, as those at hand. */
export const EVERYBODY = '(select account_id, id as subscriber_id from subscribers)';

const SCORE =
  'lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at))';

const FIGURES = [
  'requests',
  'sent',
  'opened',
  'clicked',
  'replied',
  'magnet_ids',
  'last_activity_at',
  'lead_score',
];
const FROM_FACTS = FIGURES.map((figure) => (figure === 'lead_score' ? SCORE : `e.${figure}`));
const DIFFER = `(${FIGURES.map((figure) => `s.${figure}`).join(', ')}) is distinct from (${FROM_FACTS.join(', ')})`;

/** Brings the engagement and the score of the subscribers at hand up to their facts. */
export function refreshEngagement(subscribersAtHand: string): string {
  return `update subscribers as s set ${FIGURES.map((figure, index) => `${figure} = ${FROM_FACTS[index]}`).join(', ')}
  from (
  ${engagementOf(subscribersAtHand)}
  ) as e
  where s.account_id = e.account_id and s.id = e.subscriber_id and ${DIFFER}`;
}

/** Subscribers whose stored engagement or score is not what the facts say today. */
export function staleEngagement(): { table: string; figures: readonly string[]; query: string } {
  const columns = FIGURES.map(
    (figure, index) => `s.${figure} as ${figure}_kept, ${FROM_FACTS[index]} as ${figure}_summed`,
  );
  return {
    table: 'subscribers',
    figures: FIGURES,
    query: `select s.account_id, s.id, ${columns.join(', ')}
from subscribers as s
join (
  ${engagementOf(EVERYBODY)}
) as e on e.account_id = s.account_id and e.subscriber_id = s.id
where ${DIFFER}`,
  };
}

/** The statement that brings the scores of one account to today's idle days. */
export function ageScores(accountId: string): RawBuilder<{ id: string }> {
  const score = sql.raw(SCORE);
  return sql`update subscribers as e set lead_score = ${score}
    where e.account_id = ${accountId} and e.lead_score <> ${score}
    returning e.id`;
}

/** The facts that tell of engagement, and whose rows they are. */
const SUBSCRIBERS_OF: Record<string, (rows: string) => string> = {
  subscribers: (rows) => `select account_id, id as subscriber_id from ${rows}`,
  magnet_requests: (rows) => `select account_id, subscriber_id from ${rows}`,
  deliveries: (rows) => `select account_id, subscriber_id from ${rows}`,
  enrollments: (rows) => `select account_id, subscriber_id from ${rows}`,
  campaign_sends: (rows) => `select e.account_id, e.subscriber_id
    from ${rows} as c join enrollments as e on e.account_id = c.account_id and e.id = c.enrollment_id`,
};

/** Triggers that keep engagement current in the transaction of the write. */
export function createEngagementTriggers(): string {
  return Object.entries(SUBSCRIBERS_OF)
    .flatMap(([table, subscribersOf]) =>
      // An update of a subscriber's own row changes nothing that engagement is made of.
      EVENTS.filter((event) => table !== 'subscribers' || event.name === 'insert').map((event) => {
        const touched = event.sources.map(({ rows }) => subscribersOf(rows)).join(' union ');
        return createTrigger('c_engage', table, event, [
          lockInOrder('subscribers', touched),
          refreshEngagement(`(${touched})`),
        ]);
      }),
    )
    .join(';\n\n');
}
