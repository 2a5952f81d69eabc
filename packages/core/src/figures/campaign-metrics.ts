import { sql } from 'kysely';

import { type Day, daysBetween, istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { fromWire, toWire } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { stagesOf } from './dashboard.ts';
import { type IntentSums, repliesOf, total } from './intents.ts';
import { rate } from './rate.ts';

interface LeadRow extends IntentSums {
  enrollments: number;
  contacted: number;
  converted: number;
}

interface SendSums {
  queued: number;
  failed: number;
  cancelled: number;
  sent: number;
  sent_opened: number;
  sent_clicked: number;
  bounced: number;
  replied: number;
}

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

interface Row {
  id: string;
  name: string;
  status: CampaignStatus;
  leads: LeadRow[];
  variants: VariantRow[];
  days: DayRow[];
}

export type CampaignMetrics = Awaited<ReturnType<typeof readCampaignMetrics>>;

/** Every figure of one campaign over its life: enrollments, sends, replies, conversions, days, steps and variants. */
export async function readCampaignMetrics(account: Account, { id }: { id: string }) {
  const uuid = fromWire('cmp', id);
  const [row] = uuid === null ? [] : await readSums(account, uuid);
  if (!row) throw notFound('campaign');
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
    by_day: byDay(row.days, istDay(account.now())),
    steps: stepsOf(row.variants),
  };
}

function readSums(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        c.id, c.name, c.status,
        ${asJson(sql`
          select l.reply_intent, l.enrollments, l.contacted, l.replied, l.classified, l.converted
          from ${own('campaign_leads')} as l
          where l.campaign_id = c.id`)} as leads,
        ${asJson(sql`
          select
            v.step, s.delay_days, v.id, v.label, v.subject,
            coalesce(sum(d.queued), 0) as queued, coalesce(sum(d.failed), 0) as failed,
            coalesce(sum(d.cancelled), 0) as cancelled, coalesce(sum(d.sent), 0) as sent,
            coalesce(sum(d.sent_opened), 0) as sent_opened, coalesce(sum(d.sent_clicked), 0) as sent_clicked,
            coalesce(sum(d.bounced), 0) as bounced, coalesce(sum(d.replied), 0) as replied
          from ${own('step_variants')} as v
          join ${own('campaign_steps')} as s on s.campaign_id = v.campaign_id and s.step = v.step
          left join ${own('step_days')} as d
            on d.campaign_id = v.campaign_id and d.step = v.step and d.variant_id = v.id
          where v.campaign_id = c.id
          group by v.step, s.delay_days, v.id, v.label, v.subject
          order by v.step, v.label`)} as variants,
        ${asJson(sql`
          select
            day, sum(sent) as sent, sum(opened) as opened, sum(clicked) as clicked, sum(bounced) as bounced,
            sum(replied) as replied, sum(converted) as converted
          from (
            select d.day, d.sent, d.opened, d.clicked, d.bounced, 0 as enrolled, 0 as replied, 0 as converted
            from ${own('step_days')} as d
            where d.campaign_id = c.id
            union all
            select d.day, 0, 0, 0, 0, d.enrolled, d.replied, d.converted
            from ${own('campaign_days')} as d
            where d.campaign_id = c.id
          ) as counted
          group by day
          having sum(sent + opened + clicked + bounced + enrolled + replied + converted) > 0
          order by day`)} as days
      from ${own('campaigns')} as c
      where c.id = ${uuid}`,
  );
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
