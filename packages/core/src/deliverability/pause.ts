import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { PauseCause } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { newId, uuidOf } from '../ids.ts';
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

/** Writes down that a pause is over. @returns whether one was written down */
export async function endPause(
  account: Account,
  kind: 'inbox' | 'campaign',
  of_id: string,
): Promise<boolean> {
  const ended = await account
    .update('system_pauses')
    .set({ lifted_at: sql<Date>`clock_timestamp()` })
    .where('kind', '=', kind)
    .where('of_id', '=', of_id)
    .where('lifted_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length > 0;
}

interface PausedInbox {
  id: string;
  cause: PauseCause;
  paused_at: Date;
}

/**
 * Rows `(id, cause, paused_at)` of the inboxes that the system paused. Those that it paused before pauses were written down say
 * why less exactly: a sign-in was not told from a domain then.
 */
export function pausedInboxes(own: Own): Sql<PausedInbox> {
  return sql<PausedInbox>`
    select a.id, a.system_paused_at as paused_at,
      coalesce(p.cause, case a.system_pause_reason when 'bounces' then 'bounces' else 'domain' end) as cause
    from ${own('email_accounts')} as a
    left join ${own('system_pauses')} as p on p.kind = 'inbox' and p.of_id = a.id and p.lifted_at is null
    where a.system_paused_at is not null`;
}

/** Brings an inbox back whose trouble is over, by UUID. @returns whether it was paused for one of these causes */
export async function resumeInbox(
  account: Account,
  inbox: string,
  causes: readonly PauseCause[],
): Promise<boolean> {
  return account.transaction(async (account) => {
    const [paused] = await account.rows<PausedInbox>(
      (own) => sql`select * from (${pausedInboxes(own)}) as p where p.id = ${inbox}`,
    );
    return paused !== undefined && causes.includes(paused.cause) && (await bringBack(account, paused));
  });
}

/**
 * Leaves a record of the pause that is over, even where there was none: what was sent before counts no more.
 * @returns whether it was this call that ended it: another may have been first
 */
async function bringBack(account: Account, { id, cause, paused_at }: PausedInbox): Promise<boolean> {
  const resumed = await account
    .update('email_accounts')
    .set({ system_pause_reason: null, system_paused_at: null })
    .where('id', '=', id)
    .where('system_paused_at', 'is not', null)
    .returning('id')
    .execute();
  if (resumed.length === 0) return false;
  if (!(await endPause(account, 'inbox', id))) {
    await account.insert('system_pauses', {
      id: newId(),
      kind: 'inbox',
      of_id: id,
      cause,
      threshold: '{}',
      rows: '[]',
      paused_at,
      lifted_at: sql<Date>`clock_timestamp()`,
    });
  }
  await audit(account, 'email_account.system_resume', id);
  return true;
}

/** Brings back a campaign (UUID) that was stalled because it had no inbox. @returns whether it was */
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
  const uuid = uuidOf('eml', id, 'sending inbox');
  await account.transaction(async (account) => {
    const known = await account
      .select('email_accounts')
      .select(['system_pause_reason', 'system_paused_at'])
      .where('id', '=', uuid)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!known) throw notFound('sending inbox');
    const { system_pause_reason, system_paused_at } = known;
    if (system_pause_reason !== 'bounces' || system_paused_at === null) {
      throw new Refusal(
        'invalid_state',
        system_pause_reason === null
          ? 'The system did not pause this inbox.'
          : 'This inbox resumes by itself once its sign-in works and its domain passes its checks.',
      );
    }
    await bringBack(account, { id: uuid, cause: 'bounces', paused_at: system_paused_at });
  });
}
