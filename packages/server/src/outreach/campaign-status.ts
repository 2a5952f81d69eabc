import {
  type Account,
  type CampaignForm,
  type CampaignStatus,
  countAudience,
  fromWire,
  joinAudience,
  pauseCampaign,
  readCampaignForm,
  resumeCampaign,
  unscheduleCampaign,
} from '@lodestone/core';

import { startCampaign, startCampaignAt } from '../campaigns/start.ts';
import { startOf } from './campaign-entry.ts';
import type { CampaignEntry } from './file.ts';

/** Milliseconds that the command waits for a large audience to join; a server goes on with it. */
const JOINING = 15_000;

/** Whether a campaign in one status is not where the file wants it. What has run by itself since is left alone. */
export function isOther(
  status: CampaignStatus,
  form: CampaignForm | undefined,
  entry: CampaignEntry,
): boolean {
  switch (entry.status) {
    case 'draft':
      return status === 'scheduled';
    case 'active':
      return status === 'draft' || status === 'scheduled' || status === 'paused';
    case 'paused':
      return status === 'active';
    case 'scheduled':
      if (status === 'draft') return true;
      return status === 'scheduled' && Date.parse(form?.scheduled_for ?? '') !== startOf(entry)?.getTime();
    default:
      return false;
  }
}

/** A campaign, and where it is to go. */
interface Move {
  id: string;
  status: CampaignStatus;
  target: NonNullable<CampaignEntry['status']>;
  entry: CampaignEntry;
  /** Whether it is taken back: then nobody joins. */
  rehearsing: boolean;
  note(text: string): void;
}

/** Brings a campaign from one status to another. What takes long goes on in the server; `note` says so. */
export async function moveTo(
  account: Account,
  { id, status, target, entry, rehearsing, note }: Move,
): Promise<void> {
  switch (target) {
    case 'draft':
      return void (await unscheduleCampaign(account, { id }));
    case 'paused':
      return void (await pauseCampaign(account, { id, by: 'application' }));
    case 'scheduled':
      return void (await startCampaignAt(account, { id, at: startOf(entry) ?? new Date(Number.NaN) }));
    case 'active': {
      if (status === 'paused') return void (await resumeCampaign(account, { id }));
      await startCampaign(account, { id });
      if (rehearsing) return;
      const campaign = fromWire('cmp', id) ?? '';
      let leads = 0;
      const until = performance.now() + JOINING;
      for (let more = true; more;) {
        if (performance.now() > until) {
          note(`${leads} leads have joined campaign ${entry.name}; the rest join while the server runs.`);
          return;
        }
        const set = await joinAudience(account, { campaign });
        leads += set.joined;
        ({ more } = set);
      }
      const { audience, follow } = await readCampaignForm(account, { id });
      if (leads === 0 && audience && !follow && (await countAudience(account, audience)) === 0) {
        note(
          `Campaign ${entry.name} is active, but its audience is empty. The audience joins only once: import subscribers first, add leads by hand, or set follow: true.`,
        );
      }
    }
  }
}
