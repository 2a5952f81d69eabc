import { Lodestone, LodestoneError } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Resume a campaign. Set CAMPAIGN_ID to its id.
const { CAMPAIGN_ID = '' } = process.env;
try {
  const campaign = await lodestone.campaigns.resume(CAMPAIGN_ID);
  console.log(campaign.status);
} catch (error) {
  if (!LodestoneError.is(error, 'system_paused')) throw error;
  console.log('Fix the cause in the application first.');
}
