import {
  type Account,
  activateCampaign,
  type CampaignDraft,
  editCampaign,
  readCampaignForm,
  Refusal,
  scheduleCampaign,
} from '@lodestone/core';

import { templateFields, unwritable } from './unwritable.ts';

/*
 * What pages and outreach files start, schedule and edit goes through here: a campaign whose emails cannot be written would run,
 * and send nothing without a word.
 */

/** As core's, unless an email of it cannot be written. @throws Refusal `not_found`, `invalid_state`, `system_paused` */
export async function startCampaign(account: Account, { id }: { id: string }) {
  await refuseUnwritable(account, { id });
  return activateCampaign(account, { id });
}

/** As core's, unless an email of it cannot be written. @throws Refusal `not_found`, `invalid_parameter`, `invalid_state` */
export async function startCampaignAt(account: Account, { id, at }: { id: string; at: Date }) {
  await refuseUnwritable(account, { id });
  return scheduleCampaign(account, { id, at });
}

/**
 * As core's, unless it runs, or is scheduled to, and an email of it could not be written. A draft may be unfinished.
 * @throws Refusal `not_found`, `invalid_parameter`, `invalid_state`
 */
export async function changeCampaign(account: Account, change: CampaignDraft & { id: string }) {
  const { status, name } = await readCampaignForm(account, change);
  if (status !== 'draft' && change.steps) {
    const [found] = await unwritable(change.steps, await templateFields(account));
    if (found) {
      const message = `Campaign ${name} could send nothing more. ${found.message}`;
      throw new Refusal('invalid_parameter', message, found.field);
    }
  }
  return editCampaign(account, change);
}

async function refuseUnwritable(account: Account, { id }: { id: string }): Promise<void> {
  const { name, steps } = await readCampaignForm(account, { id });
  const [found] = await unwritable(steps, await templateFields(account));
  if (!found) return;
  throw new Refusal('invalid_state', `Campaign ${name} cannot start yet. ${found.message}`, found.field);
}
