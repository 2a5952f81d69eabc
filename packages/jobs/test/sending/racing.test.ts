import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  claimSteps,
  type Db,
  forAccount,
  prepareSending,
  reconcile,
  toWire,
  unsubscribe,
} from '@lodestone/core';

import { onEach } from '../../../core/test/databases.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, startCampaign } from './world.ts';

onEach('Eight senders at once', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close } = await open({ poolSize: 20 }));
  });
  afterAll(() => close());

  test('claim exactly what the caps allow, each lead once, and nobody who opted out before', async () => {
    const account = await anAccount(db);
    await addInbox(account, 'smtp://127.0.0.1:9', { daily_capacity: 70 });
    await addInbox(account, 'smtp://127.0.0.1:9', { address: 'ben@acme.example', daily_capacity: 70 });
    await addLeads(db, account, 200);
    await startCampaign(account, { daily_limit: 100 });
    await prepareSending(account);
    const out = await account.select('subscribers').select('id').orderBy('id').limit(40).execute();
    const optedOut = new Map<string, number>();
    const optOuts = async () => {
      for (const { id } of out) {
        await unsubscribe(forAccount(db, account.id, { kind: 'subscriber' }), { id: toWire('sub', id) });
        optedOut.set(id, performance.now());
      }
    };
    const claimed: { at: number; subscriber: string | null }[] = [];
    const work = async () => {
      for (let empty = 0; empty < 3;) {
        const at = performance.now();
        const mails = await claimSteps(account, { limit: 7 });
        empty = mails.length === 0 ? empty + 1 : 0;
        claimed.push(...mails.map(({ subscriber_id }) => ({ at, subscriber: subscriber_id })));
      }
    };
    await Promise.all([optOuts(), ...Array.from({ length: 8 }, work)]);
    expect(claimed.length).toBe(100);
    expect(new Set(claimed.map(({ subscriber }) => subscriber)).size).toBe(100);
    for (const { at, subscriber } of claimed) {
      expect(at).toBeLessThan(optedOut.get(subscriber ?? '') ?? Infinity);
    }
    const used = await account.select('sending_usage').select(['kind', 'used']).execute();
    expect(used.filter(({ kind }) => kind === 'campaign').map((row) => row.used)).toEqual([100]);
    for (const row of used.filter(({ kind }) => kind === 'inbox')) expect(row.used).toBeLessThanOrEqual(70);
    expect(await reconcile(db)).toEqual([]);
  });
});
