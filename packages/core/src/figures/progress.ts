import { createTrigger, EVENTS, lockInOrder } from './counters.ts';

/** What is told of an enrollment by each kind of facts. A reply text is a message whose text is not empty. */
const TOLD_BY = {
  send: { from: 'campaign_sends', figures: `min(sent_at) filter (where status = 'sent') as first_sent_at` },
  message: {
    from: 'inbox_messages',
    figures: `min(received_at) filter (where body ~ '\\S') as first_reply_at, max(received_at) as last_message_at`,
  },
  conversion: { from: 'conversions', figures: 'min(occurred_at) as converted_at' },
};

/**
 * How far enrollments came, from their sends, messages and conversions: a select of one row for each row of
 * `enrollmentsAtHand`, which has `account_id` and `enrollment_id`. The reply belongs to the last send that left before it.
 * Their facts are looked up one by one.
 */
export function progressOf(enrollmentsAtHand: string): string {
  return progress(
    `${enrollmentsAtHand} as at_hand
  join enrollments as e on e.account_id = at_hand.account_id and e.id = at_hand.enrollment_id`,
    ({ from, figures }, name) => `cross join lateral (
    select ${figures} from ${from} where account_id = e.account_id and enrollment_id = e.id
  ) as ${name}`,
  );
}

/** The same for every row of `enrollments`, which has `account_id`, `id` and `classified_at`: all facts are grouped at once. */
export function progressOfAll(enrollments: string): string {
  return progress(
    `${enrollments} as e`,
    ({ from, figures }, name) => `left join (
    select account_id, enrollment_id, ${figures} from ${from} group by account_id, enrollment_id
  ) as ${name} on ${name}.account_id = e.account_id and ${name}.enrollment_id = e.id`,
  );
}

function progress(
  enrollments: string,
  joined: (told: { from: string; figures: string }, name: string) => string,
): string {
  const repliedAt = 'least(message.first_reply_at, conversion.converted_at, e.classified_at)';
  return `select
    e.account_id, e.id as enrollment_id,
    send.first_sent_at, message.first_reply_at, message.last_message_at, conversion.converted_at,
    answered.step as replied_step, answered.variant_id as replied_variant_id
  from ${enrollments}
  ${Object.entries(TOLD_BY)
    .map(([name, told]) => joined(told, name))
    .join('\n  ')}
  left join lateral (
    select step, variant_id
    from campaign_sends
    where account_id = e.account_id and enrollment_id = e.id and status in ('sent', 'bounced')
      and ${repliedAt} is not null and sent_at <= ${repliedAt}
    order by sent_at desc, id desc
    limit 1
  ) as answered on true`;
}

/** The columns that are kept of progress, as `progressOf` names them. */
export const PROGRESS = [
  'first_sent_at',
  'first_reply_at',
  'last_message_at',
  'converted_at',
  'replied_step',
  'replied_variant_id',
];

const DIFFER = `(${PROGRESS.map((column) => `e.${column}`).join(', ')})
      is distinct from (${PROGRESS.map((column) => `p.${column}`).join(', ')})`;

/** Brings the progress of the enrollments at hand up to their facts. */
export function refreshProgress(enrollmentsAtHand: string): string {
  return refresh(progressOf(enrollmentsAtHand));
}

/** The same for every enrollment there is. */
export function refreshAllProgress(): string {
  return refresh(progressOfAll('enrollments'));
}

function refresh(fromFacts: string): string {
  return `update enrollments as e set ${PROGRESS.map((column) => `${column} = p.${column}`).join(', ')}
  from (
  ${fromFacts}
  ) as p
  where e.account_id = p.account_id and e.id = p.enrollment_id and ${DIFFER}`;
}

/** Enrollments whose stored progress is not what the facts say. */
export function staleProgress(): { table: string; figures: readonly string[]; query: string } {
  return {
    table: 'enrollments',
    figures: PROGRESS,
    query: `select e.account_id, e.id, ${PROGRESS.map((column) => `e.${column} as ${column}_kept, p.${column} as ${column}_summed`).join(', ')}
from enrollments as e
join (
  ${progressOfAll('enrollments')}
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
