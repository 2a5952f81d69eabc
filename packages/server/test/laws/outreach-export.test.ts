import { expect, test } from '@jest/globals';
import { listCampaigns } from '@lodestone/core';
import { parse } from 'yaml';

import { writeOutreach } from '@lodestone/server/outreach/write.js';
import { SECRET_KEYS } from '../capture/owner.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  test('a file of an account wants no campaign started that is over, so that a copy of it does not send again', async () => {
    const { data } = await listCampaigns(server.account, { status: 'completed', limit: 10, offset: 0 });
    expect(data.length).toBeGreaterThan(0);
    const file = parse(await writeOutreach(server.account, SECRET_KEYS)) as {
      campaigns: { name: string; status?: string }[];
    };
    for (const { name } of data) {
      expect(file.campaigns.find((campaign) => campaign.name === name)).not.toHaveProperty('status');
    }
    expect(file.campaigns.filter(({ status }) => status === 'active').length).toBeGreaterThan(0);
  });
});
