import { type Own, type Sql, sql } from '../db/sql.ts';
import { COUNTERS, type CounterName } from './contributions.ts';

type Measure<Counter extends CounterName> = (typeof COUNTERS)[Counter]['measures'][number];

/** SQL for the sum of one measure of a counter, of the rows for which `where` holds, if it is given; 0 where there is none. */
export function sumOf<Counter extends CounterName>(
  counter: Counter,
  measure: Measure<Counter>,
  where?: Sql,
): Sql<number> {
  const sum = sql`sum(${measureOf(counter, measure)})`;
  return where
    ? sql<number>`coalesce(${sum} filter (where ${where}), 0)::bigint`
    : sql<number>`coalesce(${sum}, 0)::bigint`;
}

/** SQL for the sums of some measures of a counter as columns, each under the name of its measure. */
export function sumsOf<Counter extends CounterName>(
  counter: Counter,
  measures: readonly Measure<Counter>[],
): Sql {
  return sql.join(measures.map((measure) => sql`${sumOf(counter, measure)} as ${sql.id(measure)}`));
}

/**
 * A query of one row for each key of a counter, with all its measures. A counter itself may have several rows for a key,
 * one for each lane (figures/lanes.ts). Summing them works without this query; joining or comparing rows does not.
 */
export function summed(own: Own, counter: CounterName): Sql {
  const key = sql.join(Object.keys(COUNTERS[counter].key).map((column) => sql.id(column)));
  const sums = COUNTERS[counter].measures.map(
    (measure) => sql`sum(${sql.id(measure)})::bigint as ${sql.id(measure)}`,
  );
  return sql`select ${key}, ${sql.join(sums)} from ${own(counter)} as kept group by ${key}`;
}

/** Tables of settings: they do not grow with an account's history, so they are counted as they are asked for. */
type Settings = 'magnets' | 'campaigns' | 'email_accounts';

/**
 * A query of one row: how many there are of a kind of settings. `counted` names each column and says which rows it counts,
 * or null for all.
 */
export function numberOf(own: Own, settings: Settings, counted: Readonly<Record<string, Sql | null>>): Sql {
  const columns = Object.entries(counted).map(
    ([name, where]) => sql`count(*)${where ? sql` filter (where ${where})` : sql``} as ${sql.id(name)}`,
  );
  return sql`select ${sql.join(columns)} from ${own(settings)} as counted`;
}

function measureOf(counter: CounterName, measure: string): Sql {
  const measures: readonly string[] = COUNTERS[counter].measures;
  if (!measures.includes(measure)) throw new Error(`${measure} is not a measure of ${counter}.`);
  return sql.id(measure);
}
