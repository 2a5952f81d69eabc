import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { CLAIM, CLAIMED, type ClaimedMail } from '../mails/claim.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';
import { startCampaign } from '../planner/sending.ts';
import { isPaced, lastSlot } from '../planner/slots.ts';
import { localDay, zoneOf } from '../planner/zone.ts';
import { cancel } from './begin.ts';
import { mayBeWrittenTo } from './candidates.ts';
import { type ClaimOptions, lockCampaigns, mayBegin } from './claim.ts';
import { lockSending } from './lock.ts';
import { databaseTime, readInboxes } from './snapshot.ts';
import { together, type Use, useUp } from './usage.ts';

interface Waiting {
  id: string;
  campaign_id: string;
  email_account_id: string;
  wanted: boolean;
  domain: string;
  claimed_at: Date | null;
  due_at: Date;
}

/**
 * Claims steps again that a server put off, or whose sender died before it began, under the same conditions as the first time.
 * An attempt on the day of the one before counts once against the limits of that day.
 * @returns the emails, with the Message-ID that they had
 */
export async function claimRetries(account: Account, { limit, at }: ClaimOptions): Promise<ClaimedMail[]> {
  return account.transaction(async (account) => {
    await lockSending(account);
    const waiting = await lockWaiting(account, limit, at);
    if (waiting.length === 0) return [];
    const now = at ?? (await databaseTime(account));
    const unwanted = waiting.filter(({ wanted }) => !wanted);
    await cancel(
      account,
      unwanted.map(({ id }) => id),
    );
    const inboxes = await readInboxes(account, now);
    const campaigns = await lockCampaigns(account, now, inboxes);
    const chosen = within(
      waiting.filter(({ wanted }) => wanted),
      campaigns,
      inboxes,
      now,
    );
    if (chosen.mails.length === 0) return [];
    await useUp(account, together(chosen.uses));
    await useSlots(account, now, chosen.paced);
    return account
      .update('mails')
      .set({ ...CLAIM, ...(at === undefined ? {} : { claimed_at: new Date(at) }) })
      .where(
        'id',
        'in',
        chosen.mails.map(({ id }) => id),
      )
      .returning(CLAIMED)
      .execute();
  });
}

function lockWaiting(account: Account, limit: number, at: number | undefined): Promise<Waiting[]> {
  const now = at === undefined ? sql`clock_timestamp()` : sql`${new Date(at)}`;
  return account.rows<Waiting>(
    (own) => sql`
      select m.id, e.campaign_id, m.email_account_id, m.claimed_at, m.due_at, split_part(m.to_address, '@', 2) as domain,
        ${mayBeWrittenTo(own)} as wanted
      from ${own('mails')} as m
      join ${own('enrollments')} as e on e.id = m.enrollment_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('campaigns')} as c on c.id = e.campaign_id
      where m.kind = 'step' and m.state = 'queued' and m.due_at <= ${now}
        and (c.status = 'active' or not ${mayBeWrittenTo(own)})
      order by m.due_at, m.id
      limit ${limit}
      for no key update of m, e, s skip locked`,
  );
}

/** Those that every limit has room for, with what they use up of it. */
function within(
  waiting: readonly Waiting[],
  campaigns: readonly PlannedCampaign[],
  inboxes: readonly PlannedInbox[],
  now: number,
) {
  const used = new Map<string, number>();
  const paced = new Map<string, PlannedInbox>();
  const uses: Use[] = [];
  const mails = waiting.filter((mail) => {
    const campaign = campaigns.find(({ id }) => id === mail.campaign_id);
    const inbox = inboxes.find(({ id }) => id === mail.email_account_id);
    if (!campaign || !inbox || paced.has(inbox.id)) return false;
    if (isPaced(inbox) && !mayBegin({ ...inbox, used: -1 }, now)) return false;
    const slot = (isPaced(inbox) ? lastSlot(inbox, now) : null) ?? now;
    if (mail.due_at.getTime() > slot || !startCampaign(campaign, 0, now, now).allows(slot, now)) return false;
    const mine = usesOf(mail, campaign, inbox, now);
    const fits = mine.every((use) => use.before + (used.get(use.key) ?? 0) < use.cap);
    if (!fits) return false;
    for (const { key, before: _, ...use } of mine) {
      used.set(key, (used.get(key) ?? 0) + 1);
      uses.push(use);
    }
    if (isPaced(inbox)) paced.set(inbox.id, inbox);
    return true;
  });
  return { mails, uses, paced: [...paced.values()] };
}

function usesOf(
  { claimed_at, domain }: Waiting,
  campaign: PlannedCampaign,
  inbox: PlannedInbox,
  now: number,
): (Use & { key: string; before: number })[] {
  const zone = zoneOf(campaign.window.time_zone);
  const [inboxDay, campaignDay] = [istDay(new Date(now)), localDay(zone, now)];
  const uses: (Use & { key: string; before: number })[] = [];
  if (claimed_at === null || istDay(claimed_at) !== inboxDay) {
    const key = `inbox ${inbox.id}`;
    const { id, cap, used } = inbox;
    uses.push({ kind: 'inbox', of_id: id, domain: '', day: inboxDay, cap, emails: 1, key, before: used });
  }
  if (claimed_at === null || localDay(zone, claimed_at.getTime()) !== campaignDay) {
    const of = { of_id: campaign.id, day: campaignDay, emails: 1 };
    const { daily_limit, domain_limit, used, used_by_domain } = campaign;
    const key = `campaign ${campaign.id}`;
    uses.push({ kind: 'campaign', domain: '', cap: daily_limit, ...of, key, before: used });
    if (domain_limit !== null) {
      const before = used_by_domain.get(domain) ?? 0;
      uses.push({ kind: 'domain', domain, cap: domain_limit, ...of, key: `${key} ${domain}`, before });
    }
  }
  return uses;
}

async function useSlots(account: Account, now: number, inboxes: readonly PlannedInbox[]): Promise<void> {
  for (const inbox of inboxes) {
    const slot = lastSlot(inbox, now);
    await account
      .update('email_accounts')
      .set({ last_slot_at: slot === null ? null : new Date(slot), last_claim_at: new Date(now) })
      .where('id', '=', inbox.id)
      .execute();
  }
}
