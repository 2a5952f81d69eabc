import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Which campaigns did the system pause, and why?
for await (const campaign of lodestone.campaigns.list()) {
  if (campaign.pause?.by === 'system') console.log(campaign.name, campaign.status, campaign.pause.reason);
}
