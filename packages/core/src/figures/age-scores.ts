import { sql } from 'kysely';

import type { Account } from '../db/account.ts';
import { ageScoresBetween } from './engagement.ts';

/** So many numbers of subscribers at a time: a statement stays far within its time, and no row is locked for long. */
const BATCH = 50_000;

/**
 * Halves the scores of subscribers whose last activity passed into an older band. Between two runs, which belong on every
 * IST day, a score is of the day on which it was last written.
 * @returns how many scores changed
 */
export async function ageScores(account: Account): Promise<number> {
  const [last] = await account.rows<{ number: number | null }>(
    (own) => sql`select max(number) as number from ${own('subscribers')} as s`,
  );
  let changed = 0;
  for (let from = 0; from <= (last?.number ?? -1); from += BATCH) {
    changed += await account.transaction(async (account) => {
      const rows = await account.rows(() => ageScoresBetween(account.id, from, from + BATCH));
      return rows.length;
    });
  }
  return changed;
}
