import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../ids.ts';
import { type ClaimedMail, LEASE_SECONDS } from '../mails/claim.ts';
import { newMailToken } from '../mails/mail.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';
import type { Candidate } from './candidates.ts';

/** A step that is sent now. */
export interface Claim {
  candidate: Candidate;
  campaign: PlannedCampaign;
  inbox: PlannedInbox;
  variant_id: string;
  /** What comes after it; null when it is the last. */
  next: { step: number; due_at: Date } | null;
  /** The slot of the inbox that it uses; null where it keeps no gaps. */
  slot: Date | null;
  /** The day of the campaign's zone, and that of the inbox. */
  campaign_day: string;
  inbox_day: string;
}

/** A claim with the ids of its rows. */
interface Row {
  claim: Claim;
  mail: string;
  send: string;
  token: string;
}

/**
 * Writes claims down: each send with its email, claimed at once, and what comes next for the lead.
 * @returns the emails, in the order of their ids
 */
export async function writeClaims(
  account: Account,
  now: number,
  claims: readonly Claim[],
): Promise<ClaimedMail[]> {
  const at = new Date(now);
  const rows = claims.map((claim) => ({
    claim,
    mail: newId(),
    send: claim.candidate.queued?.id ?? newId(),
    token: newMailToken(),
  }));
  await writeSends(account, at, rows);
  const mails = rows.map(mailOf);
  await account.insert(
    'mails',
    mails.map((mail) => ({
      ...mail,
      state: 'claimed' as const,
      created_at: at,
      due_at: at,
      claimed_at: at,
      lease_until: sql<Date>`clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'`,
    })),
  );
  await moveOn(account, claims);
  await useSlots(account, at, claims);
  return mails.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** New sends, and the inbox of those that were queued before. */
async function writeSends(account: Account, at: Date, rows: readonly Row[]): Promise<void> {
  await account.insert(
    'campaign_sends',
    rows
      .filter(({ claim }) => !claim.candidate.queued)
      .map(({ claim: { candidate, campaign, inbox, variant_id }, send }) => ({
        id: send,
        campaign_id: campaign.id,
        enrollment_id: candidate.enrollment_id,
        step: candidate.step,
        variant_id,
        email_account_id: inbox.id,
        queued_at: at,
      })),
  );
  for (const { claim, send } of rows.filter(({ claim }) => claim.candidate.queued)) {
    await account
      .update('campaign_sends')
      .set({ email_account_id: claim.inbox.id })
      .where('id', '=', send)
      .execute();
  }
}

function mailOf({ claim: { candidate, inbox }, mail, send, token }: Row): ClaimedMail {
  return {
    id: mail,
    kind: 'step',
    token,
    message_id: `${token}@${candidate.sender_domain}`,
    to_address: candidate.email,
    subscriber_id: candidate.subscriber_id,
    magnet_id: null,
    delivery_id: null,
    send_id: send,
    enrollment_id: candidate.enrollment_id,
    email_account_id: inbox.id,
    attempts: 1,
  };
}

/** Each lead's next step, or none. */
async function moveOn(account: Account, claims: readonly Claim[]): Promise<void> {
  const through = claims.filter(({ next }) => next === null).map(({ candidate }) => candidate.enrollment_id);
  if (through.length > 0) {
    await account.remove('next_steps').where('enrollment_id', 'in', through).execute();
  }
  const rows = claims.flatMap(({ candidate, next }) =>
    next ? [{ id: candidate.enrollment_id, step: next.step, due_at: next.due_at }] : [],
  );
  if (rows.length === 0) return;
  await account
    .update('next_steps')
    .from(asTable(rows, 't', 'id uuid, step smallint, due_at timestamptz'))
    .set({ step: sql<number>`t.step`, due_at: sql<Date>`t.due_at`, waits_for: null })
    .whereRef('next_steps.enrollment_id', '=', 't.id')
    .execute();
}

async function useSlots(account: Account, at: Date, claims: readonly Claim[]): Promise<void> {
  for (const { inbox, slot } of claims) {
    if (slot === null) continue;
    await account
      .update('email_accounts')
      .set({ last_slot_at: slot, last_claim_at: at })
      .where('id', '=', inbox.id)
      .execute();
  }
}
