import { listCampaigns, pauseCampaign, readCampaignMetrics, resumeCampaign } from '@lodestone/core';

import type { Handlers } from './handlers.ts';

export const campaigns: Pick<
  Handlers,
  'listCampaigns' | 'getCampaignMetrics' | 'pauseCampaign' | 'resumeCampaign'
> = {
  listCampaigns: ({ account }, input) => listCampaigns(account, input),
  getCampaignMetrics: ({ account }, { id }) => readCampaignMetrics(account, { id }),
  pauseCampaign: ({ account }, { id, reason }) => pauseCampaign(account, { id, reason, by: 'api' }),
  resumeCampaign: ({ account }, { id }) => resumeCampaign(account, { id }),
};
