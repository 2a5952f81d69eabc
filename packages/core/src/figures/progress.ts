import { type Event, type Source, SOURCES } from './facts.ts';
import { indented, listed } from './layout.ts';
import { ENROLLMENTS_OF, type Upkeep } from './upkeep.ts';

/** What is told of an enrollment by each table of facts. A reply text is a message whose text is not empty. */
const TOLD_BY = {
  campaign_sends: { first_sent_at: `min(sent_at) filter (where status = 'sent')` },
  inbox_messages: {
    first_reply_at: `min(received_at) filter (where body ~ '\\S')`,
    last_message_at: 'max(received_at)',
  },
  conversions: { converted_at: 'min(occurred_at)' },
};

type Telling = keyof typeof TOLD_BY;

const TELLING = Object.keys(TOLD_BY) as Telling[];

/** SQL for the figures that facts of one kind tell of an enrollment. */
function toldBy(facts: Telling): string {
  return listed(
    Object.entries(TOLD_BY[facts]).map(([figure, sum]) => `${sum} as ${figure}`),
    6,
  );
}

/**
 * How far all enrollments came, from their sends, messages and conversions: a select of one row for each row of
 * `enrollments`, which has `account_id`, `id` and `classified_at`. The reply belongs to the last send that left before it.
 * All facts are grouped at once.
 */
export function progressOfAll(enrollments: string): string {
  const joined = TELLING.map(
    (facts) => `left join (
    select
      account_id, enrollment_id,
      ${toldBy(facts)}
    from ${facts}
    group by account_id, enrollment_id
  ) as ${facts} on ${facts}.account_id = e.account_id and ${facts}.enrollment_id = e.id`,
  );
  return `select
    e.account_id, e.id as enrollment_id,
    ${listed(
      TELLING.flatMap((facts) => Object.keys(TOLD_BY[facts]).map((figure) => `${facts}.${figure}`)),
      4,
    )},
    answered.step as replied_step, answered.variant_id as replied_variant_id
  from ${enrollments} as e
  ${joined.join('\n  ')}
  ${answeredBefore('least(inbox_messages.first_reply_at, conversions.converted_at, e.classified_at)')}`;
}

/**
 * The same of some enrollments, `atHand` with `account_id` and `enrollment_id`, and only what one kind of facts tells: what the
 * others told stands in their rows. Their facts are looked up one by one.
 */
function progressBy(facts: Telling, atHand: string): string {
  const repliedAt = Object.keys(TOLD_BY).flatMap((kind) =>
    Object.keys(TOLD_BY[kind as Telling])
      .filter((figure) => REPLIES.has(figure))
      .map((figure) => `${kind === facts ? 'told' : 'k'}.${figure}`),
  );
  return `select
    k.account_id, k.id as enrollment_id, ${Object.keys(TOLD_BY[facts])
      .map((figure) => `told.${figure}`)
      .join(', ')},
    answered.step as replied_step, answered.variant_id as replied_variant_id
  from ${atHand} as at_hand
  join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
  cross join lateral (
    select
      ${toldBy(facts)}
    from ${facts}
    where account_id = k.account_id and enrollment_id = k.id
  ) as told
  ${answeredBefore(`least(${[...repliedAt, 'k.classified_at'].join(', ')})`, 'k')}`;
}

/** Columns that say when an enrollment replied, beside `classified_at`. */
const REPLIES: ReadonlySet<string> = new Set(['first_reply_at', 'converted_at']);

function answeredBefore(repliedAt: string, enrollment = 'e'): string {
  return `left join lateral (
    select step, variant_id
    from campaign_sends
    where account_id = ${enrollment}.account_id and enrollment_id = ${enrollment}.id and status in ('sent', 'bounced')
      and ${repliedAt} is not null
      and sent_at <= ${repliedAt}
    order by sent_at desc, id desc
    limit 1
  ) as answered on true`;
}

const ANSWERED = ['replied_step', 'replied_variant_id'];

/** The columns that are kept of progress. */
export const PROGRESS = [...TELLING.flatMap((facts) => Object.keys(TOLD_BY[facts])), ...ANSWERED];

