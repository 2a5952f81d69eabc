import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { newId, toWire } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import type { StepDraft } from './settings.ts';

/** A step with its texts, as it is edited and shown. */
export interface Step {
  step: number;
  delay_days: number;
  variants: { id: string; label: string; subject: string; body: string }[];
}

/** The sequence of a campaign, by its UUID. */
export async function readSteps(account: Account, campaign: string): Promise<Step[]> {
  const rows = await account.rows<Step>(
    (own) => sql`
      select s.step, s.delay_days,
        ${asJson(sql`
          select v.id, v.label, v.subject, v.body from ${own('step_variants')} as v
          where v.campaign_id = s.campaign_id and v.step = s.step
          order by v.label`)} as variants
      from ${own('campaign_steps')} as s
      where s.campaign_id = ${campaign}
      order by s.step`,
  );
  return rows.map((row) => ({
    ...row,
    variants: row.variants.map((variant) => ({ ...variant, id: toWire('var', variant.id) })),
  }));
}

/**
 * Makes the sequence of a campaign what it should be, inside the caller's transaction. A step is known by its number and a variant
 * by its label, so that what was sent stays with them.
 * @throws Refusal `invalid_state` for taking away what was sent already
 */
export async function writeSteps(
  account: Account,
  campaign: string,
  steps: readonly StepDraft[],
): Promise<void> {
  const known = await account
    .select('step_variants')
    .select(['step', 'id', 'label'])
    .where('campaign_id', '=', campaign)
    .execute();
  const wanted = new Set(steps.flatMap((s, at) => s.variants.map(({ label }) => `${at + 1}${label}`)));
  const gone = known.filter(({ step, label }) => !wanted.has(`${step}${label}`));
  await refuseIfSent(account, campaign, gone);
  if (gone.length > 0) {
    await account
      .remove('step_variants')
      .where('campaign_id', '=', campaign)
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  }
  await account
    .remove('campaign_steps')
    .where('campaign_id', '=', campaign)
    .where('step', '>', steps.length)
    .execute();
  const present = new Set(known.map(({ step }) => step));
  const ids = new Map(known.map(({ step, label, id }) => [`${step}${label}`, id]));
  for (const [at, { delay_days, variants }] of steps.entries()) {
    const step = at + 1;
    if (present.has(step)) {
      await account
        .update('campaign_steps')
        .set({ delay_days })
        .where('campaign_id', '=', campaign)
        .where('step', '=', step)
        .execute();
    } else await account.insert('campaign_steps', { campaign_id: campaign, step, delay_days });
    for (const { label, subject, body } of variants) {
      const id = ids.get(`${step}${label}`);
      if (id === undefined) {
        const row = { campaign_id: campaign, step, id: newId(), label, subject, body };
        await account.insert('step_variants', row);
      } else await account.update('step_variants').set({ subject, body }).where('id', '=', id).execute();
    }
  }
}

/**
 * Has nobody wait for a step that is gone: they would never be through, and come before all others whenever they are due. Who had
 * every step that is left, and of whom nothing is still being tried, is through. Call it in a transaction that holds `lockSending`.
 */
export async function endAfter(account: Account, campaign: string, steps: number): Promise<void> {
  const waited = await account
    .remove('next_steps')
    .where('campaign_id', '=', campaign)
    // A lead who got nothing yet waits for the first step, whichever that is now.
    .where('step', '>', Math.max(steps, 1))
    .returning('enrollment_id')
    .execute();
  if (waited.length === 0) return;
  await account
    .update('enrollments')
    .set({ status: 'completed' })
    .where('status', '=', 'active')
    .where(sql<boolean>`id = any(${waited.map(({ enrollment_id }) => enrollment_id)}::uuid[])`)
    .where(
      'id',
      'not in',
      account
        .select('campaign_sends')
        .select('enrollment_id')
        .where('campaign_id', '=', campaign)
        .where('status', '=', 'queued'),
    )
    .execute();
}

async function refuseIfSent(
  account: Account,
  campaign: string,
  gone: readonly { step: number; id: string; label: string }[],
): Promise<void> {
  if (gone.length === 0) return;
  const sent = await account
    .select('campaign_sends')
    .select('variant_id')
    .where('campaign_id', '=', campaign)
    .where(
      'variant_id',
      'in',
      gone.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst();
  const variant = gone.find(({ id }) => id === sent?.variant_id);
  if (!variant) return;
  throw new Refusal(
    'invalid_state',
    `Variant ${variant.label} of step ${variant.step} has already been sent, so it cannot be removed. Change its text instead, or duplicate the campaign.`,
    'steps',
  );
}
