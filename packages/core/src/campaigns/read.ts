import type { Account } from '../db/account.ts';
import { pageOf, type Paging } from '../db/page.ts';
import { asJson, moment, momentOrNull } from '../db/rows.ts';
import type { AudienceFilters, CampaignStatus, PausedBy, Weekday } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { leadsByState, type LeadSums } from './leads.ts';
import { type CampaignForm, inboxOnWire, namedInboxes } from './form.ts';
import { metricsColumns, metricsOf, type MetricsRow } from './metrics.ts';
import { fromWire, toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { openPause, type PauseRow } from '../deliverability/paused.ts';
import { campaignPauseOf, systemPauseColumns, type SystemPauseRow } from './system-pause.ts';
import { performanceOf, type PerformanceSums, performanceSums } from './performance.ts';

interface Row extends LeadSums {
  id: string;
  name: string;
  status: CampaignStatus;
  paused_by: PausedBy | null;
  pause_reason: string | null;
  paused_at: Date | null;
  steps: number;
  daily_limit: number;
  send_days: Weekday[];
  send_from: string;
  send_until: string;
  time_zone: string;
  stop_on_reply: boolean;
  track_opens: boolean;
  track_clicks: boolean;
  created_at: Date;
  scheduled_for: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
}

/** Settings of a campaign that the API does not show. */
type Beside = Pick<CampaignForm, 'inboxes' | 'audience' | 'follow' | 'domain_limit' | 'colleague_reply'>;

type DetailsRow = MetricsRow &
  SystemPauseRow &
  Beside & {
    /** One, or none. */
    pauses: PauseRow[];
  };

/** Campaigns with their settings and lead counts, newest first. */
export async function listCampaigns(
  account: Account,
  { status, ...paging }: Paging & { status: CampaignStatus | 'all' },
) {
  const rows = await readRows(account, ofStatus(status), pageOfRows(paging));
  return pageOf(rows.map(onWire), paging);
}

/** The same list with how each campaign has done so far, in one statement. */
export async function listCampaignsWithPerformance(
  account: Account,
  { status, ...paging }: Paging & { status: CampaignStatus | 'all' },
) {
  const rows = await readRows<PerformanceSums>(
    account,
    ofStatus(status),
    pageOfRows(paging),
    performanceSums,
  );
  return pageOf(
    rows.map((row) => ({ ...onWire(row), performance: performanceOf(row) })),
    paging,
  );
}

function ofStatus(status: CampaignStatus | 'all'): Sql {
  return sql`${status === 'all'} or c.status = ${status}`;
}

function pageOfRows({ limit, offset }: Paging): Sql {
  return sql`limit ${limit + 1} offset ${offset}`;
}

/** A campaign as it is read alone. */
export type Campaign = Awaited<ReturnType<typeof readCampaign>>;

/** One campaign. */
export async function readCampaign(account: Account, { id }: { id: string }) {
  return onWire(await readRow(account, id));
}

export type CampaignDetails = Awaited<ReturnType<typeof readCampaignDetails>>;

/** What a campaign's page shows, in one statement: the campaign, all its figures, and why the system paused it, if it did, with what leads out. */
export async function readCampaignDetails(account: Account, { id }: { id: string }) {
  const row = await readRow<DetailsRow>(account, id, (own, campaign) => {
    const [inboxes, pauses] = [namedInboxes(own, campaign), openPause(own, 'campaign', campaign)];
    return sql`
      select
        c.audience, c.follow, c.domain_limit, c.colleague_reply, ${metricsColumns(own, campaign)},
        ${systemPauseColumns(own)}, ${asJson(inboxes)} as inboxes, ${asJson(pauses)} as pauses`;
  });
  const { audience, follow, domain_limit, colleague_reply } = row;
  return {
    campaign: onWire(row),
    beside: {
      inboxes: row.inboxes.map(inboxOnWire),
      audience,
      magnet: await namedMagnet(account, audience),
      follow,
      domain_limit,
      colleague_reply,
    },
    metrics: metricsOf(row, account.now()),
    pause: campaignPauseOf(row, row.pauses[0]),
  };
}

/** The magnet that an audience has requested; null where it is of none, or of one that is gone. */
async function namedMagnet(
  account: Account,
  audience: AudienceFilters | null,
): Promise<{ id: string; title: string } | null> {
  const id = audience?.magnet_id;
  const uuid = id === undefined ? null : fromWire('mag', id);
  if (id === undefined || uuid === null) return null;
  const magnet = await account.select('magnets').select('title').where('id', '=', uuid).executeTakeFirst();
  return magnet ? { id, title: magnet.title } : null;
}

/** @throws Refusal `not_found` */
async function readRow<More = unknown>(
  account: Account,
  id: string,
  more?: (own: Own, campaign: Sql) => Sql,
): Promise<Row & More> {
  const uuid = uuidOf('cmp', id, 'campaign');
  const [row] = await readRows<More>(account, sql`c.id = ${uuid}`, sql``, more);
  if (!row) throw notFound('campaign');
  return row;
}

/** @param more a query of one row that is read for each campaign, `campaigns as c`, beside its own columns */
function readRows<More = unknown>(
  account: Account,
  which: Sql,
  slice: Sql,
  more: (own: Own, campaign: Sql) => Sql = () => sql`select`,
): Promise<(Row & More)[]> {
  return account.rows<Row & More>(
    (own) => sql`
      select
        c.id, c.name, c.status, c.paused_by, c.pause_reason, c.paused_at, c.daily_limit, c.send_days, c.send_from,
        c.send_until, c.time_zone, c.stop_on_reply, c.track_opens, c.track_clicks, c.created_at, c.scheduled_for, c.started_at,
        c.completed_at,
        (select coalesce(max(s.step), 0) from ${own('campaign_steps')} as s where s.campaign_id = c.id) as steps,
        lead.*, more.*
      from (select * from ${own('campaigns')} as c where ${which} order by c.created_at desc, c.id ${slice}) as c
      cross join lateral (${leadsByState(own, sql`c.id`)}) as lead
      cross join lateral (${more(own, sql`c.id`)}) as more
      order by c.created_at desc, c.id`,
  );
}

function onWire(row: Row) {
  return {
    id: toWire('cmp', row.id),
    name: row.name,
    status: row.status,
    pause:
      row.paused_by && row.paused_at
        ? { by: row.paused_by, reason: row.pause_reason, at: moment(row.paused_at) }
        : null,
    settings: {
      steps: row.steps,
      daily_limit: row.daily_limit,
      send_days: row.send_days,
      send_from: row.send_from,
      send_until: row.send_until,
      time_zone: row.time_zone,
      stop_on_reply: row.stop_on_reply,
      track_opens: row.track_opens,
      track_clicks: row.track_clicks,
    },
    leads: {
      total: row.total_leads,
      active: row.active_leads,
      completed: row.completed_leads,
      stopped: row.stopped_leads,
      bounced: row.bounced_leads,
    },
    created_at: moment(row.created_at),
    scheduled_for: momentOrNull(row.scheduled_for),
    started_at: momentOrNull(row.started_at),
    completed_at: momentOrNull(row.completed_at),
  };
}