function differ(columns: readonly string[]): string {
  const [kept, summed] = ['e', 'p'].map((row) =>
    listed(
      columns.map((column) => `${row}.${column}`),
      4,
    ),
  );
  return `(${kept})
    is distinct from
    (${summed})`;
}

/** Brings the progress of the enrollments at hand up to their facts: one statement for each kind. */
export function refreshProgress(enrollmentsAtHand: string): string[] {
  return TELLING.map((facts) => refreshBy(facts, enrollmentsAtHand));
}

/** Brings the progress of every enrollment there is up to its facts. */
export function refreshAllProgress(): string {
  return refresh(progressOfAll('enrollments'), PROGRESS);
}

function refresh(fromFacts: string, columns: readonly string[]): string {
  return `update enrollments as e set
  ${columns.map((column) => `${column} = p.${column}`).join(',\n  ')}
from (
  ${indented(fromFacts, 2)}
) as p
where e.account_id = p.account_id and e.id = p.enrollment_id
  and ${differ(columns)}`;
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
where ${differ(PROGRESS)}`,
  };
}

/**
 * How progress is kept. Messages and conversions always tell of it; a send does when it may be the first that left, when it
 * was, or when the enrollment has a reply that it may have come before.
 */
export function keepProgress(): Upkeep[] {
  return [
    {
      ...keptAnew(
        'campaign_sends',
        ['enrollment_id', 'step', 'variant_id', 'status', 'sent_at'],
        'f.sent_at is not null',
      ),
      statements: (event) => [refreshBy('campaign_sends', enrollmentsMoved(SOURCES[event]))],
    },
    keptAnew('inbox_messages', ['enrollment_id', 'body', 'received_at'], 'f.enrollment_id is not null'),
    keptAnew('conversions', ['enrollment_id', 'occurred_at']),
  ];
}

function keptAnew(facts: Telling, columns: readonly string[], tells?: string): Upkeep {
  const touched = (event: Event) =>
    SOURCES[event].map(({ rows }) => ENROLLMENTS_OF[facts]?.(rows)).join('\nunion\n');
  return {
    figure: 'progress',
    definedIn: 'progress.ts',
    facts,
    columns,
    ...(tells && { tells }),
    locks: ['enrollments', 'subscribers'],
    statements: (event) => [refreshBy(facts, `(\n${touched(event)}\n)`)],
  };
}

function refreshBy(facts: Telling, atHand: string): string {
  return refresh(progressBy(facts, atHand), [...Object.keys(TOLD_BY[facts]), ...ANSWERED]);
}

function enrollmentsMoved(sources: readonly Source[]): string {
  const sentAt = `case when f.status = 'sent' then f.sent_at end`;
  const parts = sources.map(({ rows, sign }) => {
    const [came, gone] = sign ? ['null::timestamptz', sentAt] : [sentAt, 'null::timestamptz'];
    return `select
      f.account_id, f.enrollment_id,
      ${came} as came,
      ${gone} as gone
    from ${rows} as f
    where f.sent_at is not null`;
  });
  return `(
  select distinct k.account_id, k.id as enrollment_id
  from (
    ${parts.join('\n    union all\n    ')}
  ) as sent
  join enrollments as k on k.account_id = sent.account_id and k.id = sent.enrollment_id
  where k.replied_at is not null or sent.gone = k.first_sent_at
    or sent.came is not null and (k.first_sent_at is null or sent.came < k.first_sent_at)
)`;
}

/**
 * A change of intent can move the moment of the reply, and with it the send that it answers. That is a column of the very
 * row that is written, so it is set before the row is.
 */
export function setAnsweredStep(): string[] {
  return [
    `create or replace function figures_before_update_of_enrollments() returns trigger language plpgsql as $$
begin
  select step, variant_id
  into new.replied_step, new.replied_variant_id
  from campaign_sends
  where account_id = new.account_id and enrollment_id = new.id and status in ('sent', 'bounced')
    and sent_at <= least(new.first_reply_at, new.converted_at, new.classified_at)
  order by sent_at desc, id desc
  limit 1;
  return new;
end $$`,
    `create or replace trigger figures_before_update before update of classified_at on enrollments
  for each row when (new.classified_at is distinct from old.classified_at)
  execute function figures_before_update_of_enrollments()`,
  ];
}
