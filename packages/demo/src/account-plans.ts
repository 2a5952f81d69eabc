import { type DemoCampaign, HARBOR_CAMPAIGNS, MERIDIAN_CAMPAIGNS } from './campaigns.ts';
import { type DemoInbox, HARBOR_INBOXES, MERIDIAN_INBOXES } from './inboxes.ts';
import { type DemoMagnet, HARBOR_MAGNETS, MERIDIAN_MAGNETS } from './magnets.ts';

/** An account of the demo, as it is written down. */
export interface AccountPlan {
  name: string;
  email: string;
  created: number;
  magnets: readonly DemoMagnet[];
  inboxes: readonly DemoInbox[];
  campaigns: readonly DemoCampaign[];
}

export const ACCOUNTS: readonly [AccountPlan, AccountPlan] = [
  {
    name: 'Meridian Growth',
    email: 'owner@meridian.example',
    created: 245,
    magnets: MERIDIAN_MAGNETS,
    inboxes: MERIDIAN_INBOXES,
    campaigns: MERIDIAN_CAMPAIGNS,
  },
  {
    name: 'Harbor & Pine',
    email: 'mara@harborandpine.example',
    created: 222,
    magnets: HARBOR_MAGNETS,
    inboxes: HARBOR_INBOXES,
    campaigns: HARBOR_CAMPAIGNS,
  },
];
