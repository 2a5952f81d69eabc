import {
  type Account,
  activateCampaign,
  deleteDraft,
  duplicateCampaign,
  readCampaignForm,
  readTimestamp,
  Refusal,
  scheduleCampaign,
  unscheduleCampaign,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import type { Asked } from '../page.ts';
import { textOf, timeOfDay } from '../query.ts';
import { unwritable } from './step-problems.ts';
import { attempt } from './writes.ts';

export function start(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  return attempt(account, id, 'campaign_started', async () => {
    await refuseUnwritable(account, { id });
    return activateCampaign(account, { id });
  });
}

/** A campaign whose emails cannot be written would run, and send nothing. @throws Refusal `invalid_state`, `not_found` */
export async function refuseUnwritable(account: Account, { id }: { id: string }): Promise<void> {
  const { steps } = await readCampaignForm(account, { id });
  const found = await unwritable(account, steps);
  if (found === null) return;
  throw new Refusal('invalid_state', `The campaign cannot start yet. ${found.where}: ${found.problem}`);
}

export function schedule(account: Account, { params, form }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const typed = { day: textOf(form, 'day'), time: timeOfDay(textOf(form, 'time')) };
  const change = async () => {
    const at = momentOf(typed);
    await refuseUnwritable(account, { id });
    return scheduleCampaign(account, { id, at });
  };
  return attempt(account, id, 'campaign_scheduled', change, typed);
}

/** A day and a time in IST. @throws Refusal `invalid_parameter` */
function momentOf({ day, time }: { day: string; time: string }): Date {
  const at = readTimestamp(`${day}T${time}:00+05:30`, 'after');
  if (at === null) {
    throw new Refusal('invalid_parameter', 'Enter a date such as 2026-11-30 and a time such as 09:00.');
  }
  return at;
}

export function unschedule(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  return attempt(account, id, 'campaign_unscheduled', () => unscheduleCampaign(account, { id }));
}

export async function duplicate(account: Account, { params }: Asked): Promise<Answer> {
  const { id } = await duplicateCampaign(account, { id: params['id'] ?? '' });
  return goTo(`/campaigns/${id}`, 'campaign_duplicated');
}

export async function discard(account: Account, { params }: Asked): Promise<Answer> {
  await deleteDraft(account, { id: params['id'] ?? '' });
  return goTo('/campaigns', 'campaign_deleted');
}
