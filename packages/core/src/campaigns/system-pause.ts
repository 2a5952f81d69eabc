import { asJson, moment, momentOrNull } from '../db/rows.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { type InboxTrouble, inboxTroubles, troubleOf, type TroubleRow } from '../email-accounts/troubles.ts';
import { toWire } from '../ids.ts';
import type { PauseRow } from '../deliverability/paused.ts';
import { SYSTEM_PAUSES } from './states.ts';

/** Bounces that the checklist shows. */
const LATEST_BOUNCES = 10;

/** Latest sends whose inboxes are taken for the campaign's own, where it names none. */
const LATEST_SENDS = 200;

interface BounceRow {
  enrollment_id: string;
  email: string;
  inbox: string | null;
  failure: string | null;
  bounced_at: string;
}

/** What `systemPauseColumns` reads; null what a pause is not shown with. */
export interface SystemPauseRow {
  bounces_reviewed_at: Date | null;
  latest_bounces: BounceRow[] | null;
  bad_inboxes: TroubleRow[] | null;
  /** Those that it would send from, where it has none that can. */
  own_inboxes: TroubleRow[] | null;
}

/** Why the system paused a campaign, and what leads out of it. */
export type CampaignPause = NoInbox | Checklist;

/** None of the campaign's inboxes can send. It resumes by itself once one of them can. */
export interface NoInbox {
  cause: 'no_inbox';
  /** What each of its inboxes lacks. */
  inboxes: InboxTrouble[];
  /** Addresses of those that were its own and are gone. */
  removed: string[];
}

/** What stands between a campaign and its sending again, once its owner says so: no inbox that is bad may be in use. */
export interface Checklist {
  cause: 'bounces' | 'deliverability';
  /** After a pause for bounces they have to be reviewed. */
  bounces_reviewed_at: string | null;
  latest_bounces: ReturnType<typeof bounceOf>[];
  bad_inboxes: InboxTrouble[];
  can_resume: boolean;
}

/** Columns of a campaign, `campaigns as c`, that `campaignPauseOf` makes sense of. Each is read of the pauses alone that it is shown for. */
export function systemPauseColumns(own: Own): Sql {
  const campaign = sql`c.id`;
  const addresses = sql`
    select r.value ->> 'address'
    from ${own('system_pauses')} as p, jsonb_array_elements(p.rows) as r
    where p.kind = 'campaign' and p.of_id = ${campaign} and p.lifted_at is null and p.cause = 'no_inbox'`;
  return sql`
    c.bounces_reviewed_at,
    case when c.status = 'bounced' then ${asJson(latestBounces(own, campaign))} end as latest_bounces,
    case when c.status in (${sql.join([...SYSTEM_PAUSES])}) and not exists (${addresses})
      then ${asJson(badInboxes(own, campaign))} end as bad_inboxes,
    case when c.status = 'stalled' then ${asJson(inboxTroubles(own, sql`a.address in (${addresses})`))} end as own_inboxes`;
}

/**
 * Why the system paused a campaign, and what leads out of it; null for one that it did not pause.
 * @param record what it wrote down when it did, if it did
 */
export function campaignPauseOf(
  { status, paused_at, ...row }: SystemPauseRow & { status: CampaignStatus; paused_at: Date | null },
  record: PauseRow | undefined,
): CampaignPause | null {
  if (record?.cause === 'no_inbox' && row.own_inboxes !== null) return noInboxOf(record, row.own_inboxes);
  if (row.bad_inboxes === null || paused_at === null) return null;
  const reviewed = row.bounces_reviewed_at;
  const bounces_reviewed_at = momentOrNull(reviewed && reviewed >= paused_at ? reviewed : null);
  const cause = status === 'bounced' ? ('bounces' as const) : ('deliverability' as const);
  const reviewDone = cause !== 'bounces' || bounces_reviewed_at !== null;
  const bad_inboxes = row.bad_inboxes.map(troubleOf);
  return {
    cause,
    bounces_reviewed_at,
    latest_bounces: (row.latest_bounces ?? []).map(bounceOf),
    bad_inboxes,
    can_resume: reviewDone && bad_inboxes.every((inbox) => inbox.status !== 'active'),
  };
}

function noInboxOf({ rows }: PauseRow, own: TroubleRow[]): NoInbox {
  const inboxes = own.map(troubleOf);
  const there = new Set(inboxes.map(({ address }) => address));
  const addresses = new Set(rows.map(({ address }) => address ?? ''));
  return { cause: 'no_inbox', inboxes, removed: [...addresses].filter((address) => !there.has(address)) };
}

/**
 * Of a campaign's inboxes those that the system paused, and those whose domain fails its checks. Bounces alone do not make one bad:
 * too many pause it, and the others are reviewed with the campaign's.
 */
export function badInboxes(own: Own, campaign: Sql): Sql<TroubleRow> {
  return inboxTroubles(
    own,
    sql`
      a.id in (${inboxesOf(own, campaign)})
      and (a.system_paused_at is not null or a.spf = 'fail' or a.dkim = 'fail')`,
  );
}

/** Rows `(id)` of the inboxes of a campaign: those that it names, else those that it sent by lately, else all. */
export function inboxesOf(own: Own, campaign: Sql): Sql<{ id: string }> {
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

/** A query of a campaign's latest bounces, newest first. */
function latestBounces(own: Own, campaign: Sql): Sql {
  return sql`
    select m.enrollment_id, s.email, a.address as inbox, m.failure, m.bounced_at
    from (
      select * from ${own('campaign_sends')} as m
      where m.campaign_id = ${campaign} and m.status = 'bounced'
      order by m.bounced_at desc, m.id
      limit ${LATEST_BOUNCES}
    ) as m
    join ${own('enrollments')} as e on e.id = m.enrollment_id
    join ${own('subscribers')} as s on s.id = e.subscriber_id
    left join ${own('email_accounts')} as a on a.id = m.email_account_id
    order by m.bounced_at desc, m.id`;
}

function bounceOf({ enrollment_id, email, inbox, failure, bounced_at }: BounceRow) {
  return {
    conversation_id: toWire('enr', enrollment_id),
    email,
    inbox,
    failure,
    bounced_at: moment(bounced_at),
  };
}
