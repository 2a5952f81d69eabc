import { foldFigures } from '@lodestone/core';

import type { Job } from './job.ts';

/**
 * Brings what writers of one time left beside each other into one place, so that figures are read from few rows. It works for
 * no account in particular, so it is in nobody's activity.
 */
export const foldFiguresJob: Job = {
  name: 'fold_figures',
  schedule: { every: 10_000 },
  timeoutMs: 60_000,
  limit: Infinity,
  run: ({ db }) => foldFigures(db),
};
