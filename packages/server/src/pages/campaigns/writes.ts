import {
  type Account,
  pauseCampaign,
  readCampaign,
  Refusal,
  resumeAfterSystemPause,
  resumeCampaign,
  reviewBounces,
  setInboxStatus,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import type { Flash } from '../flash.ts';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { campaignPage } from './detail.tsx';
import type { Typed } from './refused.ts';

export async function pause(account: Account, { params, form }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const reason = textOf(form, 'reason');
  return attempt(
    account,
    id,
    'campaign_paused',
    () => pauseCampaign(account, { id, reason, by: 'application' }),
    { reason },
  );
}

export async function resume(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  return attempt(account, id, 'campaign_resumed', () => resumeCampaign(account, { id }));
}

export async function markBouncesReviewed(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  return attempt(account, id, 'bounces_reviewed', () => reviewBounces(account, { id }));
}

export async function pauseInbox(account: Account, { params, form }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  await readCampaign(account, { id });
  return attempt(account, id, 'inbox_settled', () =>
    setInboxStatus(account, { id: textOf(form, 'inbox'), status: 'paused' }),
  );
}

export async function clearSystemPause(account: Account, { params }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  return attempt(account, id, 'campaign_resumed', () => resumeAfterSystemPause(account, { id }));
}

/** Makes a change, and shows the campaign: with what was done, or with why it was refused. */
export async function attempt(
  account: Account,
  id: string,
  done: Flash,
  change: () => Promise<unknown>,
  typed: Typed = {},
): Promise<Answer> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    return campaignPage(account, id, { ...typed, error: error.message });
  }
  return goTo(`/campaigns/${id}`, done);
}
