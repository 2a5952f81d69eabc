import { type Own, type Sql, sql } from '../db/sql.ts';
import { type InboxTrouble, readInboxTroubles } from '../email-accounts/troubles.ts';
import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { fromWire, toWire } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { readCampaign } from './read.ts';
import { SYSTEM_PAUSES } from './states.ts';
import { endPause } from '../watch/pause.ts';
import type { SystemPauseRecord } from '../watch/paused.ts';

/** Bounces that the checklist shows. */
const LATEST_BOUNCES = 10;

interface PauseRow {
  status: CampaignStatus;
  paused_at: Date | null;
  bounces_reviewed_at: Date | null;
}

type BounceRow =
  | { enrollment_id: null }
  | {
      enrollment_id: string;
      email: string;
      inbox: string | null;
      failure: string | null;
      bounced_at: Date;
    };

/** Latest sends whose inboxes are taken for the campaign's own, where it names none. */
const LATEST_SENDS = 200;

/**
 * What stands between a campaign that the system paused and its sending again: after a pause for bounces they are to be
 * reviewed, and none of its inboxes that is bad may be in use. Null for a campaign that the system did not pause.
 * @throws Refusal `not_found`
 */
export async function readSystemPause(account: Account, { id }: { id: string }) {
  const uuid = fromWire('cmp', id);
  if (uuid === null) throw notFound('campaign');
  const [rows, bad_inboxes] = await Promise.all([
    readPauseWithBounces(account, uuid),
    readBadInboxes(account, uuid),
  ]);
  const [campaign] = rows;
  if (!campaign) throw notFound('campaign');
  if (!isSystemPause(campaign.status) || campaign.paused_at === null) return null;
  const reviewed = campaign.bounces_reviewed_at;
  const bounces_reviewed_at = momentOrNull(reviewed && reviewed >= campaign.paused_at ? reviewed : null);
  const cause = campaign.status === 'bounced' ? ('bounces' as const) : ('deliverability' as const);
  const reviewDone = cause !== 'bounces' || bounces_reviewed_at !== null;
  return {
    cause,
    bounces_reviewed_at,
    latest_bounces: rows.flatMap((row) => (row.enrollment_id === null ? [] : [bounceOf(row)])),
    bad_inboxes,
    can_resume: reviewDone && bad_inboxes.every((inbox) => inbox.status !== 'active'),
  };
}

/** What each inbox lacks of a campaign that is stalled for want of one, and the addresses of those that were its own and are gone. */
export async function readStalledInboxes(
  account: Account,
  { rows }: SystemPauseRecord,
): Promise<{ inboxes: InboxTrouble[]; removed: string[] }> {
  const own = [...new Set(rows.map(({ address }) => address ?? ''))];
  const inboxes = await readInboxTroubles(account, () => sql`a.address = any(${own}::text[])`);
  const there = new Set(inboxes.map(({ address }) => address));
  return { inboxes, removed: own.filter((address) => !there.has(address)) };
}

/**
 * Notes that the owner has looked at the bounces of a campaign that the system paused.
 * @throws Refusal `not_found`, `invalid_state`
 */
