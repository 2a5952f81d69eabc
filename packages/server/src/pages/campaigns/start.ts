import {
  type Account,
  deleteDraft,
  duplicateCampaign,
  readTimestamp,
  Refusal,
  unscheduleCampaign,
} from '@lodestone/core';

import { startCampaign, startCampaignAt } from '../../campaigns/start.ts';
import { type Answer, goTo } from '../answer.ts';
import type { Asked } from '../page.ts';
import { textOf, timeOfDay } from '../query.ts';
import { attempt } from './writes.ts';

export function start(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  return attempt(account, id, 'campaign_started', () => startCampaign(account, { id }));
}

export function schedule(account: Account, { params, form }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const typed = { day: textOf(form, 'day'), time: timeOfDay(textOf(form, 'time')) };
  const change = async () => startCampaignAt(account, { id, at: momentOf(typed) });
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
