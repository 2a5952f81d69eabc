import { failedJobs, troubledCampaigns, troubledInboxes } from '@lodestone/mcp/health.js';

import { connect } from '../client.ts';
import { type Command, type Given, numberOf } from '../command.ts';
import { EXIT } from '../failure.ts';
import { OUTPUT, printPages, wanted } from '../output/print.ts';
import { err } from '../environment.ts';

export const check: Command = {
  name: 'check',
  summary: 'Check inboxes, jobs and campaigns, and fail if one has a problem',
  description: `For CI and cron. Exits with 1 if
- an inbox is disconnected, paused by the system or has poor deliverability,
- a recent job run failed, in whole or in part,
- a campaign was paused by the system, or an active one is above the bounce rate limit.

Needs the scopes account:read and campaigns:read.`,
  flags: [
    {
      name: 'max-bounce-rate',
      type: 'number',
      placeholder: 'RATE',
      minimum: 0,
      maximum: 1,
      default: 0.05,
      help: 'Highest bounce rate to accept for a campaign, as a fraction',
    },
    {
      name: 'min-sent',
      type: 'integer',
      placeholder: 'N',
      minimum: 0,
      default: 20,
      help: 'Ignore the bounce rate of campaigns with fewer sends than this',
    },
    {
      name: 'hours',
      type: 'integer',
      placeholder: 'HOURS',
      minimum: 1,
      maximum: 8760,
      default: 24,
      help: 'How far back to look for failed jobs',
    },
    ...OUTPUT,
  ],
  examples: ['lodestone check', 'lodestone check --max-bounce-rate 0.02 --hours 1 --json'],
  run: look,
};

async function look(given: Given): Promise<number> {
  const how = wanted(given, ['what', 'name', 'problem', 'id'], ['what', 'name', 'problem']);
  const lodestone = connect(given);
  const found = [
    ...(await troubledInboxes(lodestone)),
    ...(await failedJobs(lodestone, { hours: numberOf(given, 'hours', 24) })),
    ...(await troubledCampaigns(lodestone, {
      maxBounceRate: numberOf(given, 'max-bounce-rate', 0.05),
      minSent: numberOf(given, 'min-sent', 20),
    })),
  ];
  if (found.length === 0 && how.format === 'table') {
    err('No problems found.');
    return 0;
  }
  await printPages([{ data: found, has_more: false, next_offset: null }], how, {
    ...given,
    flags: { ...given.flags, quiet: true },
  });
  return found.length > 0 ? EXIT.found : 0;
}
