import {
  CONTRIBUTIONS,
  type Contribution,
  COUNTERS,
  type CounterName,
  type Moment,
} from './contributions.ts';
import { columnsIn, type Event, type Source, SOURCES } from './facts.ts';
import { joined, listed } from './layout.ts';
import { foldInto, indexLanes } from './lanes.ts';
import type { Upkeep } from './upkeep.ts';

export const COUNTER_NAMES = Object.keys(COUNTERS) as CounterName[];

interface Shape {
  readonly key: Readonly<Record<string, string>>;
  readonly measures: readonly string[];
}

/** A counter's key columns after `account_id` with their types, and its measures. */
export function shapeOf(counter: CounterName): Shape {
  return COUNTERS[counter];
}

/** Makes the table of a counter. `(account_id, day)` serves the reads of one range over all other dimensions. */
export function createCounter(counter: CounterName): string[] {
  const { key, measures } = shapeOf(counter);
  const columns = [
    'account_id uuid not null references accounts on delete cascade',
    ...Object.entries(key).map(([column, type]) => `${column} ${type} not null`),
    'lane smallint not null default 0',
    ...measures.map((measure) => `${measure} bigint not null default 0`),
    `primary key (${[...keyOf(counter), 'lane'].join(', ')})`,
  ];
  return [
    `create table ${counter} (\n  ${columns.join(',\n  ')}\n)`,
    indexLanes(counter),
    ...(keyOf(counter).indexOf('day') > 1
      ? [`create index ${counter}_by_day on ${counter} (account_id, day)`]
      : []),
  ];
}

/** How the counters are kept when facts are written: what was added less what was taken away, in the writer's lane. */
export function keepCounters(): Upkeep[] {
  return CONTRIBUTIONS.map((contribution) => ({
    figure: contribution.counter,
    definedIn: 'contributions.ts',
    facts: contribution.facts,
    columns: columnsOf(contribution),
    inLane: true,
    statements: (event: Event) => [addInLane(contribution, SOURCES[event])],
  }));
}

/** Sums a counter from the facts into its empty table. */
export function fillCounter(counter: CounterName): string[] {
  const contributions = contributionsTo(counter);
  const measures = measuredBy(contributions);
  return [
    `insert into ${counter} (${listed([...keyOf(counter), ...measures], 2)})
${sumOf(counter, measures, contributions, (c) => [{ rows: c.facts, sign: '' }])}
having ${notZero(measures)}`,
  ];
}

/** Tables of facts that a counter is summed from. */
export function factsOf(counter: CounterName): string[] {
  return contributionsTo(counter).map(({ facts }) => facts);
}

/** Brings what other lanes hold of a counter into the lowest. */
export function foldCounter(counter: CounterName): string {
  const { measures } = shapeOf(counter);
  return foldInto(
    counter,
    keyOf(counter),
    Object.fromEntries(measures.map((measure) => [measure, '+' as const])),
  );
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
${sumOf(counter, measures, contributionsTo(counter), (c) => [{ rows: c.facts, sign: '' }])}
), kept as (
  select ${[...key, ...measures.map((m) => `sum(${m})::bigint as ${m}`)].join(', ')}
  from ${counter}
  group by ${key.join(', ')}
)
select ${columns.join(', ')}
from kept
full join summed using (${key.join(', ')})
where ${differs}
order by ${key.join(', ')}`;
}

function addInLane(contribution: Contribution, sources: readonly Source[]): string {
  const { counter } = contribution;
  const key = keyOf(counter);
  const measures = measuredBy([contribution]);
  return `insert into ${counter} as kept (
  ${listed([...key, 'lane', ...measures], 2)}
)
${sumOf(counter, measures, [contribution], () => sources, ['own_lane'])}
having ${notZero(measures)}
on conflict (${[...key, 'lane'].join(', ')}) do update set
  ${listed(
    measures.map((m) => `${m} = kept.${m} + excluded.${m}`),
    2,
  )}`;
}

function sumOf(
  counter: CounterName,
  measures: readonly string[],
  of: readonly Contribution[],
  sourcesOf: (c: Contribution) => readonly { rows: string; sign: '' | '-' }[],
  besides: readonly string[] = [],
): string {
  const key = keyOf(counter);
  const parts = of.flatMap((c) =>
    sourcesOf(c).flatMap((source) => c.moments.map((m) => partOf(counter, measures, c, m, source))),
  );
  const columns = [...key, ...besides, ...measures.map((m) => `sum(${m})::bigint as ${m}`)];
  return `select
  ${listed(columns, 2)}
from (
  ${parts.join('\n  union all\n  ')}
) as contributed
group by ${key.join(', ')}`;
}

function partOf(
  counter: CounterName,
  measures: readonly string[],
  { dimensions }: Contribution,
  moment: Moment,
  { rows, sign }: { rows: string; sign: '' | '-' },
): string {
  const { key } = shapeOf(counter);
  const columns = Object.keys(key).map(
    (column) => `${column === 'day' ? `ist_day(f.${moment.on})` : dimensions[column]} as ${column}`,
  );
  const values = measures.map((measure) => `${addedBy(moment, measure, sign)} as ${measure}`);
  const where = moment.on ? ` where f.${moment.on} is not null` : '';
  return `select
    ${listed(['f.account_id', ...columns, ...values], 4)}
  from ${rows} as f${where}`;
}

function addedBy({ counts, amounts }: Moment, measure: string, sign: Source['sign']): string {
  const condition = counts?.[measure];
  if (condition) return condition === 'true' ? `${sign}1` : `${sign}(${condition})::int`;
  return amounts?.[measure] ? `${sign}${amounts[measure]}` : '0';
}

function notZero(measures: readonly string[]): string {
  return joined(
    measures.map((measure) => `sum(${measure}) <> 0`),
    'or',
    2,
  );
}

/** Measures that some contributions add to, in the counter's order. */
function measuredBy(contributions: readonly Contribution[]): string[] {
  const added = new Set(
    contributions.flatMap(({ moments }) =>
      moments.flatMap(({ counts, amounts }) => [...Object.keys(counts ?? {}), ...Object.keys(amounts ?? {})]),
    ),
  );
  return contributions[0] ? shapeOf(contributions[0].counter).measures.filter((m) => added.has(m)) : [];
}

/** Columns of the facts that a contribution is made of. */
function columnsOf({ dimensions, moments }: Contribution): string[] {
  const on = moments.flatMap((moment) => (moment.on ? [`f.${moment.on}`] : []));
  const added = moments.flatMap(({ counts, amounts }) => [
    ...Object.values(counts ?? {}),
    ...Object.values(amounts ?? {}),
  ]);
  return columnsIn(...Object.values(dimensions), ...on, ...added);
}

function contributionsTo(counter: CounterName): Contribution[] {
  return CONTRIBUTIONS.filter((contribution) => contribution.counter === counter);
}

function keyOf(counter: CounterName): string[] {
  return ['account_id', ...Object.keys(shapeOf(counter).key)];
}
