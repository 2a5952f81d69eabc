/**
 * Counters and bitmaps that many writers change at the same time are kept in lanes. A writer takes the lowest lane that no
 * other transaction has, keeps it until its own ends, and writes its part of every counter there: it never waits for
 * another. What is read is the sum over all lanes (for bitmaps, the XOR). There are never more lanes than writers at one time,
 * and `foldFigures` brings them back into the lowest, so that a read costs no more than a few rows for each counter.
 *
 * `lane()` itself is made by a migration (db/migrations/0009-lanes.ts): subscribers are numbered by it too.
 */
import { listed } from './layout.ts';

/** Moves what other lanes hold of a kept table into lane 0, with what is done to the columns besides the key. */
export function foldInto(
  table: string,
  key: readonly string[],
  merged: Readonly<Record<string, Fold>>,
): string {
  const columns = Object.keys(merged);
  return `with moved as (
  delete from ${table} where lane > 0 and lane = $lane
  returning
    ${listed([...key, ...columns], 4)}
)
insert into ${table} as kept (
  ${listed([...key, 'lane', ...columns], 2)}
)
select
  ${listed([...key, '0', ...columns], 2)}
from moved
on conflict (${[...key, 'lane'].join(', ')}) do update set
  ${columns.map((column) => `${column} = kept.${column} ${merged[column]} excluded.${column}`).join(',\n  ')}`;
}

/** How two parts of a column are put together. */
type Fold = '+' | '#';

/** Serves the fold, which looks for what is not in the lowest lane. */
export function indexLanes(table: string): string {
  return `create index ${table}_by_lane on ${table} (account_id, lane) where lane > 0`;
}
