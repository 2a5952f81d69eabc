import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { blamedByInbox, type Bounced, bouncedOfCampaign, returnedOfInbox } from '../figures/bounces.ts';
import { sumsOf } from '../figures/sums.ts';
import { toWire } from '../ids.ts';
import { latestBlamed } from './blamed.ts';
import { judgeDomains } from './domains.ts';
import { pauseCampaignBySystem, type PauseEvidence, pauseInbox } from './pause.ts';
import { judgeStalled } from './stalled.ts';

/** An inbox is paused when it sent at least `sent` emails in `days` days and this share of them bounced. */
export const INBOX_LIMIT = { days: 7, sent: 50, share: 0.05 };

/** A campaign is paused when this share of its latest `sends`, and at least `bounced` of them, bounced. */
const CAMPAIGN_LIMIT = { sends: 200, bounced: 5, share: 0.05 };

/** Bounces that a pause keeps. */
const MAX_ROWS = 20;

/**
 * Pauses what bounces too much, inboxes whose domain fails its checks for days, and campaigns that have no inbox left to send
 * by. What was judged once, and lifted by the owner, does not count against them again.
 * @returns the addresses and names of what was paused
 */
export async function judgeDeliverability(account: Account): Promise<string[]> {
  return [
    ...(await judgeInboxes(account)),
    ...(await judgeDomains(account)),
    ...(await judgeCampaigns(account)),
    ...(await judgeStalled(account)),
  ];
}

async function judgeInboxes(account: Account): Promise<string[]> {
  const today = istDay(account.now());
  const week = sql`clock_timestamp() - ${INBOX_LIMIT.days} * interval '1 day'`;
  const suspects = await account.rows<{ id: string; address: string; lifted_at: Date | null }>(
    (own) => sql`
      select a.id, a.address, (
        select max(p.lifted_at) from ${own('system_pauses')} as p
        where p.kind = 'inbox' and p.of_id = a.id and p.cause = 'bounces'
      ) as lifted_at
      from (
        select d.email_account_id, d.sent + d.bounced + coalesce(b.refused, 0) as tried,
          d.bounced + coalesce(b.blamed, 0) as returned
        from (
          select email_account_id, ${sumsOf('email_account_days', ['sent', 'bounced'])}
          from ${own('email_account_days')} as d
          where day > ${today}::date - ${INBOX_LIMIT.days}::int
          group by email_account_id
        ) as d
        left join (${blamedByInbox(own, week)}) as b on b.email_account_id = d.email_account_id
      ) as d
      join ${own('email_accounts')} as a on a.id = d.email_account_id
      where a.system_paused_at is null and a.removed_at is null
        and d.tried >= ${INBOX_LIMIT.sent} and d.returned >= ${INBOX_LIMIT.share}::numeric * d.tried
      order by a.id`,
  );
  const paused: string[] = [];
  for (const { id, address, lifted_at } of suspects) {
    const since = sql`greatest(${week}, ${lifted_at}::timestamptz)`;
    const [figures] = await account.rows((own) => returnedOfInbox(own, sql`${id}::uuid`, since));
    if (!figures || figures.sent < INBOX_LIMIT.sent || !isTooMuch(figures, INBOX_LIMIT.share)) continue;
    const rows = [
      ...(await latestBlamed(account, id)),
      ...(await latestBounces(account, 'email_account_id', id)),
    ].slice(0, MAX_ROWS);
    const threshold = { ...figures, ...limits(INBOX_LIMIT) };
    if (await pauseInbox(account, id, { cause: 'bounces', threshold, rows })) paused.push(address);
  }
  return paused;
}

async function judgeCampaigns(account: Account): Promise<string[]> {
  const running = await account
    .select('campaigns')
    .select(['id', 'name', 'bounces_reviewed_at'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  const paused: string[] = [];
  for (const { id, name, bounces_reviewed_at } of running) {
    const figures = await readLatestBounced(account, id, bounces_reviewed_at);
    if (!figures || figures.bounced < CAMPAIGN_LIMIT.bounced || !isTooMuch(figures, CAMPAIGN_LIMIT.share))
      continue;
    const evidence = await evidenceOfBounces(account, id, figures);
    if (await pauseCampaignBySystem(account, id, tooManyBounced(figures), evidence)) paused.push(name);
  }
  return paused;
}

/** What a campaign, by UUID, is judged by: its latest sends since somebody reviewed its bounces. */
export async function readLatestBounced(
  account: Account,
  campaign: string,
  reviewed_at: Date | null,
): Promise<Bounced | undefined> {
  const since = sql`coalesce(${reviewed_at}::timestamptz, '-infinity')`;
  const [figures] = await account.rows((own) =>
    bouncedOfCampaign(own, sql`${campaign}::uuid`, since, CAMPAIGN_LIMIT.sends),
  );
  return figures;
}

/** What a campaign, by UUID, is paused by for its bounces. */
export async function evidenceOfBounces(
  account: Account,
  campaign: string,
  figures: Bounced,
): Promise<PauseEvidence> {
  const rows = await latestBounces(account, 'campaign_id', campaign);
  return { cause: 'bounces', threshold: { ...figures, ...limits(CAMPAIGN_LIMIT) }, rows };
}

/** Why a campaign is paused for its bounces, as its page says it. */
export function tooManyBounced({ sent, bounced }: Bounced): string {
  const share = ((100 * bounced) / sent).toFixed(1);
  return `${share}% of its last ${sent} emails bounced (limit ${CAMPAIGN_LIMIT.share * 100}%).`;
}

/** Limits beside the figures that they are of, as `limit_sent` beside `sent`. */
function limits(of: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(of).map(([name, limit]) => [`limit_${name}`, limit]));
}

function isTooMuch(
  { sent, bounced, blamed = 0 }: { sent: number; bounced: number; blamed?: number },
  share: number,
): boolean {
  return bounced + blamed > 0 && bounced + blamed >= share * sent;
}

async function latestBounces(
  account: Account,
  column: 'email_account_id' | 'campaign_id',
  id: string,
): Promise<object[]> {
  const rows = await account.rows<{
    enrollment_id: string;
    email: string;
    failure: string | null;
    bounced_at: Date;
  }>(
    (own) => sql`
      select s.enrollment_id, l.email, s.failure, s.bounced_at
      from ${own('campaign_sends')} as s
      join ${own('enrollments')} as e on e.id = s.enrollment_id
      join ${own('subscribers')} as l on l.id = e.subscriber_id
      where s.${sql.ref(column)} = ${id} and s.status = 'bounced'
      order by s.bounced_at desc, s.id
      limit ${MAX_ROWS}`,
  );
  return rows.map(({ enrollment_id, ...row }) => ({ conversation_id: toWire('enr', enrollment_id), ...row }));
}
