import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import type { ClaimedMail } from '../mails/claim.ts';
import { variantOf } from '../planner/choices.ts';
import { LeadCollector } from '../planner/leads.ts';
import type { Plan, PlannedCampaign, PlannedInbox, PlannedLeads } from '../planner/model.ts';
import { plan } from '../planner/plan.ts';
import { GRACE, isPaced, lastSlot } from '../planner/slots.ts';
import { isOpen } from '../planner/window.ts';
import { daysLater, localDay, zoneOf } from '../planner/zone.ts';
import { type Candidate, lockCandidates, type Wanted } from './candidates.ts';
import { knownUntil } from './known-until.ts';
import { lockSending } from './lock.ts';
import { databaseTime, readCampaigns, readInboxes } from './snapshot.ts';
import { together, type Use, useUp } from './usage.ts';
import { type Claim, writeClaims } from './write-claims.ts';

export interface ClaimOptions {
  /** At most so many. */
  limit: number;
  /** The moment, in milliseconds since 1970; by default what the database's clock says. */
  at?: number;
}

/**
 * Claims the steps that the plan says are to leave now, in one transaction: every condition is looked at again under locks, the
 * limits are used up, the sends and their emails with token and Message-ID are written, and each lead moves on to the next step.
 * Whoever is locked by another writer, such as an opt-out, is left for the next time. No lead can be claimed for a step twice.
 * @returns the emails, which this process alone may send
 */
export async function claimSteps(account: Account, { limit, at }: ClaimOptions): Promise<ClaimedMail[]> {
  return account.transaction(async (account) => {
    await lockSending(account);
    const now = at ?? (await databaseTime(account));
    const inboxes = await readInboxes(account, now);
    if (!inboxes.some((inbox) => mayBegin(inbox, now))) return [];
    const campaigns = await lockCampaigns(account, now, inboxes);
    const { candidates, cuts } = await lockCandidates(account, wantedOf(campaigns, inboxes, now, limit));
    if (candidates.length === 0) return [];
    const collector = new LeadCollector(campaigns, inboxes, candidates.length);
    for (const candidate of candidates) collector.add({ ...candidate, due: candidate.due_at.getTime() });
    const leads = collector.finish();
    const decided = plan({
      from: now,
      until: now,
      limit,
      campaigns,
      inboxes,
      leads,
      knownUntil: knownUntil(cuts, campaigns, inboxes),
    });
    const claims = claimsOf(decided, leads, candidates, campaigns, inboxes);
    if (claims.length === 0) return [];
    await useUp(account, together(claims.flatMap(usesOf)));
    return writeClaims(account, now, claims);
  });
}

/** A pause waits until the claim is written, and a claim sees every pause before it. */
export async function lockCampaigns(
  account: Account,
  now: number,
  inboxes: readonly PlannedInbox[],
): Promise<PlannedCampaign[]> {
  const running = await account
    .select('campaigns')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('id')
    .forShare()
    .execute();
  if (running.length === 0) return [];
  const campaigns = await readCampaigns(
    account,
    now,
    inboxes,
    running.map(({ id }) => id),
  );
  return campaigns.filter(({ window }) => isOpen(window, now));
}

/** Whether an inbox has anything left of its day, and a slot where it keeps gaps. */
export function mayBegin(inbox: PlannedInbox, now: number): boolean {
  if (inbox.used >= inbox.cap) return false;
  if (!isPaced(inbox)) return true;
  if (now < inbox.last_claim_at + inbox.gap_from * 1_000) return false;
  const slot = lastSlot(inbox, now);
  return slot !== null && slot > inbox.last_slot_at && now - slot <= GRACE;
}

/** How many leads each campaign may want of each inbox. */
function wantedOf(
  campaigns: readonly PlannedCampaign[],
  inboxes: readonly PlannedInbox[],
  now: number,
  limit: number,
): Wanted[] {
  const pairs = campaigns.flatMap((campaign) =>
    campaign.inboxes.flatMap((place) => {
      const inbox = inboxes[place];
      const left = campaign.daily_limit - campaign.used;
      return inbox && left > 0 && mayBegin(inbox, now) ? [{ campaign, inbox, left }] : [];
    }),
  );
  const share = Math.max(Math.ceil(limit / Math.max(pairs.length, 1)), 1);
  return pairs.map(({ campaign, inbox, left }) => ({
    campaign: campaign.id,
    inbox: inbox.id,
    due: (isPaced(inbox) ? lastSlot(inbox, now) : null) ?? now,
    not_at: fullDomains(campaign),
    // Some may turn out to be at a domain that has reached its limit.
    most: isPaced(inbox)
      ? 5
      : Math.min(share, inbox.cap - inbox.used, campaign.domain_limit === null ? left : share),
  }));
}

function fullDomains({ domain_limit, used_by_domain }: PlannedCampaign): string[] {
  if (domain_limit === null) return [];
  return [...used_by_domain].flatMap(([domain, used]) => (used >= domain_limit ? [domain] : []));
}

function usesOf({ campaign, inbox, candidate, campaign_day, inbox_day }: Claim): Use[] {
  const { id, daily_limit, domain_limit } = campaign;
  const ofCampaign = { of_id: id, day: campaign_day, emails: 1 };
  const uses: Use[] = [
    { kind: 'inbox', of_id: inbox.id, domain: '', day: inbox_day, cap: inbox.cap, emails: 1 },
    { kind: 'campaign', domain: '', cap: daily_limit, ...ofCampaign },
  ];
  if (domain_limit !== null) {
    uses.push({ kind: 'domain', domain: candidate.domain, cap: domain_limit, ...ofCampaign });
  }
  return uses;
}

function claimsOf(
  { length, lead, inbox, at }: Plan,
  leads: PlannedLeads,
  candidates: readonly Candidate[],
  campaigns: readonly PlannedCampaign[],
  inboxes: readonly PlannedInbox[],
): Claim[] {
  const claims: Claim[] = [];
  for (let place = 0; place < length; place++) {
    const who = lead[place] ?? 0;
    const candidate = candidates[who];
    const campaign = campaigns[leads.campaign[who] ?? 0];
    const from = inboxes[inbox[place] ?? 0];
    const moment = at[place] ?? 0;
    const nth = campaign?.steps.findIndex(({ step }) => step === candidate?.step) ?? -1;
    const step = campaign?.steps[nth];
    if (!candidate || !campaign || !from || !step) continue;
    const variant = candidate.queued?.variant_id ?? step.variants[variantOf(leads.seed[who] ?? 0, step)]?.id;
    if (variant === undefined) continue;
    const following = campaign.steps[nth + 1];
    const zone = zoneOf(campaign.window.time_zone);
    const slot = isPaced(from) ? lastSlot(from, moment) : null;
    claims.push({
      candidate,
      campaign,
      inbox: from,
      variant_id: variant,
      next: following
        ? { step: following.step, due_at: new Date(daysLater(zone, slot ?? moment, following.delay_days)) }
        : null,
      slot: slot === null ? null : new Date(slot),
      campaign_day: localDay(zone, moment),
      inbox_day: istDay(new Date(moment)),
    });
  }
  return claims;
}
