import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { fromWire, newId, toWire, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { lockSending } from '../sending/lock.ts';
import { readCampaignForm } from './form.ts';
import {
  CAMPAIGN_DEFAULTS,
  type CampaignSettings,
  checkSettings,
  checkSteps,
  type StepDraft,
} from './settings.ts';
import { endAfter, writeSteps } from './steps.ts';

/** A campaign as its owner writes it. What is left out is as `CAMPAIGN_DEFAULTS` says, or stays as it is. */
export interface CampaignDraft extends Partial<CampaignSettings> {
  /** Ids (eml_...) of the inboxes that it sends through; none are all that the account has. */
  inboxes?: readonly string[];
  steps?: readonly StepDraft[];
}

/**
 * Makes a draft of a campaign.
 * @returns its id (cmp_...)
 * @throws Refusal `invalid_parameter`
 */
export async function createCampaign(
  account: Account,
  { inboxes = [], steps = [], ...given }: CampaignDraft & { name: string },
): Promise<{ id: string }> {
  const settings = { ...CAMPAIGN_DEFAULTS, ...given };
  checkSettings(settings);
  checkSteps(steps);
  const id = newId();
  await account.transaction(async (account) => {
    await account.insert('campaigns', { id, ...columnsOf(settings), ...required(settings) });
    await writeInboxes(account, id, inboxes);
    await writeSteps(account, id, steps);
    await audit(account, 'campaign.create', id, { name: settings.name });
  });
  return { id: toWire('cmp', id) };
}

/**
 * Edits a campaign. One that runs may be edited as well: see `whomAnEditChanges`. The audience of one that has started is only
 * changed for those who join later.
 * @throws Refusal `not_found`, `invalid_parameter`, `invalid_state`
 */
export async function editCampaign(
  account: Account,
  { id, inboxes, steps, ...settings }: CampaignDraft & { id: string },
): Promise<void> {
  const uuid = uuidOf('cmp', id, 'campaign');
  await account.transaction(async (account) => {
    if (steps) await lockSending(account);
    const { status } = await holdCampaign(account, uuid);
    if (status === 'completed') {
      throw new Refusal('invalid_state', 'A completed campaign cannot be edited; duplicate it instead.');
    }
    const now = await readCampaignForm(account, { id });
    checkSettings({ send_from: now.send_from, send_until: now.send_until, ...settings });
    const columns = columnsOf(settings);
    if (Object.keys(columns).length > 0) {
      await account.update('campaigns').set(columns).where('id', '=', uuid).execute();
    }
    if (inboxes) {
      await account.remove('campaign_inboxes').where('campaign_id', '=', uuid).execute();
      await writeInboxes(account, uuid, inboxes, now.inboxes);
    }
    if (steps) {
      checkSteps(steps);
      if (status !== 'draft' && steps.length === 0) {
        throw new Refusal('invalid_state', 'A campaign needs at least one step before it can send.', 'steps');
      }
      await writeSteps(account, uuid, steps);
      await endAfter(account, uuid, steps.length);
    }
    await audit(account, 'campaign.edit', uuid, {
      fields: [...Object.keys(settings), ...(inboxes ? ['inboxes'] : []), ...(steps ? ['steps'] : [])],
    });
  });
}

/**
 * Makes a draft that is like another campaign, without its leads.
 * @throws Refusal `not_found`
 */
export async function duplicateCampaign(
  account: Account,
  { id, name }: { id: string; name?: string },
): Promise<{ id: string }> {
  const { name: original, inboxes, steps, ...form } = await readCampaignForm(account, { id });
  const copy = name ?? `${[...original].slice(0, 190).join('')} (copy)`;
  return createCampaign(account, {
    ...Object.fromEntries(COPIED.map((setting) => [setting, form[setting]])),
    name: copy,
    inboxes: inboxes.filter(({ removed }) => !removed).map((inbox) => inbox.id),
    steps,
  });
}

/**
 * Deletes a campaign that never started.
 * @throws Refusal `not_found`, `invalid_state`
 */
export async function deleteDraft(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = uuidOf('cmp', id, 'campaign');
  await account.transaction(async (account) => {
    const { status, name } = await holdCampaign(account, uuid);
    if (status !== 'draft') {
      throw new Refusal('invalid_state', `Only a draft can be deleted; this campaign is ${status}.`);
    }
    const sent = await account
      .select('campaign_sends')
      .select('id')
      .where('campaign_id', '=', uuid)
      .limit(1)
      .executeTakeFirst();
    if (sent) throw new Refusal('invalid_state', 'This campaign has sent emails, so it cannot be deleted.');
    await account.remove('campaigns').where('id', '=', uuid).execute();
    await audit(account, 'campaign.delete', uuid, { name });
  });
}

/** The row of a campaign, held as it is until the transaction ends. @throws Refusal `not_found` */
async function holdCampaign(
  account: Account,
  uuid: string,
): Promise<{ status: CampaignStatus; name: string; joined_at: Date | null }> {
  const campaign = await account
    .select('campaigns')
    .select(['status', 'name', 'joined_at'])
    .where('id', '=', uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!campaign) throw notFound('campaign');
  return campaign;
}

/** What a copy has in common with the campaign that it is of. */
const COPIED = Object.keys(CAMPAIGN_DEFAULTS) as (keyof typeof CAMPAIGN_DEFAULTS)[];

/** The columns of the settings that are given. */
function columnsOf(settings: Partial<CampaignSettings>) {
  const { name, audience, send_days, ...plain } = settings;
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(name !== undefined && { name: name.trim() }),
    ...(send_days && { send_days: [...new Set(send_days)] }),
    ...(audience !== undefined && { audience: audience && JSON.stringify(audience) }),
  };
}

/** Columns without a default. */
function required({ name, daily_limit, send_days, send_from, send_until }: CampaignSettings) {
  return { name: name.trim(), daily_limit, send_days: [...new Set(send_days)], send_from, send_until };
}

/** @param before what it named: a removed one may stay, since without it the campaign might send through all others */
async function writeInboxes(
  account: Account,
  campaign: string,
  ids: readonly string[],
  before: readonly { id: string }[] = [],
): Promise<void> {
  const kept = before.map(({ id }) => fromWire('eml', id));
  const wanted = [...new Set(ids)];
  const known = await account
    .select('email_accounts')
    .select('id')
    .where(
      'id',
      'in',
      wanted.flatMap((id) => fromWire('eml', id) ?? []).concat('00000000-0000-0000-0000-000000000000'),
    )
    .where(sql<boolean>`(removed_at is null or id = any (${kept}::uuid[]))`)
    .execute();
  const found = new Set(known.map(({ id }) => toWire('eml', id)));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined) {
    throw new Refusal('invalid_parameter', `There is no inbox ${missing} in this account.`, 'inboxes');
  }
  await account.insert(
    'campaign_inboxes',
    known.map(({ id }) => ({ campaign_id: campaign, email_account_id: id })),
  );
  // Whoever was not written to yet chooses among these.
  await account
    .update('next_steps')
    .set({ email_account_id: null })
    .where('campaign_id', '=', campaign)
    .where('step', '=', 1)
    .where(sql<boolean>`email_account_id <> all (${known.map(({ id }) => id)}::uuid[])`)
    .execute();
}
