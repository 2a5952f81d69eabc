import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/** Where processes that do jobs listen: see db/listen.ts. */
export const JOBS_CHANNEL = 'lodestone_jobs';

/**
 * Has a job look for work at once, in whichever process does it. Inside a transaction it is told when that commits. It is a hint:
 * without it the work is found at the job's next turn. Many in one transaction are told once.
 */
export async function wake(account: Account, job: string): Promise<void> {
  await account.rows(() => sql`select pg_notify(${JOBS_CHANNEL}, ${job})`);
}
