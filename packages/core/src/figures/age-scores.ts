import type { Account } from '../db/account.ts';
import { ageScores as statement } from './engagement.ts';

/**
 * Halves the scores of subscribers whose last activity passed into an older band. Between two runs, which belong on every
 * IST day, a score is of the day on which it was last written.
 * @returns how many scores changed
 */
export async function ageScores(account: Account): Promise<number> {
  const rows = await account.rows<{ id: string }>(() => statement(account.id));
  return rows.length;
}
