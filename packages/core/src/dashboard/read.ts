import { daysBefore, daysBetween, type DASHBOARD_RANGES, type Day, firstDayOf, istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import type { MagnetStatus } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import { NONE } from '../figures/contributions.ts';
import { stagesOf } from '../figures/funnel.ts';
import { rate } from '../figures/rate.ts';
import { sumOf, sumsOf } from '../figures/sums.ts';

export type DashboardRange = (typeof DASHBOARD_RANGES)[number];
export type DashboardScope = 'active' | 'all';

const MEASURES = [
  'new_subscribers',
  'unsubscribed',
  'requests',
  'sent',
  'delivered',
  'bounced',
  'sent_opened',
  'sent_clicked',
  'opened',
  'clicked',
] as const;

type Sums = Record<(typeof MEASURES)[number], number>;

/** Without any of these, nothing happened on a day. */
const FACTS = ['new_subscribers', 'unsubscribed', 'requests', 'sent', 'opened', 'clicked'] as const;

interface Row extends Sums {
  /** Whether it sums the days before those that were asked for. */
  before: boolean;
  grain: 'total' | 'day' | 'magnet';
  first_day: Day | null;
  day: Day;
  magnet_id: string;
  title: string;
  slug: string;
  status: MagnetStatus;
}

const TOP_MAGNETS = 10;

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>;

interface Asked {
  range: DashboardRange;
  scope: DashboardScope;
}

/** The dashboard: headline figures, funnel, days and top magnets of a range of IST days. */
export async function readDashboard(account: Account, asked: Asked) {
  const to = istDay(account.now());
  const first = firstDayOf(asked.range, to);
  return dashboardOf(await readSums(account, { from: first, to, scope: asked.scope }), first, to, asked);
}

/** The same with as many days before, to compare them with; these are null for all time, since nothing comes before it. */
export async function readDashboardAndBefore(account: Account, asked: Asked) {
  const to = istDay(account.now());
  const first = firstDayOf(asked.range, to);
  const earlier = first === null ? null : daysBefore(first, to);
  const rows = await readSums(account, {
    from: first,
    to,
    scope: asked.scope,
    before: earlier?.from ?? null,
  });
  const before = rows.filter((row) => row.before);
  return {
    dashboard: dashboardOf(
      rows.filter((row) => !row.before),
      first,
      to,
      asked,
    ),
    before: earlier && {
      ...earlier,
      kpis: kpisOf(before.find((row) => row.grain === 'total')),
      by_day: byDay(before, earlier.from, earlier.to),
    },
  };
}

function dashboardOf(rows: Row[], first: Day | null, to: Day, { range, scope }: Asked) {
  const total = rows.find((row) => row.grain === 'total');
  const from = first ?? total?.first_day ?? to;
  return {
    range,
    scope,
    from,
    to,
    kpis: kpisOf(total),
    funnel: funnelOf(total),
    by_day: byDay(rows, from, to),
    top_magnets: topMagnets(rows, total?.requests ?? 0),
  };
}

/**
 * Sums by day, by magnet and in total, in one pass over the counter. Archived magnets are left out unless asked for.
 * @param days.before the first of the days before `from`, whose sums come apart, and not by magnet
 */
function readSums(
  account: Account,
  {
    from,
    to,
    scope,
    before = null,
  }: { from: Day | null; to: Day; scope: DashboardScope; before?: Day | null },
): Promise<Row[]> {
  const first = from ?? '0001-01-01';
  const parts =
    before === null
      ? sql`group by grouping sets ((), (day), (magnet_id, title, slug, status))`
      : sql`
        group by grouping sets ((before), (before, day), (before, magnet_id, title, slug, status))
        having grouping(magnet_id) = 1 or not before`;
  return account.rows<Row>(
    (own) => sql`
      with counted as (
        select d.*, m.title, m.slug, m.status, d.day < ${first}::date as before
        from ${own('magnet_days')} as d
        left join ${own('magnets')} as m on m.id = d.magnet_id
        where d.day between ${before ?? first}::date and ${to}::date
          and (${scope === 'all'} or m.status is distinct from 'archived')
      ),
      first_fact as (
        select d.day as first_day
        from ${own('magnet_days')} as d
        where d.day <= ${to}::date
        group by d.day
        having (${sql.join(FACTS.map((measure) => sumOf('magnet_days', measure)))}) <> (${sql.join(FACTS.map(() => sql`0`))})
        order by d.day
        limit 1
      )
      select
        case when grouping(day) = 0 then 'day' when grouping(magnet_id) = 0 then 'magnet' else 'total' end as grain,
        ${before === null ? sql`false` : sql`before`} as before,
        day, magnet_id, title, slug, status, (select first_day from first_fact) as first_day,
        ${sumsOf('magnet_days', MEASURES)}
      from counted
      ${parts}`,
  );
}

/** Rates follow what was sent in the range, so that none exceeds 1. */
function kpisOf(total: Sums | undefined) {
  const { new_subscribers, unsubscribed, requests, sent, delivered, bounced, sent_opened, sent_clicked } =
    total ?? NOTHING;
  return {
    new_subscribers,
    unsubscribed,
    requests,
    sent,
    delivered,
    bounced,
    opened: sent_opened,
    clicked: sent_clicked,
    open_rate: rate(sent_opened, sent),
    click_rate: rate(sent_clicked, sent),
    bounce_rate: rate(bounced, sent),
  };
}

function funnelOf(total: Sums | undefined) {
  const { sent, delivered, sent_opened, sent_clicked } = total ?? NOTHING;
  return stagesOf([
    ['sent', sent],
    ['delivered', delivered],
    ['opened', sent_opened],
    ['clicked', sent_clicked],
  ]);
}

/** A day counts what happened on it, whenever the delivery was sent. */
function byDay(rows: Row[], from: Day, to: Day) {
  const counted = new Map(rows.filter((row) => row.grain === 'day').map((row) => [row.day, row]));
  return daysBetween(from, to).map((date) => {
    const { new_subscribers, requests, sent, opened, clicked } = counted.get(date) ?? NOTHING;
    return { date, new_subscribers, requests, sent, opened, clicked };
  });
}

function topMagnets(rows: Row[], requests: number) {
  return rows
    .filter((row) => row.grain === 'magnet' && row.magnet_id !== NONE && row.requests > 0)
    .toSorted((a, b) => b.requests - a.requests || (a.magnet_id < b.magnet_id ? -1 : 1))
    .slice(0, TOP_MAGNETS)
    .map((row) => ({
      id: toWire('mag', row.magnet_id),
      title: row.title,
      slug: row.slug,
      status: row.status,
      requests: row.requests,
      share: rate(row.requests, requests),
      sent: row.sent,
      opened: row.sent_opened,
      clicked: row.sent_clicked,
      open_rate: rate(row.sent_opened, row.sent),
      click_rate: rate(row.sent_clicked, row.sent),
    }));
}

const NOTHING: Sums = {
  new_subscribers: 0,
  unsubscribed: 0,
  requests: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  sent_opened: 0,
  sent_clicked: 0,
  opened: 0,
  clicked: 0,
};
