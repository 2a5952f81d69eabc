import { listActivity, listEmailAccounts, readMe, readUsage } from '@lodestone/core';

import type { Handlers } from './handlers.ts';

export const account: Pick<Handlers, 'getMe' | 'getUsage' | 'listActivity' | 'listEmailAccounts'> = {
  getMe: ({ account, key }) => readMe(account, { key }),
  getUsage: ({ account }, { range }) => readUsage(account, { range }),
  listActivity: ({ account }, input) => listActivity(account, input),
  listEmailAccounts: ({ account }) => listEmailAccounts(account),
};
