import { createTrigger, EVENTS, lockInOrder } from './counters.ts';

/**
 * How far enrollments came, from their sends, messages and conversions: a select of one row for each row of
 * `enrollmentsAtHand`, which has `account_id` and `enrollment_id`. A reply text is a message whose text is not empty. The
 * reply belongs to the last send that left before it.
 */
export function progressOf(enrollmentsAtHand: string): string {
  return `select
    e.account_id, e.id as enrollment_id,
    send.first_sent_at, message.first_reply_at, message.last_message_at, conversion.converted_at,
    answered.step as replied_step, answered.variant_id as replied_variant_id
  from ${enrollmentsAtHand} as at_hand
  join enrollments as e on e.account_id = at_hand.account_id and e.id = at_hand.enrollment_id
  cross join lateral (
    select min(sent_at) as first_sent_at
    from campaign_sends
    where account_id = e.account_id and enrollment_id = e.id and status = 'sent'
  ) as send
  cross join lateral (
    select
      min(received_at) filter (where body ~ '\\S') as first_reply_at,
      max(received_at) as last_message_at
    from inbox_messages
    where account_id = e.account_id and enrollment_id = e.id
  ) as message
  cross join lateral (
    select min(occurred_at) as converted_at
    from conversions
    where account_id = e.account_id and enrollment_id = e.id
  ) as conversion
  left join lateral (
    select step, variant_id
    from campaign_sends
    where account_id = e.account_id and enrollment_id = e.id and status in ('sent', 'bounced')
      and sent_at <= least(message.first_reply_at, conversion.converted_at, e.classified_at)
    order by sent_at desc, id desc
    limit 1
  ) as answered on true`;
}

const COLUMNS = [
  'first_sent_at',
  'first_reply_at',
  'last_message_at',
  'converted_at',
  'replied_step',
  'replied_variant_id',
];

const DIFFER = `(${COLUMNS.map((column) => `e.${column}`).join(', ')})
      is distinct from (${COLUMNS.map((column) => `p.${column}`).join(', ')})`;

/** Every enrollment there is, as those at hand. */
export const EVERY_ENROLLMENT = '(select account_id, id as enrollment_id from enrollments)';

/** Brings the progress of the enrollments at hand up to their facts. */
export function refreshProgress(enrollmentsAtHand: string): string {
  return `update enrollments as e set ${COLUMNS.map((column) => `${column} = p.${column}`).join(', ')}
  from (
  ${progressOf(enrollmentsAtHand)}
  ) as p
  where e.account_id = p.account_id and e.id = p.enrollment_id and ${DIFFER}`;
}

/** Enrollments whose stored progress is not what the facts say. */
export function staleProgress(): { table: string; figures: readonly string[]; query: string } {
  return {
    table: 'enrollments',
    figures: COLUMNS,
    query: `select e.account_id, e.id, ${COLUMNS.map((column) => `e.${column} as ${column}_kept, p.${column} as ${column}_summed`).join(', ')}
from enrollments as e
join (
  ${progressOf(EVERY_ENROLLMENT)}
) as p on p.account_id = e.account_id and p.enrollment_id = e.id
where ${DIFFER}`,
  };
}

const ENROLLMENTS_OF: Record<string, (rows: string) => string> = {
  // A change of intent can move the moment of the reply, and with it the send that it answers.
  enrollments: (rows) =>
    `select account_id, id as enrollment_id from ${rows} where classified_at is not null`,
  campaign_sends: (rows) => `select account_id, enrollment_id from ${rows} where sent_at is not null`,
  inbox_messages: (rows) => `select account_id, enrollment_id from ${rows} where enrollment_id is not null`,
  conversions: (rows) => `select account_id, enrollment_id from ${rows}`,
};

/** Triggers that keep progress current in the transaction of the write. */
export function createProgressTriggers(): string {
  return Object.entries(ENROLLMENTS_OF)
    .flatMap(([table, enrollmentsOf]) =>
      EVENTS.filter((event) => table !== 'enrollments' || event.name !== 'delete').map((event) => {
        const touched = event.sources.map(({ rows }) => enrollmentsOf(rows)).join(' union ');
        return createTrigger('b_progress', table, event, [
          lockInOrder('enrollments', touched),
          refreshProgress(`(${touched})`),
        ]);
      }),
    )
    .join(';\n\n');
}
