import { accountsWithInboxes, TIME_ZONE, warmUp, WARM_UP_MINUTE } from '@lodestone/core';

import type { Job } from './job.ts';

/** Lets inboxes that warm up send a little more each day, or less where emails bounce. */
export const warmUpJob: Job = {
  name: 'warm_up',
  // The days of an inbox are those of India, as its figures.
  schedule: { cron: `${WARM_UP_MINUTE} 0 * * *`, zone: TIME_ZONE },
  timeoutMs: 600_000,
  limit: Infinity,
  run: async ({ db, forEach }) =>
    forEach(await accountsWithInboxes(db), async (account, run) => {
      run.done(await warmUp(account));
    }),
};
