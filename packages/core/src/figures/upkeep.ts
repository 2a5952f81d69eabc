/**
 * The triggers: one function for each table of facts and kind of write. It first asks which figures the write changes at all,
 * then locks what it is going to derive, and then keeps those figures, in the writer's transaction.
 *
 * Locks are taken in one order by every writer: the facts that are written, then enrollments, then subscribers, each by id.
 * Counters and bitmaps are written in the writer's own lane (figures/lanes.ts), for which nobody waits.
 */
import { type Event, EVENTS, FACTS, type FactTable, SOURCES } from './facts.ts';
import { indented, joined, listed } from './layout.ts';

/** How a figure is kept when rows of one table of facts are written. */
export interface Upkeep {
  /** What is kept: the name of its table, or of what is kept in columns. */
  readonly figure: string;
  /** The file that defines it. */
  readonly definedIn: string;
  readonly facts: FactTable;
  /** Columns of the facts that the figure is made of. An update that leaves them as they were changes nothing. */
  readonly columns: readonly string[];
  /** SQL over the row `f`: whether it tells the figure anything. Without it, every row does. */
  readonly tells?: string;
  /** Which rows it derives, so that they are locked first. */
  readonly locks?: readonly ('enrollments' | 'subscribers')[];
  /** Whether it writes in the writer's lane. */
  readonly inLane?: boolean;
  /** The statements after a write of a kind; none where it changes nothing. */
  readonly statements: (event: Event) => readonly string[];
}

/** SQL for the triggers of one table of facts: a function and a trigger for each kind of write. */
export function triggersOf(facts: FactTable, upkeeps: readonly Upkeep[]): string[] {
  const own = upkeeps.filter((upkeep) => upkeep.facts === facts);
  return EVENTS.flatMap((event) => triggerFor(facts, event, own));
}

/**
 * A session plans each statement once, for as many rows as its first write had, and keeps that plan. Rows are looked up by
 * their index whatever their number: a plan that reads a whole table for hundreds would do it for every single row too.
 */
const PLANNED_FOR_ANY_SIZE = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'];

function triggerName(facts: FactTable, event: Event): string {
  return `figures_on_${event}_of_${facts}`;
}

function triggerFor(facts: FactTable, event: Event, upkeeps: readonly Upkeep[]): string[] {
  const kept = upkeeps.filter((upkeep) => upkeep.statements(event).length > 0);
  if (kept.length === 0) return [];
  const inLane = kept.filter((upkeep) => upkeep.inLane);
  const name = triggerName(facts, event);
  const tables = SOURCES[event].map(({ rows }) => `${rows.slice(0, 3)} table as ${rows}`);
  return [
    `create or replace function ${name}() returns trigger language plpgsql
${PLANNED_FOR_ANY_SIZE.map((setting) => `set ${setting} = off`).join('\n')}
as $$
declare
  changed record;${inLane.length > 0 ? '\n  own_lane smallint;' : ''}
begin
  -- Which figures this write changes.
  ${indented(changesOf(facts, event, kept), 2)}
${locksOf(facts, event, kept)}${inLane.length > 0 ? laneOf(inLane) : ''}
${kept.map((upkeep) => section(upkeep, event)).join('\n')}
  return null;
end $$`,
    `create or replace trigger figures_on_${event} after ${event} on ${facts}
  referencing ${tables.join(' ')}
  for each statement execute function ${name}()`,
  ];
}

function changesOf(facts: FactTable, event: Event, kept: readonly Upkeep[]): string {
  const flags = kept.map(({ figure, columns, tells }) => {
    if (event !== 'update')
      return `${tells ? `coalesce(bool_or(${tells}), false)` : 'count(*) > 0'} as ${figure}`;
    const row = (of: 'n' | 'o') =>
      `(${listed(
        columns.map((column) => `${of}.${column}`),
        6,
      )})`;
    const told = tells ? `\n    and (${over('n', tells)} or ${over('o', tells)})` : '';
    return `coalesce(bool_or(
    ${row('n')}
    is distinct from
    ${row('o')}${told}
  ), false) as ${figure}`;
  });
  const from =
    event === 'update'
      ? `new_rows as n full join old_rows as o using (${[...FACTS[facts], 'account_id'].join(', ')})`
      : `${SOURCES[event][0]?.rows} as f`;
  return `select\n  ${flags.join(',\n  ')}\ninto changed\nfrom ${from};`;
}

function over(alias: string, expression: string): string {
  return expression.replaceAll(/\bf\./g, `${alias}.`);
}

function laneOf(inLane: readonly Upkeep[]): string {
  return `
  if ${joined(
    inLane.map(({ figure }) => `changed.${figure}`),
    'or',
    4,
  )} then
    own_lane := lane();
  end if;`;
}

function section({ figure, definedIn, statements }: Upkeep, event: Event): string {
  return `
  -- ${figure}: figures/${definedIn}
  if changed.${figure} then
    ${statements(event)
      .map((statement) => `${indented(statement, 4)};`)
      .join('\n    ')}
  end if;`;
}

/**
 * The rows that are derived again are locked before, in a statement of its own: the next one then sees what the writer before
 * it has committed. Not fully, which would conflict with what foreign keys lock on the same rows.
 */
function locksOf(facts: FactTable, event: Event, kept: readonly Upkeep[]): string {
  return (['enrollments', 'subscribers'] as const)
    .map((table) => {
      const asking = kept.filter(({ locks }) => locks?.includes(table));
      const keys = KEYS[table][facts];
      if (asking.length === 0 || !keys) return '';
      const changed = joined(
        asking.map(({ figure }) => `changed.${figure}`),
        'or',
        4,
      );
      // The trigger that writes progress has locked its subscribers before.
      const derived = facts === 'enrollments' && event === 'update';
      return `
  if ${derived ? `pg_trigger_depth() = 1 and (${changed})` : changed} then
    perform from ${table} as locked
    where (locked.account_id, locked.id) in (
      ${SOURCES[event].map(({ rows }) => indented(keys(rows), 6)).join('\n      union\n      ')}
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;
`;
    })
    .join('');
}

type KeysOf = Partial<Record<FactTable, (rows: string) => string>>;

/** Queries of the enrollments that rows of facts belong to. */
export const ENROLLMENTS_OF: KeysOf = {
  campaign_sends: (rows) => `select account_id, enrollment_id from ${rows}`,
  inbox_messages: (rows) => `select account_id, enrollment_id from ${rows} where enrollment_id is not null`,
  conversions: (rows) => `select account_id, enrollment_id from ${rows}`,
};

const throughEnrollments = (rows: string) => `select e.account_id, e.subscriber_id
from ${rows} as f
join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id`;

/** Queries of the subscribers that rows of facts belong to. */
export const SUBSCRIBERS_OF: KeysOf = {
  magnet_requests: (rows) => `select account_id, subscriber_id from ${rows}`,
  deliveries: (rows) => `select account_id, subscriber_id from ${rows}`,
  enrollments: (rows) => `select account_id, subscriber_id from ${rows}`,
  campaign_sends: throughEnrollments,
  inbox_messages: throughEnrollments,
  conversions: throughEnrollments,
};

const KEYS = { enrollments: ENROLLMENTS_OF, subscribers: SUBSCRIBERS_OF };
