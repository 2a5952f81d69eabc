import { type Account, type Db, listActivity } from '@lodestone/core';
import type { JobsOptions } from '@lodestone/jobs';
import { sql } from 'kysely';

import { aSubscriber } from '../../core/test/builders.ts';
import type { OpenDatabase } from '../../core/test/databases.ts';

/** The database as `startJobs` takes it. */
export const forJobs = ({ db, databaseUrl }: Pick<OpenDatabase, 'db' | 'databaseUrl'>) =>
  databaseUrl === undefined ? { embedded: db } : { databaseUrl };

/** A subscriber who has been idle for over a year, with a score as it was then. @returns their id */
export async function aSubscriberOfOld(db: Db, account: Account, lead_score: number): Promise<string> {
  const first_seen_at = new Date(Date.now() - 400 * 86_400_000);
  const id = await aSubscriber(account, { first_seen_at, last_activity_at: first_seen_at });
  await sql`alter table subscribers disable trigger user`.execute(db);
  await account.update('subscribers').set({ lead_score }).where('id', '=', id).execute();
  await sql`alter table subscribers enable trigger user`.execute(db);
  return id;
}

/** The account's runs as `/v1/activity` has them, latest first. */
export async function runsOf(account: Account) {
  return (await listActivity(account, { limit: 200, offset: 0 })).data;
}

export const SETTINGS: JobsOptions['settings'] = {
  publicUrl: 'http://localhost:4400',
  smtpUrl: undefined,
  secretKeys: () => Promise.reject(new Error('No key in this test.')),
};
