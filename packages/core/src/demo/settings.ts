import { sql, type Transaction } from 'kysely';

import type { Tables } from '../db/schema.ts';
import type { AccountPlan } from './accounts.ts';
import { type Clock, idAt } from './clock.ts';
import { campaignId, inboxId, magnetId, variantId } from './identity.ts';
import { MERGE_TAG } from './sequences.ts';
import type { Size } from './scales.ts';

/** What the demo's SQL draws from, as temporary tables. */
export const DRAWN_FROM = `
create temporary table demo_accounts (
  account_id uuid, place int, first_number bigint, subscribers int, shared int, people_from int, magnet_thresholds float8[],
  senders uuid[], unmatched int, ai_calls int, job_days int
) on commit drop;

create temporary table demo_magnets (account_id uuid, place int, id uuid, from_day date, until_day date) on commit drop;

create temporary table demo_campaigns (
  account_id uuid, place int, id uuid, status text, delays int[], variants int[], steps int, opened_at timestamptz,
  halted_at timestamptz, enrolled_until timestamptz, stop_on_reply boolean, tracked boolean, appeal float8, bounces float8,
  share float8, senders uuid[]
) on commit drop;

create temporary table demo_variants (
  campaign_id uuid, step int, place int, id uuid, subject text, body text, merge_tag text, merges_subject boolean,
  merges_body boolean
) on commit drop;

create temporary table demo_outcomes (
  place int, up_to float8, intent text, with_text float8, converts float8, bodies text[]
) on commit drop;

create temporary table demo_second_mails (bodies text[]) on commit drop;

create temporary table demo_other_mail (place int, from_address text, subject text, body text) on commit drop;
`;

/** Adds rows to a temporary table. Arrays and moments go as JSON has them. */
export async function addRows(db: Transaction<Tables>, table: string, rows: readonly object[]): Promise<void> {
  await sql`insert into ${sql.table(table)}
    select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::text::json)`.execute(db);
}

/** Writes an account's magnets, inboxes and campaigns, and notes down what the bulk of the data needs to know of them. */
export async function insertSettings(
  db: Transaction<Tables>, account_id: string, place: number, plan: AccountPlan, size: Size, at: Clock,
): Promise<void> {
  await insertMagnets(db, account_id, plan, at);
  const senders = await insertInboxes(db, account_id, plan, size, at);
  await insertCampaigns(db, account_id, plan, size, at, senders);

  const subscribers = size.subscribers[place] ?? 0;
  const asked = plan.magnets.filter((magnet) => magnet.pull > 0);
  const total = asked.reduce((sum, { pull }) => sum + pull, 0);
  let sum = 0;
  await addRows(db, 'demo_accounts', [
    {
      account_id,
      place,
      first_number: place * 2_000_000,
      subscribers,
      // The second account shares every third of its people with the first.
      shared: place === 0 ? 0 : Math.floor(subscribers / 3),
      people_from: place === 0 ? 0 : size.subscribers[0],
      magnet_thresholds: asked.slice(0, -1).map(({ pull }) => (sum += pull) / total),
      senders,
      unmatched: place === 0 ? size.unmatched : Math.floor(size.unmatched / 10),
      ai_calls: place === 0 ? size.aiCalls : Math.floor(size.aiCalls / 10),
      job_days: size.jobDays,
    },
  ]);
  await addRows(
    db,
    'demo_magnets',
    asked.map((magnet, nth) => ({
      account_id,
      place: nth,
      id: magnetId(plan, magnet.slug, at),
      from_day: at(magnet.published ?? magnet.created),
      until_day: at(magnet.archived ?? -1),
    })),
  );
}

async function insertMagnets(db: Transaction<Tables>, account_id: string, plan: AccountPlan, at: Clock): Promise<void> {
  for (const magnet of plan.magnets) {
    const id = magnetId(plan, magnet.slug, at);
    await db
      .insertInto('magnets')
      .values({
        account_id,
        id,
        title: magnet.title,
        slug: magnet.slug,
        description: magnet.description ?? null,
        kind: magnet.kind,
        delivery_subject: magnet.delivery_subject,
        status: magnet.status,
        created_at: at(magnet.created),
        updated_at: at(magnet.archived ?? magnet.published ?? magnet.created, '16:30:00.000'),
        published_at: magnet.published === undefined || magnet.status === 'private' ? null : at(magnet.published, '12:00:00.000'),
      })
      .execute();
    const tests = magnet.tests.map(([day, error]) => ({
      account_id,
      magnet_id: id,
      id: idAt(at(day, '11:00:00.000'), `${plan.name} ${magnet.slug} test`),
      status: error === undefined ? ('succeeded' as const) : ('failed' as const),
      error: error ?? null,
      at: at(day, '11:00:00.000'),
    }));
    if (tests.length > 0) await db.insertInto('magnet_test_sends').values(tests).execute();
  }
}

