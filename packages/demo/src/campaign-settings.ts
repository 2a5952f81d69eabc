import type { Transaction } from 'kysely';

import { VARIANT_LABELS } from '@lodestone/core';
import type { Tables } from '@lodestone/core/db/schema.js';
import type { AccountPlan } from './account-plans.ts';
import type { DemoCampaign } from './campaigns.ts';
import type { Clock } from './clock.ts';
import { addRows } from './work-tables.ts';
import { campaignId, inboxId, variantId } from './identity.ts';
import { campaignPausedAt, recordStall } from './pauses.ts';
import type { Size } from './scales.ts';
import { MERGE_TAG } from './sequences.ts';

interface Context {
  db: Transaction<Tables>;
  account_id: string;
  plan: AccountPlan;
  at: Clock;
}

/** A campaign of the plan, with what follows from its place in time. */
interface Placed {
  id: string;
  campaign: DemoCampaign;
  paused_at: Date | null;
  completed_at: Date | null;
}

/** Writes an account's campaigns with their sequences. `senders` are the inboxes that any campaign may send through. */
export async function insertCampaigns(
  context: Context,
  size: Size,
  senders: readonly string[],
): Promise<void> {
  const { plan, at } = context;
  for (const [place, campaign] of plan.campaigns.entries()) {
    const day = campaign.pause?.[1];
    const placed: Placed = {
      id: campaignId(plan, campaign.name, at),
      campaign,
      paused_at: day === undefined ? null : campaignPausedAt(day, at),
      completed_at: campaign.completed === undefined ? null : at(campaign.completed, '18:00:00.000'),
    };
    await insertCampaign(context, placed, size);
    const sender = await insertSender(context, placed);
    if (campaign.sequence.length === 0) continue;
    await insertSequence(context, placed);
    if (campaign.share > 0) await describe(context, placed, place, sender === null ? senders : [sender]);
  }
}

async function insertCampaign(
  { db, account_id, at }: Context,
  { id, campaign, paused_at, completed_at }: Placed,
  size: Size,
): Promise<void> {
  const [by, , reason] = campaign.pause ?? [];
  const moment = (daysAgo: number | undefined) =>
    daysAgo === undefined ? null : at(daysAgo, '09:30:00.000');
  await db
    .insertInto('campaigns')
    .values({
      account_id,
      id,
      name: campaign.name,
      status: campaign.status,
      paused_by: by ?? null,
      pause_reason: reason ?? null,
      paused_at,
      daily_limit: campaign.daily_limit * size.capacity,
      send_days: [...(campaign.send_days ?? (['mon', 'tue', 'wed', 'thu', 'fri'] as const))],
      send_from: campaign.hours?.[0] ?? '09:30',
      send_until: campaign.hours?.[1] ?? '18:00',
      stop_on_reply: !campaign.goes_on_after_reply,
      track_opens: !campaign.untracked,
      track_clicks: !campaign.untracked,
      bounces_reviewed_at: moment(campaign.bounces_reviewed),
      created_at: at(campaign.created),
      scheduled_for: moment(campaign.scheduled),
      started_at: moment(campaign.started),
      completed_at,
    })
    .execute();
}

/** @returns UUID of the only inbox that the campaign sends through; null when it may use any */
async function insertSender(
  { db, account_id, plan, at }: Context,
  { id, campaign, paused_at }: Placed,
): Promise<string | null> {
  const place = plan.inboxes.findIndex(({ address }) => address === campaign.from);
  const inbox = plan.inboxes[place];
  if (!inbox) return null;
  const email_account_id = inboxId(plan, place, at);
  await db.insertInto('campaign_inboxes').values({ account_id, campaign_id: id, email_account_id }).execute();
  if (campaign.status === 'stalled' && paused_at !== null) {
    await recordStall(db, { account_id, of_id: id, paused_at }, inbox);
  }
  return email_account_id;
}

async function insertSequence(
  { db, account_id, plan, at }: Context,
  { id, campaign }: Placed,
): Promise<void> {
  const variants = campaign.sequence.flatMap((step, before) =>
    step.variants.map(([subject, body], nth) => ({
      campaign_id: id,
      step: before + 1,
      place: nth,
      id: variantId(plan, campaign.name, before, nth, at),
      subject,
      body,
      merge_tag: MERGE_TAG,
      merges_subject: subject.includes(MERGE_TAG),
      merges_body: body.includes(MERGE_TAG),
    })),
  );
  await db
    .insertInto('campaign_steps')
    .values(
      campaign.sequence.map(({ delay_days }, before) => ({
        account_id,
        campaign_id: id,
        step: before + 1,
        delay_days,
      })),
    )
    .execute();
  await db
    .insertInto('step_variants')
    .values(
      variants.map((variant) => ({
        account_id,
        campaign_id: id,
        step: variant.step,
        id: variant.id,
        label: VARIANT_LABELS[variant.place] ?? '',
        subject: variant.subject,
        body: variant.body,
      })),
    )
    .execute();
  await addRows(db, 'demo_variants', variants);
}

/** Puts what the demo's SQL has to know of a campaign into its temporary table. */
async function describe(
  { db, account_id, at }: Context,
  { id, campaign, paused_at, completed_at }: Placed,
  place: number,
  senders: readonly string[],
): Promise<void> {
  let delay = 0;
  await addRows(db, 'demo_campaigns', [
    {
      account_id,
      place,
      id,
      status: campaign.status,
      delays: campaign.sequence.map(({ delay_days }) => (delay += delay_days)),
      variants: campaign.sequence.map((step) => step.variants.length),
      steps: campaign.sequence.length,
      opened_at: at(campaign.started ?? campaign.created),
      halted_at: campaign.status === 'scheduled' ? '-infinity' : (paused_at ?? completed_at ?? 'infinity'),
      enrolled_until: at((campaign.enrolled_until ?? 0) - 1),
      stop_on_reply: !campaign.goes_on_after_reply,
      tracked: !campaign.untracked,
      appeal: campaign.appeal ?? 1,
      bounces: campaign.bounces ?? 1,
      share: campaign.share,
      senders,
      first_appeals: campaign.first_step_appeals ?? [],
    },
  ]);
}
