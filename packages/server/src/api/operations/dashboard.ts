import { readDashboard } from '@lodestone/core';

import type { Handlers } from './handlers.ts';

export const dashboard: Pick<Handlers, 'getDashboard'> = {
  getDashboard: ({ account }, { range, scope }) => readDashboard(account, { range, scope }),
};
