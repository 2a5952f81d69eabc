import { type Account, accountIds, type Db, forAccount } from '@lodestone/core';
import { sql } from 'kysely';

/** The one account of a database. */
export async function accountIn(db: Db): Promise<Account> {
  const [id = ''] = await accountIds(db);
  return forAccount(db, id, { kind: 'system' });
}

/** Makes as if the time of a process that was killed had run out: its jobs are free, and what it had claimed. */
export async function itsTimeRunsOut(db: Db): Promise<void> {
  await sql`delete from job_workers`.execute(db);
  const account = await accountIn(db);
  await account
    .update('mails')
    .set({ lease_until: new Date(0) })
    .where('state', '=', 'claimed')
    .execute();
}
