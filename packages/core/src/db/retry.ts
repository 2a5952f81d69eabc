import { setTimeout } from 'node:timers/promises';

const ATTEMPTS = 5;

/** PostgreSQL ends one of two writers that wait for each other. It wrote nothing, so it may simply begin again. */
export async function retried<Result>(attempt: () => Promise<Result>, attempts = ATTEMPTS): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const deadlocked =
      error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
    if (!deadlocked || attempts <= 1) throw error;
    // Not both at the same moment again.
    await setTimeout(Math.random() * 50);
    return retried(attempt, attempts - 1);
  }
}
