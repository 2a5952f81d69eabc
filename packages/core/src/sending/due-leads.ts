import type { Account } from '../db/account.ts';
import { PLANNED_EACH_TIME } from '../db/prepared.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { sumOf } from '../figures/sums.ts';
import { chooseInbox, seedOfLead } from '../planner/choices.ts';
import type { LeadRow } from '../planner/leads.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';
import { Reach } from '../planner/reach.ts';
import { type Cut, hasNothingOpen, mayBeWrittenTo } from './candidates.ts';

/** Leads that are read at once. */
const SET = 10_000;
const LEAST = 200;

/** Leads are read all at once, rather than each by an index, up to this many times the number that can be written to: it costs a fraction. */
const AT_ONE_GO = 4;

export interface WantedLeads {
  campaign: PlannedCampaign;
  inboxes: readonly PlannedInbox[];
  /** When the campaign begins, in milliseconds since 1970; null where it runs already. */
  starts: number | null;
  /** The moment that is planned from. */
  from: number;
  /** Due by then. */
  until: number;
  days: number;
  /** At most so many are read of each inbox, of those who wait for their first email and of the others. */
  share?: number | undefined;
  /** Called where there may be more leads than were read. */
  cut(cut: Cut): void;
}

/** A lead with the key by which the index is read on. */
interface Row extends LeadRow {
  enrollment_id: string;
}

/**
 * The leads of some campaigns with nothing open that a plan has to know, a few thousand at a time: of equally due ones, who is
 * written to first comes first. To be called in a transaction.
 */
export async function* dueLeads(
  account: Account,
  campaigns: readonly WantedLeads[],
): AsyncGenerator<LeadRow[]> {
  const active = await readActive(account);
  const few: WantedLeads[] = [];
  for (const wanted of campaigns) {
    const { campaign } = wanted;
    const most = AT_ONE_GO * reachOf(wanted).room(campaign.inboxes, BOTH);
    if (most === 0) continue;
    if (wanted.share === undefined && (active.get(campaign.id) ?? 0) <= most) few.push(wanted);
    else yield* leadsOfOne(account, wanted);
  }
  yield* leadsOfAll(account, few);
}

/**
 * How many leads may be read of each inbox of each campaign, where all that a plan could have to know are more than `most`;
 * undefined where they are not.
 */
export async function shareOf(
  account: Account,
  campaigns: readonly (WantedLeads & { joining: unknown })[],
  most: number,
): Promise<number | undefined> {
  if (most === Infinity) return undefined;
  const active = await readActive(account);
  let [leads, queues] = [0, 0];
  for (const wanted of campaigns) {
    const { id, inboxes } = wanted.campaign;
    const room = reachOf(wanted).room(inboxes, BOTH);
    leads += wanted.joining ? room : Math.min(active.get(id) ?? 0, room);
    queues += BOTH.length * inboxes.length;
  }
  return leads > most ? Math.max(Math.floor(most / queues), 1) : undefined;
}

/** All leads of some campaigns: one that no inbox can write to in time only takes up memory. */
async function* leadsOfAll(account: Account, campaigns: readonly WantedLeads[]): AsyncGenerator<LeadRow[]> {
  const assign = new Map(campaigns.map((wanted) => [wanted.campaign.id, assignerOf(wanted)]));
  for await (const rows of read(account, campaigns)) {
    yield rows.filter((row) => assign.get(row.campaign_id)?.(row) !== undefined);
  }
}

/** Leads of a campaign that has many more than it can write to. */
async function* leadsOfOne(account: Account, wanted: WantedLeads): AsyncGenerator<LeadRow[]> {
  for (const { where, places, first } of await sourcesOf(account, wanted)) {
    const reach = reachOf(wanted);
    const assign = assignerOf(wanted);
    const needed = (row: Row) => {
      const inbox = assign(row);
      const { step, domain = '', due } = row;
      return inbox !== undefined && reach.takes({ inbox, first: step === 1, domain, due });
    };
    const room = () => reach.room(places, first);
    for await (const rows of readOn(account, wanted, where, room)) yield rows.filter(needed);
    tellCuts(wanted, reach);
  }
}

/** Which of a campaign's leads a plan needs. */
export function reachOf({ campaign, inboxes, days, share }: WantedLeads): Reach {
  return new Reach(campaign, inboxes, { days, share });
}

export function tellCuts({ campaign, inboxes, cut }: WantedLeads, reach: Reach): void {
  for (const { inbox, ...end } of reach.cuts()) {
    cut({ campaign: campaign.id, inbox: inboxes[inbox]?.id ?? '', ...end });
  }
}

/** Whether a first email waits, or one that follows. */
const BOTH = [true, false];

/** Some of a campaign's leads: which inboxes write to them, and what they wait for. */
interface Source {
  where: Sql<boolean>;
  places: readonly number[];
  first: readonly boolean[];
}

async function sourcesOf(account: Account, { campaign, inboxes }: WantedLeads): Promise<Source[]> {
  const places = campaign.inboxes;
  const usable = places.flatMap((place) => inboxes[place]?.id ?? []);
  const others = await account
    .select('email_accounts')
    .select('id')
    .where(sql<boolean>`id <> all(${usable}::uuid[])`)
    .execute();
  const unassigned = [
    sql<boolean>`n.email_account_id is null`,
    // They get another: see `assignInboxes`.
    ...others.map(({ id }) => sql<boolean>`n.email_account_id = ${id} and n.step = 1`),
  ];
  return [
    ...places.flatMap((place) =>
      BOTH.map((first) => ({
        where: sql<boolean>`n.email_account_id = ${inboxes[place]?.id} and (n.step = 1) = ${first}`,
        places: [place],
        first: [first],
      })),
    ),
    ...unassigned.map((where) => ({ where, places, first: [true] })),
  ];
}

