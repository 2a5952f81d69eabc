import { account } from './account.ts';
import { campaigns } from './campaigns.ts';
import { dashboard } from './dashboard.ts';
import type { Handlers } from './handlers.ts';
import { magnets } from './magnets.ts';
import { subscribers } from './subscribers.ts';
import { unibox } from './unibox.ts';

export const handlers: Handlers = {
  ...account,
  ...dashboard,
  ...magnets,
  ...subscribers,
  ...campaigns,
  ...unibox,
};
