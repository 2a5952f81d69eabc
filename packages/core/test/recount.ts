/**
 * The figures once more, counted plainly from the facts in memory. Written from the definitions in words, on purpose
 * without a line of the code that it checks; only ids are put into the wire's form with it.
 */
import { type Db, toWire } from '@lodestone/core';
import { sql } from 'kysely';

// oxlint-disable-next-line typescript/no-explicit-any -- the recount knows no schema, on purpose
type Row = Record<string, any>;

const TABLES = [
  'subscribers',
  'magnets',
  'magnet_test_sends',
  'magnet_requests',
  'deliveries',
  'email_accounts',
  'campaigns',
  'campaign_steps',
  'step_variants',
  'enrollments',
  'campaign_sends',
  'conversions',
  'inbox_messages',
  'ai_calls',
] as const;

export type Facts = Record<(typeof TABLES)[number], Row[]>;

/** Every fact row of one account. */
export async function readFacts(db: Db, account: string): Promise<Facts> {
  const facts: Partial<Facts> = {};
  for (const table of TABLES) {
    facts[table] = (
      await sql<Row>`select * from ${sql.table(table)} where account_id = ${account}`.execute(db)
    ).rows;
  }
  return facts as Facts;
}

/** Days as text, by how many there were before since 1970: a recount asks for the day of every moment once for each day of a range. */
const days = new Map<number, string>();

/** The Indian day of a moment: five and a half hours ahead of UTC, all year. */
export function day(at: Date): string {
  const nth = Math.floor((at.getTime() + 5.5 * 3_600_000) / 86_400_000);
  const known = days.get(nth);
  if (known !== undefined) return known;
  const written = new Date(nth * 86_400_000).toISOString().slice(0, 10);
  days.set(nth, written);
  return written;
}

function daysFrom(from: string, to: string): string[] {
  const days = [];
  for (let t = Date.parse(from); t <= Date.parse(to); t += 86_400_000)
    days.push(new Date(t).toISOString().slice(0, 10));
  return days;
}

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}

