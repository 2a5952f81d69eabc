import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { CampaignStatus, PausedBy } from '../db/schema.ts';
import { fromWire } from '../ids.ts';
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

interface PauseColumns {
  paused_by: PausedBy | null;
  pause_reason: string | null;
  paused_at: ReturnType<typeof sql<Date>> | null;
}

async function change(
  account: Account,
  id: string,
  action: string,
  transition: Transition,
  pause: PauseColumns,
) {
  const uuid = fromWire('cmp', id);
  if (uuid === null) throw notFound('campaign');
  return account.transaction(async (account) => {
    const changed = await move(account, uuid, transition, pause);
    await audit(account, action, uuid, { changed, reason: pause.pause_reason });
    return readCampaign(account, { id });
  });
}

/** Moves by one guarded update. Where it found nothing to move, the status tells why; and it may have changed meanwhile. */
async function move(
  account: Account,
  uuid: string,
  transition: Transition,
  pause: PauseColumns,
): Promise<boolean> {
  for (;;) {
    const moved = await account
      .update('campaigns')
      .set({ status: transition.to, ...pause })
      .where('id', '=', uuid)
      .where('status', '=', transition.from)
      .returning('id')
      .execute();
    if (moved.length > 0) return true;
    const status = await statusOf(account, uuid);
    if (transition.unchanged.includes(status)) return false;
    const refusal = transition.refusals[status];
    if (refusal) throw new Refusal(refusal.code, refusal.message);
  }
}

/** Held as it is until the transaction ends, so that what is read after it is still what was decided by. */
async function statusOf(account: Account, uuid: string): Promise<CampaignStatus> {
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
  const length = [...trimmed].length;
  if (length > LONGEST_REASON) {
    throw new Refusal(
      'invalid_parameter',
      `reason has ${length} characters; it has at most ${LONGEST_REASON}.`,
      'reason',
    );
  }
  return trimmed === '' ? null : trimmed;
}
