import { beginningOfIstDay, istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { type Sql, sql } from '../db/sql.ts';
import { CLAIM, CLAIMED, type ClaimedMail } from '../mails/claim.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';
import { startCampaign } from '../planner/sending.ts';
import { isPaced, lastSlot } from '../planner/slots.ts';
import { beginningOfDay, localDay, zoneOf } from '../planner/zone.ts';
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
  // Hardly ever does one wait, and to look needs no lock.
  if (!(await anyWaits(account, at))) return [];
  return account.transaction(async (account) => {
    await lockSending(account);
    const now = at ?? (await databaseTime(account));
    await cancel(account, await lockUnwanted(account, limit, now));
    const inboxes = await readInboxes(account, now);
    const campaigns = await lockCampaigns(account, now, inboxes);
    const waiting = await lockWaiting(account, limit, now, campaigns, inboxes);
    const chosen = within(waiting, campaigns, inboxes, now);
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

/** SQL over an email `m`: whether it is a step that is due for another attempt by a moment. */
function isDue(at: number | undefined): Sql<boolean> {
  const now = at === undefined ? sql`clock_timestamp()` : sql`${new Date(at)}`;
  return sql<boolean>`m.kind = 'step' and m.state = 'queued' and m.due_at <= ${now}`;
}

async function anyWaits(account: Account, at: number | undefined): Promise<boolean> {
  const [row] = await account.rows<{ waits: boolean }>(
    (own) => sql`select exists (select from ${own('mails')} as m where ${isDue(at)}) as waits`,
  );
  return row?.waits ?? false;
}

/** Those of leads who are not written to any more, whatever their campaigns do. */
async function lockUnwanted(account: Account, limit: number, now: number): Promise<string[]> {
  const rows = await account.rows<{ id: string }>(
    (own) => sql`
      select m.id
      from ${own('mails')} as m
      join ${own('enrollments')} as e on e.id = m.enrollment_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('campaigns')} as c on c.id = e.campaign_id
      where ${isDue(now)} and not ${mayBeWrittenTo(own)}
      order by m.due_at, m.id
      limit ${limit}
      for no key update of m, e, s skip locked`,
  );
  return rows.map(({ id }) => id);
}

/** A campaign or an inbox that may send now. Where its day is used up, only what was tried since it began has room. */
interface Open {
  /** UUID. */
  id: string;
  since: Date | null;
}

/**
 * The oldest that campaigns and inboxes could send now. What has to wait longer is not among them: enough of it, such as that of
 * an inbox that is paused, would otherwise keep all others from their turn.
 */
function lockWaiting(
  account: Account,
  limit: number,
  now: number,
  campaigns: readonly PlannedCampaign[],
  inboxes: readonly PlannedInbox[],
): Promise<Waiting[]> {
  const open: Open[] = campaigns.map(({ id, used, daily_limit, window }) => ({
    id,
    since: used < daily_limit ? null : new Date(beginningOfDay(zoneOf(window.time_zone), now)),
  }));
  const ready: Open[] = inboxes
    .filter((inbox) => mayBeginAgain(inbox, now))
    .map(({ id, used, cap }) => ({
      id,
      since: used < cap ? null : new Date(beginningOfIstDay(istDay(new Date(now)))),
    }));
  return account.rows<Waiting>(
    (own) => sql`
      select m.id, e.campaign_id, m.email_account_id, m.claimed_at, m.due_at, split_part(m.to_address, '@', 2) as domain
      from ${own('mails')} as m
      join ${own('enrollments')} as e on e.id = m.enrollment_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('campaigns')} as c on c.id = e.campaign_id
      join ${recordsOf(open)} as o (id uuid, since timestamptz) on o.id = e.campaign_id
      join ${recordsOf(ready)} as r (id uuid, since timestamptz) on r.id = m.email_account_id
      where ${isDue(now)} and ${mayBeWrittenTo(own)}
        and (o.since is null or m.claimed_at >= o.since) and (r.since is null or m.claimed_at >= r.since)
      order by m.due_at, m.id
      limit ${limit}
      for no key update of m, e, s skip locked`,
  );
}

function recordsOf(open: readonly Open[]): Sql {
  return sql`json_to_recordset(${JSON.stringify(open)}::json)`;
}

/** A second attempt on one day needs no room in it, but a slot where the inbox keeps gaps. */
function mayBeginAgain(inbox: PlannedInbox, now: number): boolean {
  return !isPaced(inbox) || mayBegin({ ...inbox, used: -1 }, now);
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