function monthsBefore(today: string, months: number): string {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Rounded half up in whole numbers. */
const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.floor((20_000 * part + whole) / (2 * whole)) / 10_000;
const count = (rows: Row[], test: (row: Row) => unknown) => rows.filter(test).length;
const sum = (rows: Row[], of: (row: Row) => number) => rows.reduce((so_far, row) => so_far + of(row), 0);
const left = (delivery: Row) => delivery.sent_at !== null;

export function dashboard(facts: Facts, range: string, scope: string, now: Date) {
  const today = day(now);
  const archived = new Set(facts.magnets.filter((m) => m.status === 'archived').map((m) => m.id));
  const counts = (magnet: string | null) => scope === 'all' || magnet === null || !archived.has(magnet);
  const subscribers = facts.subscribers.filter((s) => counts(s.first_magnet_id));
  const deliveries = facts.deliveries.filter((d) => counts(d.magnet_id));
  const moments = [
    ...facts.subscribers.flatMap((s) => [s.first_seen_at, s.unsubscribed_at]),
    ...facts.deliveries.flatMap((d) => [d.requested_at, d.sent_at, d.opened_at, d.clicked_at]),
  ]
    .filter((at) => at !== null)
    .map(day)
    .filter((d) => d <= today)
    .toSorted();
  const from =
    { '7d': daysBefore(today, 6), '30d': daysBefore(today, 29), '90d': daysBefore(today, 89) }[range] ??
    moments[0] ??
    today;
  const within = (at: Date | null) => at !== null && day(at) >= from && day(at) <= today;
  const on = (date: string) => (at: Date | null) => at !== null && day(at) === date;
  const sent = deliveries.filter((d) => within(d.sent_at));
  const opened = count(sent, (d) => d.opened_at);
  const clicked = count(sent, (d) => d.clicked_at);
  const delivered = count(sent, (d) => d.delivered_at);
  const bounced = count(sent, (d) => d.status === 'bounced');
  const requests = count(deliveries, (d) => within(d.requested_at));
  const stages: [string, number][] = [
    ['sent', sent.length],
    ['delivered', delivered],
    ['opened', opened],
    ['clicked', clicked],
  ];
  return {
    range,
    scope,
    from,
    to: today,
    kpis: {
      new_subscribers: count(subscribers, (s) => within(s.first_seen_at)),
      unsubscribed: count(subscribers, (s) => within(s.unsubscribed_at)),
      requests,
      sent: sent.length,
      delivered,
      bounced,
      opened,
      clicked,
      open_rate: share(opened, sent.length),
      click_rate: share(clicked, sent.length),
      bounce_rate: share(bounced, sent.length),
    },
    funnel: funnel(stages),
    by_day: daysFrom(from, today).map((date) => ({
      date,
      new_subscribers: count(subscribers, (s) => on(date)(s.first_seen_at)),
      requests: count(deliveries, (d) => on(date)(d.requested_at)),
      sent: count(deliveries, (d) => on(date)(d.sent_at)),
      opened: count(deliveries.filter(left), (d) => on(date)(d.opened_at)),
      clicked: count(deliveries.filter(left), (d) => on(date)(d.clicked_at)),
    })),
    top_magnets: facts.magnets
      .filter((m) => counts(m.id))
      .map((m) => {
        const its = sent.filter((d) => d.magnet_id === m.id);
        const asked = count(deliveries, (d) => d.magnet_id === m.id && within(d.requested_at));
        return {
          uuid: m.id,
          id: toWire('mag', m.id),
          title: m.title,
          slug: m.slug,
          status: m.status,
          requests: asked,
          share: share(asked, requests),
          sent: its.length,
          opened: count(its, (d) => d.opened_at),
          clicked: count(its, (d) => d.clicked_at),
          open_rate: share(
            count(its, (d) => d.opened_at),
            its.length,
          ),
          click_rate: share(
            count(its, (d) => d.clicked_at),
            its.length,
          ),
        };
      })
      .filter((m) => m.requests > 0)
      .toSorted((a, b) => b.requests - a.requests || (a.uuid < b.uuid ? -1 : 1))
      .slice(0, 10)
      .map(({ uuid: _, ...magnet }) => magnet),
  };
}

function funnel(stages: [string, number][]) {
  return stages.map(([stage, n], i) => ({
    stage,
    count: n,
    rate: share(n, stages[0]![1]),
    step_rate: share(n, stages[Math.max(0, i - 1)]![1]),
  }));
}

export function usage(facts: Facts, range: string, now: Date) {
  const today = day(now);
  const past = facts.ai_calls.filter((c) => day(c.called_at) <= today);
  const from =
    { '7d': daysBefore(today, 6), '1m': monthsBefore(today, 1), '3m': monthsBefore(today, 3) }[range] ??
    past.map((c) => day(c.called_at)).toSorted()[0] ??
    today;
  const calls = past.filter((c) => day(c.called_at) >= from);
  const of = (rows: Row[]) => ({
    calls: rows.length,
    input_tokens: sum(rows, (c) => c.input_tokens),
    output_tokens: sum(rows, (c) => c.output_tokens),
    cost_usd: sum(rows, (c) => c.cost_micros) / 1e6,
  });
  const split = (by: string) =>
    [...new Set(calls.map((c) => c[by]))]
      .map((value): Row => ({ [by]: value, ...of(calls.filter((c) => c[by] === value)) }))
      .toSorted((a, b) => Math.round((b.cost_usd - a.cost_usd) * 1e6) || (a[by] < b[by] ? -1 : 1));
  return {
    range,
    from,
    to: today,
    totals: of(calls),
    by_model: split('model'),
    by_endpoint: split('endpoint'),
    by_day: daysFrom(from, today).map((date) => ({
      date,
      ...of(calls.filter((c) => day(c.called_at) === date)),
    })),
  };
}

export function performance(facts: Facts, magnet: string) {
  const asked = facts.deliveries.filter((d) => d.magnet_id === magnet);
  const sent = asked.filter(left);
  const opened = count(sent, (d) => d.opened_at);
  const clicked = count(sent, (d) => d.clicked_at);
  const bounced = count(sent, (d) => d.status === 'bounced');
  return {
    requests: asked.length,
    leads: count(facts.magnet_requests, (r) => r.magnet_id === magnet),
    sent: sent.length,
    delivered: count(sent, (d) => d.delivered_at),
    bounced,
    opened,
    clicked,
    open_rate: share(opened, sent.length),
    click_rate: share(clicked, sent.length),
    bounce_rate: share(bounced, sent.length),
  };
}

/** When an enrollment counts as a reply: its first reply text, its conversion, or its classification, whichever is first. */
function repliedAt(facts: Facts, enrollment: Row): Date | null {
  const moments = [
    ...facts.inbox_messages
      .filter((m) => m.enrollment_id === enrollment.id && /\S/.test(m.body))
      .map((m) => m.received_at),
    ...facts.conversions.filter((c) => c.enrollment_id === enrollment.id).map((c) => c.occurred_at),
    ...(['no_reply', 'replied'].includes(enrollment.reply_intent) ? [] : [enrollment.classified_at]),
  ];
  return moments.toSorted((a, b) => a - b)[0] ?? null;
}

export function engagement(facts: Facts, subscriber: Row, now: Date) {
  const asked = facts.deliveries.filter((d) => d.subscriber_id === subscriber.id);
  const enrolled = facts.enrollments.filter((e) => e.subscriber_id === subscriber.id);
  const ids = new Set(enrolled.map((e) => e.id));
  const mails = [
    ...asked.filter(left),
    ...facts.campaign_sends.filter((s) => ids.has(s.enrollment_id) && s.status === 'sent'),
  ];
  const requests = asked.length;
  const opened = count(mails, (m) => m.opened_at);
  const clicked = count(mails, (m) => m.clicked_at);
  const replied = count(enrolled, (e) => repliedAt(facts, e));
  const acts = [
    ...asked.map((d) => d.requested_at),
    ...mails.flatMap((m) => [m.opened_at, m.clicked_at]),
    ...facts.inbox_messages.filter((m) => ids.has(m.enrollment_id)).map((m) => m.received_at),
    ...facts.conversions.filter((c) => ids.has(c.enrollment_id)).map((c) => c.occurred_at),
  ].filter((at): at is Date => at !== null);
  const last = acts.length === 0 ? subscriber.first_seen_at : new Date(Math.max(...acts.map(Number)));
  const idle = (Date.parse(day(now)) - Date.parse(day(last))) / 86_400_000;
  const points =
    12 * Math.min(requests, 3) +
    5 * Math.min(opened, 5) +
    10 * Math.min(clicked, 3) +
    30 * Math.min(replied, 1);
  const halvings = [30, 60, 90, 180].filter((band) => idle > band).length;
  const lead_score = Math.round(Math.min(100, points) / 2 ** halvings);
  return {
    engagement: { requests, sent: mails.length, opened, clicked, replied },
    last_activity_at: last.toISOString(),
    lead_score,
    temperature: lead_score >= 75 ? 'hot' : lead_score >= 50 ? 'warm' : lead_score >= 25 ? 'cool' : 'cold',
  };
}

const INTENTS = [
  'interested',
  'meeting_booked',
  'meeting_completed',
  'won',
  'out_of_office',
  'not_interested',
  'unsubscribed',
];

function replies(facts: Facts, enrollments: Row[]) {
  const replied = enrollments.filter((e) => repliedAt(facts, e));
  const by_intent = INTENTS.map((intent) => ({
    intent,
    count: count(enrollments, (e) => e.reply_intent === intent),
  }));
  return {
    replies: replied.length,
    awaiting_classification: count(replied, (e) => !INTENTS.includes(e.reply_intent)),
    by_intent,
  };
}

export function unibox(facts: Facts) {
  return {
    inbox_messages: facts.inbox_messages.length,
    campaign_reply_messages: count(facts.inbox_messages, (m) => m.campaign_id),
    ...replies(facts, facts.enrollments),
    by_campaign: facts.campaigns
      .map((c) => ({
        uuid: c.id,
        campaign: { id: toWire('cmp', c.id), name: c.name, status: c.status },
        messages: count(facts.inbox_messages, (m) => m.campaign_id === c.id),
        ...replies(
          facts,
          facts.enrollments.filter((e) => e.campaign_id === c.id),
        ),
      }))
      .filter((c) => c.messages > 0 || c.replies > 0)
      .toSorted((a, b) => b.replies - a.replies || (a.uuid < b.uuid ? -1 : 1))
      .map(({ uuid: _, ...campaign }) => campaign),
  };
}

export function leads(facts: Facts, campaign: string) {
  const its = facts.enrollments.filter((e) => e.campaign_id === campaign);
  const of = (status: string) => count(its, (e) => e.status === status);
  return {
    total: its.length,
    active: of('active'),
    completed: of('completed'),
    stopped: of('stopped'),
    bounced: of('bounced'),
  };
}

export function metrics(facts: Facts, campaign: Row, now: Date) {
  const enrolled = facts.enrollments.filter((e) => e.campaign_id === campaign.id);
  const sends = facts.campaign_sends.filter((s) => s.campaign_id === campaign.id);
  const converted = facts.conversions.filter((c) => enrolled.some((e) => e.id === c.enrollment_id));
  const split = replies(facts, enrolled);
  const answered = enrolled
    .map((e) => ({ at: repliedAt(facts, e), to: answeredSend(facts, e) }))
    .filter((r) => r.at);
  const sent = sends.filter((s) => s.status === 'sent');
  const opened = count(sent, (s) => s.opened_at);
  const clicked = count(sent, (s) => s.clicked_at);
  const bounced = count(sends, (s) => s.status === 'bounced');
  const contacted = count(enrolled, (e) => repliedAt(facts, e) || sent.some((s) => s.enrollment_id === e.id));
  const today = day(now);
  const moments = [
    ...enrolled.map((e) => e.enrolled_at),
    ...answered.map((r) => r.at),
    ...converted.map((c) => c.occurred_at),
    ...sent.flatMap((s) => [s.sent_at, s.opened_at, s.clicked_at]),
    ...sends.map((s) => s.bounced_at),
  ]
    .filter((at): at is Date => at !== null)
    .map(day)
    .toSorted();
  const on = (date: string, at: Date | null) => at !== null && day(at) === date;
  const figures = (of: (row: Row) => boolean) => {
    const its = sent.filter(of);
    const back = count(sends.filter(of), (s) => s.status === 'bounced');
    const opens = count(its, (s) => s.opened_at);
    const clicks = count(its, (s) => s.clicked_at);
    const answers = count(answered, (r) => r.to && of(r.to));
    return {
      sent: its.length,
      opened: opens,
      clicked: clicks,
      bounced: back,
      replied: answers,
      open_rate: share(opens, its.length),
      click_rate: share(clicks, its.length),
      bounce_rate: share(back, its.length + back),
      reply_rate: share(answers, its.length + back),
    };
  };
  return {
    campaign: { id: toWire('cmp', campaign.id), name: campaign.name, status: campaign.status },
    enrollments: enrolled.length,
    replies: split.replies,
    reply_rate: share(split.replies, enrolled.length),
    conversions: converted.length,
    conversion_rate: share(converted.length, enrolled.length),
    sends: {
      queued: count(sends, (s) => s.status === 'queued'),
      sent: sent.length,
      failed: count(sends, (s) => s.status === 'failed'),
      bounced,
      cancelled: count(sends, (s) => s.status === 'cancelled'),
      opened,
      clicked,
      open_rate: share(opened, sent.length),
      click_rate: share(clicked, sent.length),
      bounce_rate: share(bounced, sent.length + bounced),
    },
    funnel: funnel([
      ['enrolled', enrolled.length],
      ['contacted', contacted],
      ['replied', split.replies],
      ['converted', converted.length],
    ]),
    replies_by_intent: split.by_intent,
    awaiting_classification: split.awaiting_classification,
    by_day: (moments[0] ? daysFrom(moments[0], today) : []).map((date) => ({
      date,
      sent: count(sent, (s) => on(date, s.sent_at)),
      opened: count(sent, (s) => on(date, s.opened_at)),
      clicked: count(sent, (s) => on(date, s.clicked_at)),
      bounced: count(sends, (s) => on(date, s.bounced_at)),
      replied: count(answered, (r) => on(date, r.at)),
      converted: count(converted, (c) => on(date, c.occurred_at)),
    })),
    steps: facts.campaign_steps
      .filter((s) => s.campaign_id === campaign.id)
      .toSorted((a, b) => a.step - b.step)
      .map(({ step, delay_days }) => ({
        step,
        delay_days,
        ...figures((s) => s.step === step),
        variants: facts.step_variants
          .filter((v) => v.campaign_id === campaign.id && v.step === step)
          .toSorted((a, b) => (a.label < b.label ? -1 : 1))
          .map((v) => ({
            id: toWire('var', v.id),
            label: v.label,
            subject: v.subject,
            ...figures((s) => s.step === step && s.variant_id === v.id),
          })),
      })),
  };
}

/** The last mail that left for the lead before they replied. */
function answeredSend(facts: Facts, enrollment: Row): Row | undefined {
  const at = repliedAt(facts, enrollment);
  return facts.campaign_sends
    .filter((s) => s.enrollment_id === enrollment.id && s.sent_at !== null && at !== null && s.sent_at <= at)
    .toSorted((a, b) => b.sent_at - a.sent_at || (a.id < b.id ? 1 : -1))[0];
}

export function totals(facts: Facts) {
  return {
    magnets: facts.magnets.length,
    public_magnets: count(facts.magnets, (m) => m.status === 'public'),
    subscribers: facts.subscribers.length,
    active_subscribers: count(facts.subscribers, (s) => s.unsubscribed_at === null),
    unsubscribed_subscribers: count(facts.subscribers, (s) => s.unsubscribed_at !== null),
    campaigns: facts.campaigns.length,
    active_campaigns: count(facts.campaigns, (c) => c.status === 'active'),
    email_accounts: facts.email_accounts.length,
    enrollments: facts.enrollments.length,
    replies: count(facts.enrollments, (e) => repliedAt(facts, e)),
  };
}

export function emailAccounts(facts: Facts, now: Date) {
  const today = day(now);
  const since = daysBefore(today, 29);
  const records = facts.email_accounts
    .toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map((e) => {
      const mails = facts.campaign_sends.filter((s) => s.email_account_id === e.id);
      const sent = count(
        mails,
        (s) => s.status === 'sent' && day(s.sent_at) >= since && day(s.sent_at) <= today,
      );
      const bounced = count(
        mails,
        (s) => s.bounced_at && day(s.bounced_at) >= since && day(s.bounced_at) <= today,
      );
      return {
        id: toWire('eml', e.id),
        sent_today: count(mails, (s) => s.status === 'sent' && day(s.sent_at) === today),
        sent,
        bounced,
        bounce_rate: share(bounced, sent + bounced),
      };
    });
  const sending = facts.email_accounts.filter((e) => e.status === 'active' && e.system_paused_at === null);
  return {
    records,
    summary: {
      total: facts.email_accounts.length,
      active: sending.length,
      system_paused: count(facts.email_accounts, (e) => e.system_paused_at),
      total_daily_capacity: sum(sending, (e) => e.daily_capacity),
      sent_today: sum(records, (r) => r.sent_today),
    },
  };
}
