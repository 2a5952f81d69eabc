import type { UpdateObject } from 'kysely';

import { audit, type AuditAction } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { CampaignStatus, PausedBy, Tables } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { requireLength } from '../fields.ts';
import { uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { readCampaign } from './read.ts';
import { PAUSE, RESUME, type Transition } from './states.ts';

export const LONGEST_REASON = 500;

/**
 * Pauses a running campaign. One that is paused already stays as it is, with its reason.
 * @throws Refusal `not_found`, `invalid_state`, `invalid_parameter`
 */
export async function pauseCampaign(
  account: Account,
  { id, reason, by = 'api' }: { id: string; reason?: string | undefined; by?: Exclude<PausedBy, 'system'> },
) {
  const pause_reason = reasonOf(reason);
  return change(account, id, 'campaign.pause', PAUSE, {
    paused_by: by,
    pause_reason,
    paused_at: sql<Date>`clock_timestamp()`,
  });
}

/**
 * Resumes a campaign that its owner paused. One that is sending already stays as it is.
 * @throws Refusal `not_found`, `invalid_state`, `system_paused`
 */
export async function resumeCampaign(account: Account, { id }: { id: string }) {
  return change(account, id, 'campaign.resume', RESUME, {
    paused_by: null,
    pause_reason: null,
    paused_at: null,
  });
}

/** What a change of status writes besides the status. */
type StatusColumns = Pick<
  UpdateObject<Tables, 'campaigns'>,
  'paused_by' | 'pause_reason' | 'paused_at' | 'scheduled_for' | 'started_at'
>;

/** Moves a campaign to another status, or leaves it where that is right, and answers with it. */
export async function change(
  account: Account,
  id: string,
  action: AuditAction,
  transition: Transition,
  columns: StatusColumns,
) {
  const uuid = uuidOf('cmp', id, 'campaign');
  return account.transaction(async (account) => {
    const changed = await move(account, uuid, transition, columns);
    await audit(account, action, uuid, { changed, reason: columns.pause_reason ?? undefined });
    return readCampaign(account, { id });
  });
}

/** Locks the campaign, decides by its status, and moves it. @returns whether it moved */
async function move(
  account: Account,
  uuid: string,
  transition: Transition,
  columns: StatusColumns,
): Promise<boolean> {
  const decided = transition.from[await lockStatus(account, uuid)];
  if (decided === 'stays') return false;
  if (decided !== 'moves') throw new Refusal(decided.code, decided.message);
  await account
    .update('campaigns')
    .set({ status: transition.to, ...columns })
    .where('id', '=', uuid)
    .execute();
  return true;
}

/** The status, held as it is until the transaction ends: what was decided by it is still so when it is answered. */
async function lockStatus(account: Account, uuid: string): Promise<CampaignStatus> {
  const campaign = await account
    .select('campaigns')
    .select('status')
    .where('id', '=', uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!campaign) throw notFound('campaign');
  return campaign.status;
}

function reasonOf(reason: string | undefined): string | null {
  const trimmed = reason?.trim() ?? '';
  requireLength(trimmed, LONGEST_REASON, 'reason');
  return trimmed === '' ? null : trimmed;
}
