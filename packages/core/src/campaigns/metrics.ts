import { type Day, daysBetween, istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { stagesOf } from '../figures/funnel.ts';
import { type IntentSums, repliesOf, total } from '../figures/intents.ts';
import { rate } from '../figures/rate.ts';
import { sumsOf } from '../figures/sums.ts';

interface LeadRow extends IntentSums {
  enrollments: number;
  contacted: number;
  converted: number;
}

const SEND_MEASURES = [
  'queued',
  'failed',
  'cancelled',
  'sent',
  'sent_opened',
  'sent_clicked',
  'bounced',
  'replied',
] as const;

type SendSums = Record<(typeof SEND_MEASURES)[number], number>;

interface VariantRow extends SendSums {
  step: number;
  delay_days: number;
  id: string;
  label: string;
  subject: string;
}

interface DayRow {
  day: Day;
  sent: number;
  opened: number;
  clicked: number;
  bounced: number;
  replied: number;
  converted: number;
}

/** What a campaign's figures are worked out from. */
export interface MetricsRow {
  leads: LeadRow[];
  variants: VariantRow[];
  days: DayRow[];
}

type Row = MetricsRow & { id: string; name: string; status: CampaignStatus };

export type CampaignMetrics = ReturnType<typeof metricsOf>;

/** Every figure of one campaign over its life: enrollments, sends, replies, conversions, days, steps and variants. */
export async function readCampaignMetrics(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('cmp', id, 'campaign');
  const [row] = await readSums(account, uuid);
  if (!row) throw notFound('campaign');
  return metricsOf(row, account.now());
}

/** @param now when the days end that are counted */
export function metricsOf(row: Row, now: Date) {
  const { replies, awaiting_classification, by_intent } = repliesOf(row.leads);
  const enrollments = total(row.leads.map((lead) => lead.enrollments));
  const conversions = total(row.leads.map((lead) => lead.converted));
  return {
    campaign: { id: toWire('cmp', row.id), name: row.name, status: row.status },
    enrollments,
    replies,
    reply_rate: rate(replies, enrollments),
    conversions,
    conversion_rate: rate(conversions, enrollments),
    sends: sendsOf(row.variants),
    funnel: stagesOf([
      ['enrolled', enrollments],
      ['contacted', total(row.leads.map((lead) => lead.contacted))],
      ['replied', replies],
      ['converted', conversions],
    ]),
    replies_by_intent: by_intent,
    awaiting_classification,
    by_day: byDay(row.days, istDay(now)),
    steps: stepsOf(row.variants),
  };
}

function readSums(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select c.id, c.name, c.status, ${metricsColumns(own, sql`c.id`)}
      from ${own('campaigns')} as c
      where c.id = ${uuid}`,
  );
}

/** Columns of what the figures of a campaign are worked out from. */
export function metricsColumns(own: Own, campaign: Sql): Sql {
  return sql`
    ${asJson(sql`
      select l.reply_intent, l.enrollments, l.contacted, l.replied, l.classified, l.converted
      from ${own('campaign_leads')} as l
      where l.campaign_id = ${campaign}`)} as leads,
    ${asJson(sql`
      select
        v.step, s.delay_days, v.id, v.label, v.subject,
        ${sumsOf('step_days', SEND_MEASURES)}
      from ${own('step_variants')} as v
      join ${own('campaign_steps')} as s on s.campaign_id = v.campaign_id and s.step = v.step
      left join ${own('step_days')} as d
        on d.campaign_id = v.campaign_id and d.step = v.step and d.variant_id = v.id
      where v.campaign_id = ${campaign}
      group by v.step, s.delay_days, v.id, v.label, v.subject
      order by v.step, v.label`)} as variants,
    ${asJson(sql`
      select
        day, coalesce(s.sent, 0) as sent, coalesce(s.opened, 0) as opened, coalesce(s.clicked, 0) as clicked,
        coalesce(s.bounced, 0) as bounced, coalesce(l.replied, 0) as replied, coalesce(l.converted, 0) as converted
      from (
        select d.day, ${sumsOf('step_days', ['sent', 'opened', 'clicked', 'bounced'])}
        from ${own('step_days')} as d
        where d.campaign_id = ${campaign}
        group by d.day
      ) as s
      full join (
        select d.day, ${sumsOf('campaign_days', ['enrolled', 'replied', 'converted'])}
        from ${own('campaign_days')} as d
        where d.campaign_id = ${campaign}
        group by d.day
      ) as l using (day)
      where (s.sent, s.opened, s.clicked, s.bounced) <> (0, 0, 0, 0)
        or (l.enrolled, l.replied, l.converted) <> (0, 0, 0)
      order by day`)} as days`;
}

function sendsOf(variants: readonly VariantRow[]) {
  const sums = sumOf(variants);
  return {
    queued: sums.queued,
    sent: sums.sent,
    failed: sums.failed,
    bounced: sums.bounced,
    cancelled: sums.cancelled,
    opened: sums.sent_opened,
    clicked: sums.sent_clicked,
    open_rate: rate(sums.sent_opened, sums.sent),
    click_rate: rate(sums.sent_clicked, sums.sent),
    bounce_rate: rate(sums.bounced, sums.sent + sums.bounced),
  };
}

function stepsOf(variants: readonly VariantRow[]) {
  return [...Map.groupBy(variants, (variant) => variant.step)].map(([step, of]) => ({
    step,
    delay_days: of[0]?.delay_days ?? 0,
    ...stepFigures(sumOf(of)),
    variants: of.map((variant) => ({
      id: toWire('var', variant.id),
      label: variant.label,
      subject: variant.subject,
      ...stepFigures(variant),
    })),
  }));
}

/** A bounced send left too, so it may have been what a reply answers. */
function stepFigures({ sent, sent_opened, sent_clicked, bounced, replied }: SendSums) {
  return {
    sent,
    opened: sent_opened,
    clicked: sent_clicked,
    bounced,
    replied,
    open_rate: rate(sent_opened, sent),
    click_rate: rate(sent_clicked, sent),
    bounce_rate: rate(bounced, sent + bounced),
    reply_rate: rate(replied, sent + bounced),
  };
}

function sumOf(rows: readonly SendSums[]): SendSums {
  const of = (measure: keyof SendSums) => total(rows.map((row) => row[measure]));
  return {
    queued: of('queued'),
    failed: of('failed'),
    cancelled: of('cancelled'),
    sent: of('sent'),
    sent_opened: of('sent_opened'),
    sent_clicked: of('sent_clicked'),
    bounced: of('bounced'),
    replied: of('replied'),
  };
}

function byDay(rows: readonly DayRow[], today: Day) {
  const [first] = rows;
  if (!first) return [];
  const counted = new Map(rows.map((row) => [row.day, row]));
  return daysBetween(first.day, today).map((date) => {
    const { sent, opened, clicked, bounced, replied, converted } = counted.get(date) ?? NOTHING;
    return { date, sent, opened, clicked, bounced, replied, converted };
  });
}

const NOTHING = { sent: 0, opened: 0, clicked: 0, bounced: 0, replied: 0, converted: 0 };
