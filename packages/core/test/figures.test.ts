import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  type Db,
  DASHBOARD_RANGES,
  listCampaigns,
  listEmailAccounts,
  listMagnets,
  listSubscribers,
  newId,
  readCampaignMetrics,
  readDashboard,
  readMe,
  readUnibox,
  readUsage,
  reconcile,
  toWire,
  USAGE_RANGES,
} from '@lodestone/core';
import fc from 'fast-check';
import { sql } from 'kysely';

import { present } from '../../../scripts/jest/support.ts';
import { DATABASES, POSTGRES } from './databases.ts';
import { histories, makeWorld, perform, type World } from './history.ts';
import * as recount from './recount.ts';

const EVERYTHING = { limit: 200, offset: 0 };
const RUNS = Number(process.env.HISTORIES ?? 6);

for (const database of DATABASES) {
  database.describe(`Figures on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;
    let world: World;

    beforeAll(async () => {
      ({ db, close } = await database.open());
      world = await makeWorld(db);
    });
    afterAll(() => close());

    test('equal a plain recount of the facts after any history', async () => {
      const now = new Date();
      await fc.assert(
        fc.asyncProperty(fc.array(histories, { minLength: 2, maxLength: 2 }), async (pair) => {
          for (const [index, account] of world.accounts.entries()) {
            for (const act of pair[index] ?? []) await perform(account, db, act, now);
          }
          expect(await reconcile(db)).toStrictEqual([]);
          for (const account of world.accounts) await compareAll(account, db);
        }),
        // The histories build on each other, so a shrunk one would not fail by itself.
        { numRuns: RUNS, endOnFailure: true },
      );
    });

    test('survive writers at the same time', async () => {
      const now = new Date();
      const acts = fc.sample(histories, 8);
      const writers = acts.map(async (history, index) => {
        for (const act of history) await perform(world.accounts[index % 2]!, db, act, now).catch(ignoreRaces);
      });
      await Promise.all(writers);
      expect(await reconcile(db)).toStrictEqual([]);
    });

    // The embedded database has one connection.
    if (database === POSTGRES)
      test('see what another writer of the same subscriber commits while they wait for it', async () => {
        const [account] = world.accounts;
        const account_id = account!.id;
        const [subscriber] = await account!.select('subscribers').select('id').limit(1).execute();
        const magnets = await account!.select('magnets').select('id').execute();
        const subscriber_id = subscriber!.id;
        for (const { id: magnet_id } of magnets) {
          await db
            .insertInto('magnet_requests')
            .values({ account_id, subscriber_id, magnet_id })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        const first = await db.startTransaction().execute();
        const second = await db.startTransaction().execute();
        const deliver = (writer: Db, magnet_id: string) =>
          writer
            .insertInto('deliveries')
            .values({ account_id, id: newId(), subscriber_id, magnet_id })
            .execute();
        await deliver(first, magnets[0]!.id);
        const waiting = deliver(second, magnets[1]!.id);
        await waitsForALock(db);
        await first.commit().execute();
        await waiting;
        await second.commit().execute();
        expect(await reconcile(db)).toStrictEqual([]);
      });

    test('are found damaged by reconcile, one by one', async () => {
      const [account] = world.accounts;
      await sql`update audience_totals set subscribers = subscribers + 7
        where ctid = (select min(ctid) from audience_totals where account_id = ${account!.id})`.execute(db);
      const damaged = await reconcile(db);
      expect(damaged.length).toBeGreaterThan(0);
      expect(
        damaged.every(
          (difference) =>
            difference.where === 'audience_totals' &&
            Number(difference.kept) - Number(difference.facts) === 7,
        ),
      ).toBe(true);
    });
  });
}

async function waitsForALock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
}

async function compareAll(account: Account, db: Db): Promise<void> {
  const now = account.now();
  const facts = await recount.readFacts(db, account.id);
  for (const range of DASHBOARD_RANGES) {
    for (const scope of ['active', 'all'] as const) {
      expect(await readDashboard(account, { range, scope })).toStrictEqual(
        recount.dashboard(facts, range, scope, now),
      );
    }
  }
  for (const range of USAGE_RANGES)
    expect(await readUsage(account, { range })).toStrictEqual(recount.usage(facts, range, now));
  expect((await readMe(account, { key: null })).totals).toStrictEqual(recount.totals(facts));

  const magnets = await listMagnets(account, { ...EVERYTHING, status: 'all' });
  for (const magnet of facts.magnets) {
    const record = magnets.data.find(({ id }) => id === toWire('mag', magnet.id));
    expect(record?.performance).toStrictEqual(recount.performance(facts, magnet.id));
  }

  const subscribers = await listSubscribers(account, {
    ...EVERYTHING,
    status: 'all',
    min_score: 0,
    order: 'score',
  });
  expect(subscribers.total_matching).toBe(facts.subscribers.length);
  for (const subscriber of facts.subscribers) {
    const record = subscribers.data.find(({ id }) => id === toWire('sub', subscriber.id));
    present(record);
    const { engagement, last_activity_at, lead_score, temperature } = record;
    expect({ engagement, last_activity_at, lead_score, temperature }).toStrictEqual(
      recount.engagement(facts, subscriber, now),
    );
  }
  for (const temperature of ['hot', 'warm', 'cool', 'cold'] as const) {
    for (const status of ['all', 'active', 'unsubscribed'] as const) {
      const page = await listSubscribers(account, {
        ...EVERYTHING,
        limit: 1,
        offset: 3,
        status,
        temperature,
        min_score: 10,
        order: 'recent',
      });
      const matching = subscribers.data.filter(
        (s) =>
          s.temperature === temperature && s.lead_score >= 10 && (status === 'all' || s.status === status),
      );
      expect(page.total_matching).toBe(matching.length);
    }
  }

  for (const magnet of [undefined, ...facts.magnets]) {
    for (const tag of [undefined, 'vip', 'new', 'nobody']) {
      const page = await listSubscribers(account, {
        limit: 1,
        offset: 0,
        status: 'active',
        min_score: 20,
        order: 'score',
        tag,
        magnet_id: magnet && toWire('mag', magnet.id),
      });
      const matching = facts.subscribers.filter(
        (s) =>
          s.unsubscribed_at === null &&
          s.lead_score >= 20 &&
          (!tag || s.tags.includes(tag)) &&
          (!magnet ||
            facts.magnet_requests.some((r) => r.subscriber_id === s.id && r.magnet_id === magnet.id)),
      );
      expect(page.total_matching).toBe(matching.length);
    }
  }

  const campaigns = await listCampaigns(account, { ...EVERYTHING, status: 'all' });
  for (const campaign of facts.campaigns) {
    const id = toWire('cmp', campaign.id);
    expect(campaigns.data.find((record) => record.id === id)?.leads).toStrictEqual(
      recount.leads(facts, campaign.id),
    );
    expect(await readCampaignMetrics(account, { id })).toStrictEqual(recount.metrics(facts, campaign, now));
  }

  const { latest: _, ...unibox } = await readUnibox(account);
  expect(unibox).toStrictEqual(recount.unibox(facts));

  const inboxes = await listEmailAccounts(account);
  const expected = recount.emailAccounts(facts, now);
  expect(inboxes.summary).toStrictEqual(expected.summary);
  expect(
    inboxes.data.map(({ id, sent_today, deliverability: { sent, bounced, bounce_rate } }) => ({
      id,
      sent_today,
      sent,
      bounced,
      bounce_rate,
    })),
  ).toStrictEqual(expected.records);
}

/** Two writers may pick the same row to insert, or delete what the other one refers to. What matters is what stays. */
function ignoreRaces(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== '23505' && code !== '23503' && code !== '40P01' && code !== '23514') throw error;
}
