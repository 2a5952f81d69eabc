import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { PauseCause } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { fromWire, newId } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';

/** Why something was paused: the figures and the limit they passed, and the latest of what tipped it. */
export interface PauseEvidence {
  cause: PauseCause;
  threshold: Record<string, number | string>;
  rows?: readonly object[];
}

/**
 * Pauses an inbox in the system's name, with what it was judged by. One that is paused already stays as it is.
 * @param inbox UUID
 * @returns whether it was paused now
 */
export async function pauseInbox(account: Account, inbox: string, evidence: PauseEvidence): Promise<boolean> {
  return account.transaction(async (account) => {
    const paused = await account
      .update('email_accounts')
      .set({
        system_pause_reason: evidence.cause === 'bounces' ? 'bounces' : 'deliverability',
        system_paused_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', inbox)
      .where('system_paused_at', 'is', null)
      .returning('id')
      .execute();
    if (paused.length === 0) return false;
    await keep(account, 'inbox', inbox, evidence);
    await audit(account, 'email_account.system_pause', inbox, { cause: evidence.cause });
    return true;
  });
}

/**
 * Pauses a campaign that is sending in the system's name: `bounced` for bounces, `stalled` where it has no inbox left to send by.
 * @param campaign UUID
 * @returns whether it was paused now
 */
export async function pauseCampaignBySystem(
  account: Account,
  campaign: string,
  reason: string,
  evidence: PauseEvidence,
): Promise<boolean> {
  return account.transaction(async (account) => {
    const paused = await account
      .update('campaigns')
      .set({
        status: evidence.cause === 'bounces' ? 'bounced' : 'stalled',
        paused_by: 'system',
        pause_reason: reason,
        paused_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', campaign)
      .where('status', '=', 'active')
      .returning('id')
      .execute();
    if (paused.length === 0) return false;
    await keep(account, 'campaign', campaign, evidence);
    await audit(account, 'campaign.system_pause', campaign, { cause: evidence.cause });
    return true;
  });
}

async function keep(
  account: Account,
  kind: 'inbox' | 'campaign',
  of_id: string,
  { cause, threshold, rows = [] }: PauseEvidence,
): Promise<void> {
  await endPause(account, kind, of_id);
  await account.insert('system_pauses', {
    id: newId(),
    kind,
    of_id,
    cause,
    threshold: JSON.stringify(threshold),
    rows: JSON.stringify(rows),
  });
}

/** Writes down that a pause is over. */
export async function endPause(account: Account, kind: 'inbox' | 'campaign', of_id: string): Promise<void> {
  await account
    .update('system_pauses')
    .set({ lifted_at: sql<Date>`clock_timestamp()` })
    .where('kind', '=', kind)
    .where('of_id', '=', of_id)
    .where('lifted_at', 'is', null)
    .execute();
}

/** Brings an inbox back whose trouble is over, by UUID. @returns whether it was paused for one of these causes */
export async function resumeInbox(
  account: Account,
  inbox: string,
  causes: readonly PauseCause[],
): Promise<boolean> {
  return account.transaction(async (account) => {
    const open = await account
      .select('system_pauses')
      .select('id')
      .where('kind', '=', 'inbox')
      .where('of_id', '=', inbox)
      .where('cause', 'in', causes)
      .where('lifted_at', 'is', null)
      .execute();
    if (open.length === 0) return false;
    await bringBack(account, inbox);
    return true;
  });
}

async function bringBack(account: Account, inbox: string): Promise<void> {
  await account
    .update('email_accounts')
    .set({ system_pause_reason: null, system_paused_at: null })
    .where('id', '=', inbox)
    .execute();
  await endPause(account, 'inbox', inbox);
  await audit(account, 'email_account.system_resume', inbox);
}

/** Brings a campaign back that was stalled for want of an inbox, by UUID. @returns whether it was */
export async function resumeStalled(account: Account, campaign: string): Promise<boolean> {
  return account.transaction(async (account) => {
    const resumed = await account
      .update('campaigns')
      .set({ status: 'active', paused_by: null, pause_reason: null, paused_at: null })
      .where('id', '=', campaign)
      .where('status', '=', 'stalled')
      .returning('id')
      .execute();
    if (resumed.length === 0) return false;
    await endPause(account, 'campaign', campaign);
    await audit(account, 'campaign.system_resume', campaign);
    return true;
  });
}

/**
 * Brings an inbox that the system paused for bounces back, once its owner has looked at them. The application's alone: the API
 * has no such call. What was sent before counts no more.
 * @throws Refusal `not_found`, `invalid_state` for an inbox that is not paused for bounces
 */
export async function liftInboxPause(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = fromWire('eml', id);
  if (uuid === null) throw notFound('sending inbox');
  await account.transaction(async (account) => {
    const known = await account
      .select('email_accounts')
      .select('system_pause_reason')
      .where('id', '=', uuid)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!known) throw notFound('sending inbox');
    if (known.system_pause_reason !== 'bounces') {
      throw new Refusal(
        'invalid_state',
        known.system_pause_reason === null
          ? 'The system did not pause this inbox.'
          : 'This inbox resumes by itself once its sign-in works and its domain passes its checks.',
      );
    }
    await bringBack(account, uuid);
  });
}
