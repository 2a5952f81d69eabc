import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { readWarmUps } from '../email-accounts/warm-up.ts';
import { LeadCollector, type LeadRow } from '../planner/leads.ts';
import type { Plan, PlannedCampaign, PlannedInbox, PlannedLeads } from '../planner/model.ts';
import { plan } from '../planner/plan.ts';
import { warmedUp } from '../planner/warmed.ts';
import type { Cut } from './candidates.ts';
import { knownUntil } from './known-until.ts';
import { dueLeads, shareOf, type WantedLeads } from './due-leads.ts';
import { readComing } from './forecast-campaigns.ts';
import { joiningLeads } from './joining-leads.ts';
import { LeadIds } from './lead-ids.ts';
import { openLeads } from './open-leads.ts';
import { databaseTime, readCampaigns, readInboxes } from './snapshot.ts';

const DAY = 86_400_000;

/** Days that can be planned ahead. */
export const LONGEST_FORECAST = 31;

/** What an account will send, with all that the plan was made of. Moments are milliseconds since 1970. */
export interface Forecast {
  from: number;
  /** The end that was asked for. The plan's own `until` is earlier where it would have to know more leads than it may. */
  until: number;
  plan: Plan;
  campaigns: PlannedCampaign[];
  inboxes: PlannedInbox[];
  leads: PlannedLeads;
  /** UUID of the subscriber that each lead is. */
  subscriberOf(lead: number): string;
}

/**
 * What will be sent when in the days to come, as the sender will claim it if nothing changes: it asks the same plan with what the
 * account has then. Campaigns that are scheduled are in it from their time on, with those who join them then; so are audiences
 * of running campaigns that have not joined yet, and steps that are tried again.
 * @param most leads that are read, about: where a plan could have to know more, it ends early. All by default
 */
export async function forecast(
  account: Account,
  { days, at, most = Infinity }: { days: number; at?: number; most?: number },
): Promise<Forecast> {
  const from = at ?? (await databaseTime(account));
  const until = from + days * DAY;
  const { campaigns, inboxes, leads, ids, cuts } = await account.transaction((account) =>
    readAll(account, { from, until, days, most }),
  );
  return {
    from,
    until,
    plan: plan({
      from,
      until,
      campaigns,
      inboxes,
      leads,
      knownUntil: knownUntil(cuts, campaigns, inboxes),
    }),
    campaigns,
    inboxes,
    leads,
    subscriberOf: (lead) => ids.get(lead),
  };
}

/** All that the plan is made of, of one moment. */
async function readAll(
  account: Account,
  { from, until, days, most }: { from: number; until: number; days: number; most: number },
) {
  const inboxes = await withWarmUps(account, await readInboxes(account, from), from);
  const coming = await readComing(account, from, until);
  const campaigns = await readCampaigns(account, from, inboxes, [...coming.keys()]);
  const collector = new LeadCollector(campaigns, inboxes, 4_096);
  const ids = new LeadIds();
  const add = (rows: readonly LeadRow[]) => {
    for (const row of rows) ids.set(collector.add(row), row.subscriber_id);
  };
  for (const { retry, ...row } of await openLeads(account, campaigns)) {
    ids.set(collector.add(row, retry), row.subscriber_id);
  }
  const cuts: Cut[] = [];
  const all = campaigns.flatMap((campaign) => {
    const its = coming.get(campaign.id);
    return its
      ? [{ campaign, inboxes, from, until, days, cut: (cut: Cut) => void cuts.push(cut), ...its }]
      : [];
  });
  const share = await shareOf(account, all, most);
  const wanted = all.map((one) => ({ ...one, share }));
  const read = async (some: typeof wanted) => {
    for await (const rows of dueLeads(account, some)) add(rows);
    for (const one of some) for await (const rows of joiningLeads(account, one)) add(rows);
  };
  const later = wanted.filter(startsWarmer).toSorted((one, other) => (one.starts ?? 0) - (other.starts ?? 0));
  await read(wanted.filter((one) => !later.includes(one)));
  for (const one of later) {
    const at = one.starts ?? from;
    const before = plan({ from, until: at, campaigns, inboxes, leads: collector.finish() });
    await read([{ ...one, inboxes: warmedUp(inboxes, before, { from, at }) }]);
  }
  return { campaigns, inboxes, leads: collector.finish(), ids, cuts };
}

/** Whether a campaign's leads get their inboxes when some of these are warmer than now: an inbox gets as many as its cap is worth then. */
function startsWarmer({ starts, from, campaign, inboxes }: WantedLeads): boolean {
  return starts !== null && starts > from && campaign.inboxes.some((place) => inboxes[place]?.warm_up);
}

async function withWarmUps(
  account: Account,
  inboxes: readonly PlannedInbox[],
  at: number,
): Promise<PlannedInbox[]> {
  const warmUps = await readWarmUps(account, istDay(new Date(at)));
  return inboxes.map((inbox) => {
    const warm_up = warmUps.get(inbox.id);
    return warm_up ? { ...inbox, warm_up } : inbox;
  });
}
