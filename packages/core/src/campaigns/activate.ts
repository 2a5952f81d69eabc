import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { Refusal } from '../refusal.ts';
import { change } from './control.ts';
import { type CampaignForm, readCampaignForm } from './form.ts';
import { ACTIVATE, SCHEDULE, UNSCHEDULE } from './states.ts';

/**
 * Starts a campaign: it sends from now on, and its audience joins (see `joinAudience`).
 * @throws Refusal `not_found`, `invalid_state`, `system_paused`
 */
export async function activateCampaign(account: Account, { id }: { id: string }) {
  await refuseUnlessReady(account, await readCampaignForm(account, { id }));
  return change(account, id, 'campaign.activate', ACTIVATE, {
    scheduled_for: null,
    started_at: sql<Date>`clock_timestamp()`,
  });
}

/**
 * Has a campaign start by itself at a time to come.
 * @throws Refusal `not_found`, `invalid_parameter`, `invalid_state`
 */
export async function scheduleCampaign(account: Account, { id, at }: { id: string; at: Date }) {
  if (Number.isNaN(at.getTime()) || at <= account.now()) {
    throw new Refusal('invalid_parameter', 'The start must be in the future.', 'scheduled_for');
  }
  await refuseUnlessReady(account, await readCampaignForm(account, { id }));
  return change(account, id, 'campaign.schedule', SCHEDULE, { scheduled_for: at });
}

/** Takes a scheduled campaign back to a draft. @throws Refusal `not_found`, `invalid_state` */
export function unscheduleCampaign(account: Account, { id }: { id: string }) {
  return change(account, id, 'campaign.unschedule', UNSCHEDULE, { scheduled_for: null });
}

/** Starts every campaign whose time has come. @returns how many */
export async function startScheduled(account: Account, at?: Date): Promise<number> {
  return account.transaction(async (account) => {
    const now = at ?? sql<Date>`clock_timestamp()`;
    const started = await account
      .update('campaigns')
      .set({ status: ACTIVATE.to, scheduled_for: null, started_at: now })
      .where('status', '=', 'scheduled')
      .where('scheduled_for', '<=', now)
      .returning('id')
      .execute();
    for (const { id } of started) await audit(account, 'campaign.start', id);
    return started.length;
  });
}

/** What is missing before a campaign can send; an empty list when nothing is. */
export async function missingToSend(account: Account, campaign: CampaignForm): Promise<string[]> {
  const missing: string[] = [];
  const [first] = campaign.steps;
  if (!first) missing.push('It has no step: write at least one email.');
  for (const { step, variants } of campaign.steps) {
    for (const { label, subject, body } of variants) {
      if (body.trim() === '') missing.push(`Variant ${label} of step ${step} has no text.`);
      if (step === 1 && subject.trim() === '') missing.push(`Variant ${label} of step 1 has no subject.`);
    }
  }
  missing.push(...unsendable(campaign));
  const inboxes = await account
    .select('email_accounts')
    .select('id')
    .where('removed_at', 'is', null)
    .execute();
  if (inboxes.length === 0) missing.push('There is no inbox to send from: connect one.');
  return missing;
}

/** Why no email leaves by a campaign's settings, whether or not it runs, each in a sentence. */
export function unsendable({
  send_days,
  daily_limit,
}: Pick<CampaignForm, 'send_days' | 'daily_limit'>): string[] {
  return [
    ...(send_days.length === 0 ? ['It has no sending days: choose at least one.'] : []),
    ...(daily_limit === 0 ? ['Its daily limit is 0, so nothing would be sent.'] : []),
  ];
}

async function refuseUnlessReady(account: Account, campaign: CampaignForm): Promise<void> {
  if (campaign.status !== 'draft' && campaign.status !== 'scheduled') return;
  const missing = await missingToSend(account, campaign);
  if (missing.length > 0) {
    throw new Refusal('invalid_state', `The campaign cannot start yet. ${missing.join(' ')}`);
  }
}
