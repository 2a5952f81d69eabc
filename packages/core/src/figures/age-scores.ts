import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { scoreOf } from './engagement.ts';

/**
 * Halves the scores of subscribers whose last activity passed into an older band. It should run on every IST day; until it does, a score is as of the day it was last written.
 * @param batch numbers of subscribers that one statement looks at, which bounds how many rows it locks
 * @param aged hears how many scores each statement changed
 * @param signal ends it between two statements
 */
export async function ageScores(
  account: Account,
  {
    batch = 10_000,
    aged = () => {},
    signal,
  }: { batch?: number; aged?: (scores: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const score = sql.raw<number>(scoreOf('subscribers'));
  const [last] = await account.rows<{ number: number | null }>(
    (own) => sql`select max(number) as number from ${own('subscribers')} as s`,
  );
  for (let from = 0; from <= (last?.number ?? -1); from += batch) {
    signal?.throwIfAborted();
    const changed = await account.transaction((account) =>
      account
        .update('subscribers')
        .set({ lead_score: score })
        .where('number', '>=', from)
        .where('number', '<', from + batch)
        .where('lead_score', '<>', score)
        .executeTakeFirst(),
    );
    aged(Number(changed.numUpdatedRows));
  }
}
