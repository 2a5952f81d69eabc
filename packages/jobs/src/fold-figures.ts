import { foldFigures } from '@lodestone/core';

import type { Job } from './job.ts';

/**
 * Merges the lanes of concurrent writers, so that figures are read from few rows. It works for no account in particular, so
 * no account's activity shows it.
 */
export const foldFiguresJob: Job = {
  name: 'fold_figures',
  schedule: { every: 10_000 },
  timeoutMs: 60_000,
  limit: Infinity,
  run: ({ db }) => foldFigures(db),
};
