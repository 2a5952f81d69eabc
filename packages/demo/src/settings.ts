import type { Transaction } from 'kysely';

import { FIRST_DELIVERY } from '@lodestone/core';
import type { Tables } from '@lodestone/core/db/schema.js';
import type { AccountPlan } from './account-plans.ts';
import { insertCampaigns } from './campaign-settings.ts';
import { type Clock, idAt } from './clock.ts';
import { addRows } from './work-tables.ts';
import { inboxId, magnetId } from './identity.ts';
import type { DemoMagnet } from './magnets.ts';
import { inboxPausedAt, lookedUp, recordInboxPause } from './pauses.ts';
import type { Size } from './scales.ts';

/** Writes an account's magnets, inboxes and campaigns, and notes down what the bulk of the data needs to know of them. */
export async function insertSettings(
  db: Transaction<Tables>,
  account_id: string,
  place: number,
  plan: AccountPlan,
  size: Size,
  at: Clock,
): Promise<void> {
  await insertMagnets(db, account_id, plan, at);
  const senders = await insertInboxes(db, account_id, plan, size, at);
  await insertCampaigns({ db, account_id, plan, at }, size, senders);

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

async function insertMagnets(
  db: Transaction<Tables>,
  account_id: string,
  plan: AccountPlan,
  at: Clock,
): Promise<void> {
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
        delivery_body: FIRST_DELIVERY.delivery_body,
        status: magnet.status,
        created_at: at(magnet.created),
        updated_at: at(magnet.archived ?? magnet.published ?? magnet.created, '16:30:00.000'),
        published_at:
          magnet.published === undefined || magnet.status === 'private'
            ? null
            : at(magnet.published, '12:00:00.000'),
      })
      .execute();
    await insertFile(db, { account_id, magnet, magnet_id: id, at: at(magnet.created) });
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

/** A short text for each magnet to hand out, so that the links in its emails lead somewhere. */
async function insertFile(
  db: Transaction<Tables>,
  {
    account_id,
    magnet,
    magnet_id,
    at,
  }: { account_id: string; magnet: DemoMagnet; magnet_id: string; at: Date },
): Promise<void> {
  const bytes = Buffer.from(
    `${magnet.title}\n\n${magnet.description ?? 'A magnet of the demo.'}\n\nThis file stands for the real one.\n`,
  );
  const id = idAt(at, `${magnet.slug} file`);
  const name = `${magnet.slug}.txt`;
  await db
    .insertInto('magnet_assets')
    .values({
      account_id,
      id,
      magnet_id,
      name,
      type: 'text/plain',
      bytes: bytes.length,
      whole: true,
      created_at: at,
    })
    .execute();
  await db.insertInto('magnet_asset_chunks').values({ account_id, asset_id: id, number: 0, bytes }).execute();
}

/** @returns ids of the inboxes through which the history left. */
async function insertInboxes(
  db: Transaction<Tables>,
  account_id: string,
  plan: AccountPlan,
  size: Size,
  at: Clock,
): Promise<string[]> {
  const rows = plan.inboxes.map((inbox, place) => ({
    account_id,
    id: inboxId(plan, place, at),
    address: inbox.address,
    display_name: inbox.name ?? null,
    provider: inbox.provider,
    status: inbox.status ?? ('active' as const),
    system_pause_reason: inbox.system_pause?.[0] ?? null,
    system_paused_at: inboxPausedAt(inbox, at),
    warmup_state:
      inbox.warmup === undefined
        ? ('off' as const)
        : inbox.warmup === 0
          ? ('complete' as const)
          : ('warming' as const),
    warmup_day: inbox.warmup || null,
    daily_capacity: inbox.capacity * (inbox.fixed ? 1 : size.capacity),
    spf: inbox.dns?.[0] ?? ('pass' as const),
    dkim: inbox.dns?.[1] ?? ('pass' as const),
    dmarc: inbox.dns?.[2] ?? ('pass' as const),
    ...lookedUp(inbox, at),
    created_at: at(inbox.created),
  }));
  await db.insertInto('email_accounts').values(rows).execute();
  for (const [place, inbox] of plan.inboxes.entries()) {
    await recordInboxPause(db, { account_id, of_id: inboxId(plan, place, at) }, inbox, at);
  }
  return rows.filter((_, nth) => plan.inboxes[nth]?.sends).map(({ id }) => id);
}