export async function reviewBounces(account: Account, { id }: { id: string }) {
  const uuid = fromWire('cmp', id);
  if (uuid === null) throw notFound('campaign');
  await account.transaction(async (account) => {
    const reviewed = await account
      .update('campaigns')
      .set({ bounces_reviewed_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', uuid)
      .where('status', 'in', SYSTEM_PAUSES)
      .returning('id')
      .execute();
    if (reviewed.length === 0) refuse((await readCampaign(account, { id })).status);
    await audit(account, 'campaign.bounces_reviewed', uuid);
  });
}

/**
 * Leads a campaign out of a pause by the system once the checklist is done. The application's alone: the API refuses it.
 * The conditions stand in the update itself, so that a new pause or an inbox taken back into use in between is not passed over.
 * @throws Refusal `not_found`, `invalid_state` for one that the system did not pause, `system_paused` for an open checklist
 */
export async function resumeAfterSystemPause(account: Account, { id }: { id: string }) {
  const uuid = fromWire('cmp', id);
  if (uuid === null) throw notFound('campaign');
  return account.transaction(async (account) => {
    const own = (await account.rows((own) => inboxesOf(own, uuid))).map(({ id }) => id);
    const bad = (await readBadInboxes(account, uuid)).map((inbox) => fromWire('eml', inbox.id));
    const badInUse = account
      .select('email_accounts')
      .select('id')
      .where('status', '=', 'active')
      .where(sql<boolean>`id = any(${own}::uuid[])`)
      .where((eb) => eb.or([eb('system_paused_at', 'is not', null), sql<boolean>`id = any(${bad}::uuid[])`]));
    const resumed = await account
      .update('campaigns')
      .set({ status: 'active', paused_by: null, pause_reason: null, paused_at: null })
      .where('id', '=', uuid)
      .where('status', 'in', SYSTEM_PAUSES)
      .where((eb) =>
        eb.or([eb('status', '=', 'stalled'), eb('bounces_reviewed_at', '>=', sql<Date>`paused_at`)]),
      )
      .where((eb) => eb.not(eb.exists(badInUse)))
      .returning('id')
      .execute();
    const campaign = await readCampaign(account, { id });
    if (resumed.length > 0) {
      await endPause(account, 'campaign', uuid);
      await audit(account, 'campaign.resume_after_system_pause', uuid);
    }
    // A form that is sent twice finds it sending already.
    else if (campaign.status !== 'active') refuse(campaign.status);
    return campaign;
  });
}

function refuse(status: CampaignStatus): never {
  if (!isSystemPause(status)) {
    throw new Refusal('invalid_state', `The system did not pause this campaign; it is ${status}.`);
  }
  throw new Refusal(
    'system_paused',
    'The checklist is not done: review its bounces if there are any, and fix or pause each inbox that is listed. Then resume the campaign.',
  );
}

/**
 * Of a campaign's inboxes those that the system paused, and those whose domain fails its checks. Bounces alone do not make one bad:
 * too many pause it, and the others are reviewed with the campaign's.
 */
function readBadInboxes(account: Account, campaign: string): Promise<InboxTrouble[]> {
  return readInboxTroubles(
    account,
    (own) => sql`
      a.id in (${inboxesOf(own, campaign)})
      and (a.system_paused_at is not null or a.spf = 'fail' or a.dkim = 'fail')`,
  );
}

/** Rows `(id)` of the inboxes of a campaign: those that it names, else those that it sent by lately, else all. */
function inboxesOf(own: Own, campaign: string): Sql<{ id: string }> {
  return sql<{ id: string }>`
    with named as (
      select i.email_account_id as id from ${own('campaign_inboxes')} as i where i.campaign_id = ${campaign}
    ), used as (
      select distinct m.email_account_id as id
      from (
        select m.email_account_id from ${own('campaign_sends')} as m
        where m.campaign_id = ${campaign} and m.status in ('sent', 'bounced')
        order by m.sent_at desc, m.id
        limit ${LATEST_SENDS}
      ) as m
      where m.email_account_id is not null
    )
    select a.id from ${own('email_accounts')} as a
    where case
      when exists (select from named) then a.id in (select id from named)
      when exists (select from used) then a.id in (select id from used)
      else true
    end`;
}

/** The campaign with each of its latest bounces: one row without a bounce when there is none. */
function readPauseWithBounces(account: Account, uuid: string): Promise<(PauseRow & BounceRow)[]> {
  return account.rows<PauseRow & BounceRow>(
    (own) => sql`
      select c.status, c.paused_at, c.bounces_reviewed_at, bounce.*
      from ${own('campaigns')} as c
      left join (
        select m.id as send_id, m.enrollment_id, s.email, a.address as inbox, m.failure, m.bounced_at
        from (
          select * from ${own('campaign_sends')} as m
          where m.campaign_id = ${uuid} and m.status = 'bounced'
          order by m.bounced_at desc, m.id
          limit ${LATEST_BOUNCES}
        ) as m
        join ${own('enrollments')} as e on e.id = m.enrollment_id
        join ${own('subscribers')} as s on s.id = e.subscriber_id
        left join ${own('email_accounts')} as a on a.id = m.email_account_id
      ) as bounce on true
      where c.id = ${uuid}
      order by bounce.bounced_at desc, bounce.send_id`,
  );
}

function bounceOf({
  enrollment_id,
  email,
  inbox,
  failure,
  bounced_at,
}: Extract<BounceRow, { email: string }>) {
  return {
    conversation_id: toWire('enr', enrollment_id),
    email,
    inbox,
    failure,
    bounced_at: moment(bounced_at),
  };
}

function isSystemPause(status: CampaignStatus): boolean {
  return SYSTEM_PAUSES.some((pause) => pause === status);
}
