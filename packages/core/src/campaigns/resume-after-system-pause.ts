import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { endPause } from '../deliverability/pause.ts';
import { readCampaign } from './read.ts';
import { SYSTEM_PAUSES } from './states.ts';
import { badInboxes, inboxesOf } from './system-pause.ts';

/**
 * Notes that the owner has looked at the bounces of a campaign that the system paused.
 * @throws Refusal `not_found`, `invalid_state`
 */
export async function reviewBounces(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('cmp', id, 'campaign');
  await account.transaction(async (account) => {
    const reviewed = await account
      .update('campaigns')
      .set({ bounces_reviewed_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', uuid)
      .where('status', 'in', SYSTEM_PAUSES)
      .returning('id')
      .execute();
    if (reviewed.length === 0) refuse((await readCampaign(account, { id })).status);
    await audit(account, 'campaign.bounces_reviewed', uuid);
  });
}

/**
 * Leads a campaign out of a pause by the system once the checklist is done. The application's alone: the API refuses it.
 * The conditions stand in the update itself, so that a new pause or an inbox taken back into use in between is not passed over.
 * @throws Refusal `not_found`, `invalid_state` for one that the system did not pause, `system_paused` for an open checklist
 */
export async function resumeAfterSystemPause(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('cmp', id, 'campaign');
  return account.transaction(async (account) => {
    const own = (await account.rows((own) => inboxesOf(own, sql`${uuid}`))).map(({ id }) => id);
    const bad = (await account.rows((own) => badInboxes(own, sql`${uuid}`))).map(({ id }) => id);
    const badInUse = account
      .select('email_accounts')
      .select('id')
      .where('status', '=', 'active')
      .where(sql<boolean>`id = any(${own}::uuid[])`)
      .where((eb) => eb.or([eb('system_paused_at', 'is not', null), sql<boolean>`id = any(${bad}::uuid[])`]));
    const resumed = await account
      .update('campaigns')
      .set({ status: 'active', paused_by: null, pause_reason: null, paused_at: null })
      .where('id', '=', uuid)
      .where('status', 'in', SYSTEM_PAUSES)
      .where((eb) =>
        eb.or([eb('status', '=', 'stalled'), eb('bounces_reviewed_at', '>=', sql<Date>`paused_at`)]),
      )
      .where((eb) => eb.not(eb.exists(badInUse)))
      .returning('id')
      .execute();
    const campaign = await readCampaign(account, { id });
    if (resumed.length > 0) {
      await endPause(account, 'campaign', uuid);
      await audit(account, 'campaign.resume_after_system_pause', uuid);
    }
    // A form that is sent twice finds it sending already.
    else if (campaign.status !== 'active') refuse(campaign.status);
    return campaign;
  });
}

function refuse(status: CampaignStatus): never {
  if (!SYSTEM_PAUSES.some((pause) => pause === status)) {
    throw new Refusal('invalid_state', `The system did not pause this campaign; it is ${status}.`);
  }
  throw new Refusal(
    'system_paused',
    'The checklist is not done: review its bounces if there are any, and fix or pause each inbox that is listed. Then resume the campaign.',
  );
}
