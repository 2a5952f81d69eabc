import { type RawBuilder, sql } from 'kysely';

import { createTrigger, EVENTS, lockInOrder } from './counters.ts';

/** What is told of a subscriber by each kind of facts. Mails count when they left: a delivery with `sent_at`, a sent send. */
const TOLD_BY = {
  delivery: {
    from: 'deliveries as f',
    figures: `count(*) as requests, count(f.sent_at) as sent, count(f.opened_at) as opened, count(f.clicked_at) as clicked,
      greatest(max(f.requested_at), max(f.opened_at), max(f.clicked_at)) as last_at`,
  },
  request: {
    from: 'magnet_requests as f',
    figures: 'array_agg(f.magnet_id order by f.magnet_id) as magnet_ids',
  },
  send: {
    from: `enrollments as f
      join campaign_sends as c on c.account_id = f.account_id and c.enrollment_id = f.id and c.status = 'sent'`,
    figures: `count(*) as sent, count(c.opened_at) as opened, count(c.clicked_at) as clicked,
      greatest(max(c.opened_at), max(c.clicked_at)) as last_at`,
  },
  enrollment: {
    from: 'enrollments as f',
    figures: `count(f.replied_at) as replied, greatest(max(f.last_message_at), max(f.converted_at)) as last_at`,
  },
};

/**
 * Subscribers' engagement, from the facts: a select of one row for each row of `subscribersAtHand`, which has `account_id`
 * and `subscriber_id`. Their facts are looked up one by one.
 */
export function engagementOf(subscribersAtHand: string): string {
  return engagement(
    `${subscribersAtHand} as at_hand
  join subscribers as s on s.account_id = at_hand.account_id and s.id = at_hand.subscriber_id`,
    ({ from, figures }, name) => `cross join lateral (
    select ${figures}
    from ${from}
    where f.account_id = s.account_id and f.subscriber_id = s.id
  ) as ${name}`,
  );
}

/** The same for every row of `subscribers`, which has `account_id`, `id` and `first_seen_at`: all facts are grouped at once. */
export function engagementOfAll(subscribers: string): string {
  return engagement(
    `${subscribers} as s`,
    ({ from, figures }, name) => `left join (
    select f.account_id, f.subscriber_id, ${figures}
    from ${from}
    group by f.account_id, f.subscriber_id
  ) as ${name} on ${name}.account_id = s.account_id and ${name}.subscriber_id = s.id`,
  );
}

function engagement(
  subscribers: string,
  joined: (told: { from: string; figures: string }, name: string) => string,
): string {
  return `select
    s.account_id, s.id as subscriber_id,
    coalesce(delivery.requests, 0) as requests,
    coalesce(delivery.sent, 0) + coalesce(send.sent, 0) as sent,
    coalesce(delivery.opened, 0) + coalesce(send.opened, 0) as opened,
    coalesce(delivery.clicked, 0) + coalesce(send.clicked, 0) as clicked,
    coalesce(enrollment.replied, 0) as replied,
    coalesce(request.magnet_ids, '{}') as magnet_ids,
    coalesce(greatest(delivery.last_at, send.last_at, enrollment.last_at), s.first_seen_at) as last_activity_at
  from ${subscribers}
  ${Object.entries(TOLD_BY)
    .map(([name, told]) => joined(told, name))
    .join('\n  ')}`;
}

const SCORE =
  'lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at))';

/** The columns that are kept of engagement, and what each is: SQL over a row `e` of `engagementOf`. */
export const ENGAGEMENT = {
  requests: 'e.requests',
  sent: 'e.sent',
  opened: 'e.opened',
  clicked: 'e.clicked',
  replied: 'e.replied',
  magnet_ids: 'e.magnet_ids',
  last_activity_at: 'e.last_activity_at',
  lead_score: SCORE,
};

const FIGURES = Object.keys(ENGAGEMENT);
const DIFFER = `(${FIGURES.map((figure) => `s.${figure}`).join(', ')}) is distinct from (${Object.values(ENGAGEMENT).join(', ')})`;

/** Brings the engagement and the score of the subscribers at hand up to their facts. */
export function refreshEngagement(subscribersAtHand: string): string {
  return refresh(engagementOf(subscribersAtHand));
}

/** The same for every subscriber there is. */
export function refreshAllEngagement(): string {
  return refresh(engagementOfAll('subscribers'));
}

function refresh(fromFacts: string): string {
  const columns = Object.entries(ENGAGEMENT).map(([figure, value]) => `${figure} = ${value}`);
  return `update subscribers as s set ${columns.join(', ')}
  from (
  ${fromFacts}
  ) as e
  where s.account_id = e.account_id and s.id = e.subscriber_id and ${DIFFER}`;
}

/** Subscribers whose stored engagement or score is not what the facts say today. */
export function staleEngagement(): { table: string; figures: readonly string[]; query: string } {
  const columns = Object.entries(ENGAGEMENT).map(
    ([figure, value]) => `s.${figure} as ${figure}_kept, ${value} as ${figure}_summed`,
  );
  return {
    table: 'subscribers',
    figures: FIGURES,
    query: `select s.account_id, s.id, ${columns.join(', ')}
from subscribers as s
join (
  ${engagementOfAll('subscribers')}
) as e on e.account_id = s.account_id and e.subscriber_id = s.id
where ${DIFFER}`,
  };
}

/** The statement that brings an account's scores to today's idle days: of the subscribers numbered from `from` to before `to`. */
export function ageScoresBetween(accountId: string, from: number, to: number): RawBuilder<{ id: string }> {
  const score = sql.raw(SCORE);
  return sql`update subscribers as e set lead_score = ${score}
    where e.account_id = ${accountId} and e.number >= ${from} and e.number < ${to} and e.lead_score <> ${score}
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
