import { accountIds, ageScores, TIME_ZONE } from '@lodestone/core';

import type { Job } from './job.ts';

/** Halves the lead scores of those whose last activity passed into an older band, once a day. */
export const ageScoresJob: Job = {
  name: 'age_scores',
  // The age of an activity moves on with the day in India.
  schedule: { cron: '1 0 * * *', zone: TIME_ZONE },
  timeoutMs: 3_600_000,
  limit: Infinity,
  run: async ({ db, forEach, batch, signal }) =>
    forEach(await accountIds(db), async (account, run) => {
      // Few of the subscribers that a statement looks at change.
      await ageScores(account, { batch: 40 * batch, signal, aged: (scores) => run.done(scores) });
    }),
};
