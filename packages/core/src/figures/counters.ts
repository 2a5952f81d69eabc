import {
  CONTRIBUTIONS,
  type Contribution,
  COUNTERS,
  type CounterName,
  type Moment,
} from './contributions.ts';

const names = Object.keys(COUNTERS) as CounterName[];

interface Shape {
  readonly key: Readonly<Record<string, string>>;
  readonly measures: readonly string[];
}

/** A counter's key columns after `account_id` with their types, and its measures. */
export function shapeOf(counter: CounterName): Shape {
  return COUNTERS[counter];
}

/** `create table` for every counter. `(account_id, day)` serves the reads of one range over all other dimensions. */
export function createCounters(): string {
  return names
    .map((name) => {
      const { key, measures } = shapeOf(name);
      const columns = [
        'account_id uuid not null references accounts on delete cascade',
        ...Object.entries(key).map(([column, type]) => `${column} ${type} not null`),
        ...measures.map((measure) => `${measure} bigint not null default 0`),
        `primary key (${keyOf(name).join(', ')})`,
      ];
      const byDay =
        keyOf(name).indexOf('day') > 1 ? `;\n\ncreate index ${name}_by_day on ${name} (account_id, day)` : '';
      return `create table ${name} (\n  ${columns.join(',\n  ')}\n)${byDay}`;
    })
    .join(';\n\n');
}

/** One statement-level trigger per table of facts and kind of write; counters change in the writer's transaction. */
export function createCounterTriggers(): string {
  const facts = [...new Set(CONTRIBUTIONS.map((contribution) => contribution.facts))];
  return facts.flatMap((table) => EVENTS.map((event) => triggerFor(table, event))).join(';\n\n');
}

/** Empties every counter and sums it anew from the facts. */
export function rebuildCounters(): string {
  return names
    .flatMap((name) => [
      `delete from ${name}`,
      addInto(name, contributionsTo(name), (c) => [{ rows: c.facts, sign: '' }]),
    ])
    .join(';\n\n');
}

/**
 * Every row of a counter that differs from the sum of its facts: key columns, then for each measure `m` the columns
 * `m_kept` and `m_summed`.
 */
export function differencesOf(counter: CounterName): string {
  const { measures } = shapeOf(counter);
  const key = keyOf(counter);
  const differs = measures.map((m) => `coalesce(kept.${m}, 0) <> coalesce(summed.${m}, 0)`).join(' or ');
  const columns = [
    ...key,
    ...measures.map((m) => `coalesce(kept.${m}, 0) as ${m}_kept, coalesce(summed.${m}, 0) as ${m}_summed`),
  ];
  return `with summed as (
${sumOf(counter, contributionsTo(counter), (c) => [{ rows: c.facts, sign: '' }])}
)
select ${columns.join(', ')}
from ${counter} as kept
full join summed using (${key.join(', ')})
where ${differs}
order by ${key.join(', ')}`;
}

interface Source {
  rows: string;
  sign: '' | '-';
}

interface Event {
  name: 'insert' | 'update' | 'delete';
  referencing: string;
  sources: Source[];
}

const ADDED: Source = { rows: 'new_rows', sign: '' };
const REMOVED: Source = { rows: 'old_rows', sign: '-' };

export const EVENTS: readonly Event[] = [
  { name: 'insert', referencing: 'new table as new_rows', sources: [ADDED] },
  { name: 'update', referencing: 'old table as old_rows new table as new_rows', sources: [ADDED, REMOVED] },
  { name: 'delete', referencing: 'old table as old_rows', sources: [REMOVED] },
];

function triggerFor(table: string, event: Event): string {
  const statements = names
    .map((counter) => ({ counter, of: contributionsTo(counter).filter((c) => c.facts === table) }))
    .filter(({ of }) => of.length > 0)
    .map(({ counter, of }) => addInto(counter, of, () => event.sources));
  return createTrigger(`a_count`, table, event, statements);
}

/** A statement-level trigger that runs the statements. Triggers of one table and event fire in the order of their names. */
export function createTrigger(
  name: string,
  table: string,
  event: Event,
  statements: readonly string[],
): string {
  // A statement that wrote no row still fires: without this, an update that follows from an update would never end.
  return `create or replace function ${name}_${table}_${event.name}() returns trigger language plpgsql as $$
begin
  if not exists (select from ${event.sources[0]?.rows}) then return null; end if;
  ${statements.join(';\n  ')};
  return null;
end $$;

create or replace trigger ${name}_${event.name} after ${event.name} on ${table}
  referencing ${event.referencing} for each statement execute function ${name}_${table}_${event.name}()`;
}

/**
 * Locks the rows that a trigger is about to derive anew, given by a query of their keys. It must be a statement of its own:
 * the next one then sees what the writer before it has committed, where it would otherwise wait for that writer and go on
 * with facts that it read before. Not a full lock, which would conflict with those that foreign keys hold on the same rows.
 */
export function lockInOrder(table: string, keys: string): string {
  return `perform from ${table} as locked where (locked.account_id, locked.id) in (${keys})
  order by locked.account_id, locked.id for no key update`;
}

function addInto(
  counter: CounterName,
  of: readonly Contribution[],
  sourcesOf: (c: Contribution) => Source[],
): string {
  const { measures } = shapeOf(counter);
  const key = keyOf(counter);
  // In the key's order, so that two writers of the same rows take their locks in the same order.
  return `insert into ${counter} as kept (${[...key, ...measures].join(', ')})
${sumOf(counter, of, sourcesOf)}
  having ${measures.map((m) => `sum(${m}) <> 0`).join(' or ')}
  order by ${key.join(', ')}
  on conflict (${key.join(', ')}) do update set ${measures.map((m) => `${m} = kept.${m} + excluded.${m}`).join(', ')}`;
}

function sumOf(
  counter: CounterName,
  of: readonly Contribution[],
  sourcesOf: (c: Contribution) => Source[],
): string {
  const { measures } = shapeOf(counter);
  const key = keyOf(counter);
  const parts = of.flatMap((c) =>
    sourcesOf(c).flatMap((source) => c.moments.map((m) => partOf(counter, c, m, source))),
  );
  return `  select ${[...key, ...measures.map((m) => `sum(${m})::bigint as ${m}`)].join(', ')}
  from (
    ${parts.join('\n    union all\n    ')}
  ) as contributed
  group by ${key.join(', ')}`;
}

function partOf(
  counter: CounterName,
  { dimensions }: Contribution,
  moment: Moment,
  { rows, sign }: Source,
): string {
  const { key, measures } = shapeOf(counter);
  const columns = Object.keys(key).map(
    (column) => `${column === 'day' ? `ist_day(f.${moment.on})` : dimensions[column]} as ${column}`,
  );
  const values = measures.map((measure) => `${addedBy(moment, measure, sign)} as ${measure}`);
  const where = moment.on ? ` where f.${moment.on} is not null` : '';
  return `select ${['f.account_id', ...columns, ...values].join(', ')} from ${rows} as f${where}`;
}

function addedBy({ counts, amounts }: Moment, measure: string, sign: Source['sign']): string {
  if (counts?.[measure]) return `${sign}(${counts[measure]})::int`;
  return amounts?.[measure] ? `${sign}${amounts[measure]}` : '0';
}

function contributionsTo(counter: CounterName): Contribution[] {
  return CONTRIBUTIONS.filter((contribution) => contribution.counter === counter);
}

function keyOf(counter: CounterName): string[] {
  return ['account_id', ...Object.keys(shapeOf(counter).key)];
}
