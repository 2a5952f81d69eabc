import { setTimeout } from 'node:timers/promises';

const ATTEMPTS = 5;

/**
 * Tries again after failures that pass: PostgreSQL ended one of two writers that waited for each other, or another account
 * has just erased the person that a subscriber refers to. Nothing was written, so the work can simply begin again. So can,
 * once, work that found no row and then could not add it because another writer was first: now it finds the row.
 */
export async function retried<Result>(attempt: () => Promise<Result>, attempts = ATTEMPTS): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const again = passes(error) || (isTaken(error) && attempts === ATTEMPTS);
    if (!again || attempts <= 1) throw error;
    // Not both at the same moment again.
    await setTimeout(Math.random() * 50);
    return retried(attempt, attempts - 1);
  }
}

/** Whether what has to be unique (PostgreSQL's unique_violation) is there already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

function passes(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '40P01' || error.code === '40001') return true;
  return (
    error.code === '23503' && 'constraint' in error && error.constraint === 'subscribers_person_id_email_fkey'
  );
}