/**
 * Gives a row the inbox that writes to the lead, and has it due no earlier than the campaign begins.
 * @returns what gives the inbox's place; undefined where nobody writes to them
 */
function assignerOf({ campaign, inboxes, starts }: WantedLeads): (row: LeadRow) => number | undefined {
  const places = new Map(campaign.inboxes.map((place) => [inboxes[place]?.id ?? null, place]));
  return (row) => {
    const { subscriber_id, step, email_account_id } = row;
    const kept = email_account_id === null ? undefined : places.get(email_account_id);
    // A follow-up waits for the inbox that wrote before.
    if (kept === undefined && email_account_id !== null && step > 1) return undefined;
    const inbox = kept ?? chooseInbox(seedOfLead(campaign.id, subscriber_id), campaign, inboxes);
    if (inbox === undefined) return undefined;
    row.email_account_id = inboxes[inbox]?.id ?? null;
    // A lead who was due before the plan begins may still use the inbox's latest slot.
    row.due = Math.max(row.due, starts ?? -Infinity);
    return inbox;
  };
}

/** The order of the index, which is that of the claim. */
const BY_DUE = sql`(n.step = 1), n.due_at, n.enrollment_id`;

/** How many leads of each campaign, by its UUID, are active. */
async function readActive(account: Account): Promise<Map<string, number>> {
  const rows = await account.rows<{ campaign_id: string; leads: number }>(
    (own) => sql`
      select campaign_id, ${sumOf('campaign_leads', 'enrollments', sql`status = 'active'`)} as leads
      from ${own('campaign_leads')} as l
      group by campaign_id`,
  );
  return new Map(rows.map(({ campaign_id, leads }) => [campaign_id, leads]));
}

/** All leads of some campaigns, by a cursor: each set is read while the one before is taken in. */
async function* read(account: Account, campaigns: readonly WantedLeads[]): AsyncGenerator<LeadRow[]> {
  if (campaigns.length === 0) return;
  // A cursor would otherwise be planned for reading only its beginning.
  await account.rows(() => sql`set local cursor_tuple_fraction = 1`);
  // The plan sorts by when they are due, so that PostgreSQL only has to sort equal ones: by an id it takes half as long. Who is due
  // before a campaign begins comes to be as due as the others there.
  const order = campaigns.every(({ starts }) => starts === null) ? sql`n.enrollment_id` : BY_DUE;
  await account.rows(
    (own) => sql`declare leads no scroll cursor for ${rowsOf(own, campaigns)} order by ${order}`,
  );
  const fetch = () => account.rows<LeadRow>(() => sql`fetch ${sql.lit(SET)} from leads`);
  for (let next = fetch(); ;) {
    const rows = await next;
    const isLast = rows.length < SET;
    if (!isLast) next = fetch();
    yield rows;
    if (isLast) break;
  }
  await account.rows(() => sql`close leads`);
}

/** Some leads of a campaign, set by set by an index, as long as there is room for more. */
async function* readOn(
  account: Account,
  wanted: WantedLeads,
  where: Sql<boolean>,
  room: () => number,
): AsyncGenerator<Row[]> {
  let after = sql<boolean>`true`;
  while (room() > 0) {
    const set = Math.min(Math.max(room(), LEAST), SET);
    const further = sql<boolean>`${where} and ${after}`;
    const rows: Row[] = await account.rows<Row>(
      (own) =>
        sql`${PLANNED_EACH_TIME} ${rowsOf<Row>(own, [wanted], further)} order by ${BY_DUE} limit ${set}`,
    );
    const last = rows.at(-1);
    if (last) {
      const { step, due, enrollment_id } = last;
      after = sql<boolean>`((n.step = 1), n.due_at, n.enrollment_id) > (${step === 1}, ${new Date(due)}, ${enrollment_id})`;
    }
    yield rows;
    if (rows.length < set) return;
  }
}

/** @param further which of them, where they are read set by set: each comes with its enrollment's id, after which the next set begins */
function rowsOf<R extends LeadRow>(own: Own, wanted: readonly WantedLeads[], further?: Sql<boolean>): Sql<R> {
  const ids = wanted.map(({ campaign }) => campaign.id);
  // By one campaign PostgreSQL reads the index in its order, by an array of one it sorts all that the index has.
  const ofThem = ids.length === 1 ? sql`n.campaign_id = ${ids[0]}` : sql`n.campaign_id = any(${ids}::uuid[])`;
  const until = new Date(Math.max(...wanted.map((one) => one.until)));
  const isLimited = wanted.some(({ campaign }) => campaign.domain_limit !== null);
  return sql<R>`
    select ${further ? sql`n.enrollment_id,` : sql``} e.subscriber_id, n.campaign_id, n.step, n.email_account_id,
      (extract(epoch from n.due_at) * 1000)::float8 as due
      ${isLimited ? sql`, split_part(s.email, '@', 2) as domain` : sql``}
    from ${own('next_steps')} as n
    join ${own('enrollments')} as e on e.id = n.enrollment_id
    join ${own('subscribers')} as s on s.id = e.subscriber_id
    join ${own('campaigns')} as c on c.id = n.campaign_id
    where ${ofThem} and n.due_at <= ${until} and ${further ?? sql<boolean>`true`}
      and ${mayBeWrittenTo(own)} and ${hasNothingOpen(own)}`;
}

/** SQL over a subscriber `s`: the domain of their address, where the campaign limits those. */
export function domainOf({ domain_limit }: PlannedCampaign): Sql<string> {
  return domain_limit === null ? sql<string>`''` : sql<string>`split_part(s.email, '@', 2)`;
}
