import {
  type Account,
  accountIds,
  pruneHalfAssets,
  pruneRawMails,
  pruneRuns,
  pruneSessions,
  pruneUsedForms,
  pruneVisits,
} from '@lodestone/core';

import type { Job } from './job.ts';

/** What is kept for a time only: each deletes what is too old of an account, and returns how much that was. Add yours. */
const PRUNED: ((account: Account) => Promise<number>)[] = [
  pruneRuns,
  pruneRawMails,
  pruneUsedForms,
  pruneSessions,
  pruneVisits,
  pruneHalfAssets,
];

/** Deletes what is kept for a time only, once a night. */
export const pruneJob: Job = {
  name: 'prune',
  schedule: { cron: '30 3 * * *', zone: 'UTC' },
  timeoutMs: 3_600_000,
  limit: Infinity,
  run: async ({ db, forEach }) =>
    forEach(await accountIds(db), async (account, run) => {
      for (const prune of PRUNED) run.done(await prune(account));
    }),
};