/** @returns ids of the inboxes through which the history left. */
async function insertInboxes(
  db: Transaction<Tables>, account_id: string, plan: AccountPlan, size: Size, at: Clock,
): Promise<string[]> {
  const rows = plan.inboxes.map((inbox, place) => ({
    account_id,
    id: inboxId(plan, place, at),
    address: inbox.address,
    display_name: inbox.name ?? null,
    provider: inbox.provider,
    status: inbox.status ?? ('active' as const),
    system_pause_reason: inbox.system_pause?.[0] ?? null,
    system_paused_at: inbox.system_pause ? at(inbox.system_pause[1], '13:45:00.000') : null,
    warmup_state: inbox.warmup === undefined ? ('off' as const) : inbox.warmup === 0 ? ('complete' as const) : ('warming' as const),
    warmup_day: inbox.warmup || null,
    daily_capacity: inbox.capacity * size.capacity,
    spf: inbox.dns?.[0] ?? ('pass' as const),
    dkim: inbox.dns?.[1] ?? ('pass' as const),
    dmarc: inbox.dns?.[2] ?? ('pass' as const),
    created_at: at(inbox.created),
  }));
  await db.insertInto('email_accounts').values(rows).execute();
  return rows.filter((_, nth) => plan.inboxes[nth]?.sends).map(({ id }) => id);
}

async function insertCampaigns(
  db: Transaction<Tables>, account_id: string, plan: AccountPlan, size: Size, at: Clock, senders: string[],
): Promise<void> {
  for (const [place, campaign] of plan.campaigns.entries()) {
    const id = campaignId(plan, campaign.name, at);
    const [by, day, reason] = campaign.pause ?? [];
    const paused_at = day === undefined ? null : at(day, '15:10:00.000');
    const moment = (daysAgo: number | undefined) => (daysAgo === undefined ? null : at(daysAgo, '09:30:00.000'));
    const completed_at = campaign.completed === undefined ? null : at(campaign.completed, '18:00:00.000');
    await db
      .insertInto('campaigns')
      .values({
        account_id,
        id,
        name: campaign.name,
        status: campaign.status,
        paused_by: by ?? null,
        pause_reason: reason ?? null,
        paused_at,
        daily_limit: campaign.daily_limit * size.capacity,
        send_days: [...(campaign.send_days ?? (['mon', 'tue', 'wed', 'thu', 'fri'] as const))],
        send_from: campaign.hours?.[0] ?? '09:30',
        send_until: campaign.hours?.[1] ?? '18:00',
        stop_on_reply: !campaign.goes_on_after_reply,
        track_opens: !campaign.untracked,
        track_clicks: !campaign.untracked,
        bounces_reviewed_at: moment(campaign.bounces_reviewed),
        created_at: at(campaign.created),
        scheduled_for: moment(campaign.scheduled),
        started_at: moment(campaign.started),
        completed_at,
      })
      .execute();

    const variants = campaign.sequence.flatMap((step, before) =>
      step.variants.map(([subject, body], nth) => ({
        campaign_id: id,
        step: before + 1,
        place: nth,
        id: variantId(plan, campaign.name, before, nth, at),
        subject,
        body,
        merge_tag: MERGE_TAG,
        merges_subject: subject.includes(MERGE_TAG),
        merges_body: body.includes(MERGE_TAG),
      })),
    );
    if (variants.length === 0) continue;
    await db
      .insertInto('campaign_steps')
      .values(campaign.sequence.map(({ delay_days }, before) => ({ account_id, campaign_id: id, step: before + 1, delay_days })))
      .execute();
    await db
      .insertInto('step_variants')
      .values(
        variants.map((variant) => ({
          account_id,
          campaign_id: id,
          step: variant.step,
          id: variant.id,
          label: String.fromCharCode(65 + variant.place),
          subject: variant.subject,
          body: variant.body,
        })),
      )
      .execute();
    await addRows(db, 'demo_variants', variants);
    if (campaign.share === 0) continue;

    let delay = 0;
    await addRows(db, 'demo_campaigns', [
      {
        account_id,
        place,
        id,
        status: campaign.status,
        delays: campaign.sequence.map(({ delay_days }) => (delay += delay_days)),
        variants: campaign.sequence.map((step) => step.variants.length),
        steps: campaign.sequence.length,
        opened_at: at(campaign.started ?? campaign.created),
        halted_at: campaign.status === 'scheduled' ? '-infinity' : (paused_at ?? completed_at ?? 'infinity'),
        enrolled_until: at((campaign.enrolled_until ?? 0) - 1),
        stop_on_reply: !campaign.goes_on_after_reply,
        tracked: !campaign.untracked,
        appeal: campaign.appeal ?? 1,
        bounces: campaign.bounces ?? 1,
        share: campaign.share,
        senders: campaign.from === undefined ? senders : [inboxId(plan, plan.inboxes.findIndex(({ address }) => address === campaign.from), at)],
      },
    ]);
  }
}
