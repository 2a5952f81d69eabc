import type { Transaction } from 'kysely';

import type { Tables } from '@lodestone/core/db/schema.js';
import type { AccountPlan } from './account-plans.ts';
import type { Clock } from './clock.ts';
import { addRows } from './work-tables.ts';
import { campaignId, inboxId, variantId } from './identity.ts';
import { campaignPausedAt, recordStall } from './pauses.ts';
import type { Size } from './scales.ts';
import { MERGE_TAG } from './sequences.ts';

/** Writes an account's campaigns with their sequences. `senders` are the inboxes that any campaign may send through. */
export async function insertCampaigns(
  db: Transaction<Tables>,
  account_id: string,
  plan: AccountPlan,
  size: Size,
  at: Clock,
  senders: string[],
): Promise<void> {
  for (const [place, campaign] of plan.campaigns.entries()) {
    const id = campaignId(plan, campaign.name, at);
    const [by, day, reason] = campaign.pause ?? [];
    const paused_at = day === undefined ? null : campaignPausedAt(day, at);
    const moment = (daysAgo: number | undefined) =>
      daysAgo === undefined ? null : at(daysAgo, '09:30:00.000');
    const completed_at = campaign.completed === undefined ? null : at(campaign.completed, '18:00:00.000');
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

    const sender = plan.inboxes.findIndex(({ address }) => address === campaign.from);
    const inbox = plan.inboxes[sender];
    if (inbox) {
      const email_account_id = inboxId(plan, sender, at);
      await db
        .insertInto('campaign_inboxes')
        .values({ account_id, campaign_id: id, email_account_id })
        .execute();
      if (campaign.status === 'stalled' && paused_at !== null)
        await recordStall(db, { account_id, of_id: id, paused_at }, inbox);
    }

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
    if (variants.length === 0) continue;
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
          label: String.fromCharCode(65 + variant.place),
          subject: variant.subject,
          body: variant.body,
        })),
      )
      .execute();
    await addRows(db, 'demo_variants', variants);
    if (campaign.share === 0) continue;

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
        senders: inbox ? [inboxId(plan, sender, at)] : senders,
        first_appeals: campaign.first_step_appeals ?? [],
      },
    ]);
  }
}
