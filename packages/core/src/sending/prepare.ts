import { startScheduled } from '../campaigns/activate.ts';
import { completeCampaigns } from '../campaigns/complete.ts';
import { joinAudience, joiningCampaigns } from '../campaigns/join.ts';
import type { Account } from '../db/account.ts';
import { settleExpiredClaims } from '../mails/expired.ts';
import { assignInboxes } from './assign.ts';
import { settleOldDoubts } from './doubts.ts';
import { databaseTime, readCampaigns, readInboxes } from './snapshot.ts';

/** Sets of leads that join or get an inbox before emails are sent again. */
const SETS = 20;

/**
 * All that comes before sending: campaigns whose time has come start, their audiences join, leads get an inbox, what was left by
 * a sender that died is released or settled, and campaigns without anybody left are completed.
 * @returns whether there is more of it to do
 */
export async function prepareSending(
  account: Account,
  { at, signal }: { at?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  const moment = at === undefined ? undefined : new Date(at);
  await settleExpiredClaims(account);
  await settleOldDoubts(account, moment);
  await startScheduled(account, moment);
  let more = false;
  for (const campaign of await joiningCampaigns(account, moment)) {
    more = (await joinAll(account, campaign, moment, signal)) || more;
  }
  more = (await assignAll(account, at, signal)) || more;
  await completeCampaigns(account, moment);
  return more;
}

async function joinAll(
  account: Account,
  campaign: string,
  at?: Date,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let set = 0; set < SETS; set++) {
    if (signal?.aborted) return true;
    const { more } = await joinAudience(account, { campaign, ...(at && { at }) });
    if (!more) return false;
  }
  return true;
}

async function assignAll(account: Account, at?: number, signal?: AbortSignal): Promise<boolean> {
  const now = at ?? (await databaseTime(account));
  const inboxes = await readInboxes(account, now);
  if (inboxes.length === 0) return false;
  const campaigns = await readCampaigns(account, now, inboxes);
  for (let set = 0; set < SETS; set++) {
    if (signal?.aborted) return true;
    const more = await account.transaction((account) => assignInboxes(account, campaigns, inboxes));
    if (!more) return false;
  }
  return true;
}
