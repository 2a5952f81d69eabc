import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Pause a campaign, and say why. Set CAMPAIGN_ID to its id.
const { CAMPAIGN_ID = '' } = process.env;
const campaign = await lodestone.campaigns.pause(CAMPAIGN_ID, { reason: 'Reworking step two' });
console.log(campaign.status, campaign.pause);
