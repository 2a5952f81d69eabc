import type { Account } from '../db/account.ts';
import type { AudienceFilters } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';
import { newId } from '../ids.ts';
import { inAudience, listSubscribers } from '../subscribers/list.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import { audienceOf, checkAudience } from './settings.ts';

/** Leads that join in one transaction. */
const SET = 1_000;

/** Seconds after which an audience that is followed is gone through again. */
const FOLLOWS_EVERY = 10;

/** How many subscribers are in an audience just now, opted-out ones left out. @throws Refusal `invalid_parameter` */
export async function countAudience(account: Account, filters: AudienceFilters): Promise<number> {
  checkAudience(filters);
  const audience = { ...audienceOf(filters), status: 'active' as const };
  const page = await listSubscribers(account, { ...audience, order: 'recent', limit: 1, offset: 0 });
  return page.total_matching;
}

/** Campaigns that still have somebody to join, by UUID. */
export async function joiningCampaigns(account: Account, at?: Date): Promise<string[]> {
  const rows = await account
    .select('campaigns')
    .select('id')
    .where('status', '=', 'active')
    .where(isJoining(at))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets the next set of a campaign's audience join: once all who are in it when the campaign starts and, where it follows, whoever
 * comes into it later: such an audience is gone through again and again. Nobody joins who opted out, is suppressed or has been in
 * the campaign before.
 * @param campaign UUID
 * @param at the moment, by default what the database's clock says
 * @returns how many joined, and whether there may be more
 */
export async function joinAudience(
  account: Account,
  { campaign, at }: { campaign: string; at?: Date },
): Promise<{ joined: number; more: boolean }> {
  return account.transaction(async (account) => {
    const row = await account
      .select('campaigns')
      .select(['audience', 'joined_number'])
      .where('id', '=', campaign)
      .where('status', '=', 'active')
      .where(isJoining(at))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return { joined: 0, more: false };
    const found = row.audience ? await findSome(account, row.audience, row.joined_number) : [];
    const joiners = await withoutKnown(account, campaign, found);
    await enroll(account, campaign, joiners, at);
    const more = found.length === SET;
    await account
      .update('campaigns')
      .set(
        more
          ? { joined_number: (found.at(-1)?.number ?? 0) + 1 }
          : { joined_number: 0, joined_at: at ?? sql<Date>`clock_timestamp()` },
      )
      .where('id', '=', campaign)
      .execute();
    return { joined: joiners.length, more };
  });
}

/** SQL over a campaign: whether its audience has not joined yet or, where it follows, has to be searched again. */
function isJoining(at?: Date) {
  const now = at ?? sql<Date>`clock_timestamp()`;
  return sql<boolean>`(
    joined_at is null
    or follow and (joined_number > 0 or joined_at < ${now}::timestamptz - ${FOLLOWS_EVERY} * interval '1 second')
  )`;
}

/** Enrolls subscribers, by UUID, who are known not to be in the campaign. */
export async function enroll(
  account: Account,
  campaign: string,
  subscribers: readonly string[],
  at?: Date,
): Promise<void> {
  const enrolled = at === undefined ? {} : { enrolled_at: at };
  await account.insert(
    'enrollments',
    subscribers.map((subscriber_id) => ({ id: newId(), campaign_id: campaign, subscriber_id, ...enrolled })),
  );
}

interface Found {
  id: string;
  email: string;
  number: number;
}

/** The next of the audience, in the order of their numbers. */
function findSome(account: Account, filters: AudienceFilters, from: number): Promise<Found[]> {
  const within: Sql<boolean> | null = inAudience({ ...audienceOf(filters), status: 'active' });
  if (within === null) return Promise.resolve([]);
  return account.rows<Found>(
    (own) => sql`
      select s.id, s.email, s.number
      from ${own('subscribers')} as s
      where s.number >= ${from} and ${within}
      order by s.number
      limit ${SET}
      for key share of s`,
  );
}

/**
 * Lets subscribers join by hand, by UUID. Whoever opted out, is suppressed or has been in the campaign before is left out.
 * @returns how many joined
 */
export async function joinChosen(
  account: Account,
  campaign: string,
  subscribers: readonly string[],
): Promise<number> {
  const found = await account.rows<Found>(
    (own) => sql`
      select s.id, s.email, s.number
      from ${own('subscribers')} as s
      where s.id = any(${subscribers}::uuid[]) and s.status = 'active'
      order by s.number
      for key share of s`,
  );
  const joiners = await withoutKnown(account, campaign, found);
  await enroll(account, campaign, joiners);
  return joiners.length;
}

/** UUIDs of those who are not in the campaign and not suppressed: looked up one by one, whatever the database knows of sizes. */
async function withoutKnown(account: Account, campaign: string, found: readonly Found[]): Promise<string[]> {
  if (found.length === 0) return [];
  const enrolled = await account
    .select('enrollments')
    .select('subscriber_id')
    .where('campaign_id', '=', campaign)
    .where(sql<boolean>`subscriber_id = any(${found.map(({ id }) => id)}::uuid[])`)
    .execute();
  const suppressed = await account.rows<{ email: string }>(
    (own) => sql`
      select given.email from unnest(${found.map(({ email }) => email)}::text[]) as given (email)
      where ${isSuppressed(own, sql`given.email`)}`,
  );
  const known = new Set(enrolled.map(({ subscriber_id }) => subscriber_id));
  const unwanted = new Set(suppressed.map(({ email }) => email));
  return found.filter(({ id, email }) => !known.has(id) && !unwanted.has(email)).map(({ id }) => id);
}
