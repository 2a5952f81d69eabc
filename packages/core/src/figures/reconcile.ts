import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { COUNTER_NAMES, differencesOf, shapeOf } from './counters.ts';
import { staleEngagement } from './engagement.ts';
import { staleBitmaps } from './bitmaps.ts';
import { staleProgress } from './progress.ts';
import { staleSearchTexts } from './search-texts.ts';

/** A stored figure that is not what its facts say. */
export interface Difference {
  /** The table that the figure stands in. */
  where: string;
  /** Which row, by its key. */
  key: Record<string, unknown>;
  figure: string;
  kept: unknown;
  facts: unknown;
}

/** Compares every derived table and column with the facts, over all accounts. Changes nothing. */
export async function reconcile(
  db: Db,
  onProgress: (where: string) => void = () => {},
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const counter of COUNTER_NAMES) {
    onProgress(counter);
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(differencesOf(counter))}`.execute(db);
    differences.push(...rows.flatMap((row) => differencesIn(counter, row, shapeOf(counter).measures)));
  }
  for (const { table, figures, query } of [
    staleBitmaps(),
    staleSearchTexts(),
    staleProgress(),
    staleEngagement(),
  ]) {
    onProgress(table);
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(db);
    differences.push(...rows.flatMap((row) => differencesIn(table, row, figures)));
  }
  return differences;
}

function differencesIn(
  where: string,
  row: Record<string, unknown>,
  figures: readonly string[],
): Difference[] {
  const key = Object.fromEntries(Object.entries(row).filter(([column]) => !/_(kept|summed)$/.test(column)));
  return figures
    .map((figure) => ({ where, key, figure, kept: row[`${figure}_kept`], facts: row[`${figure}_summed`] }))
    .filter(({ kept, facts }) => !same(kept, facts));
}

function same(kept: unknown, facts: unknown): boolean {
  return isDeepStrictEqual(kept, facts);
}
