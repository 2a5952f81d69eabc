import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createCampaign,
  type Db,
  liftSuppression,
  pauseCampaign,
  readCampaign,
  readCampaignMetrics,
  reconcile,
  resumeCampaign,
  scheduleCampaign,
  setReplyIntent,
  suppress,
  toWire,
  unsubscribe,
} from '@lodestone/core';

import { onEach } from '../../../core/test/databases.ts';
import { countingServer, type CountingServer } from './server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, ALWAYS, send, startCampaign } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onEach('A campaign', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let server: CountingServer;
  let isBusy = true;

  beforeAll(async () => {
    ({ db, close } = await open());
    server = await countingServer({
      recipient: (to) => {
        if (to.startsWith('gone')) return { code: 550, message: '5.1.1 No such user here' };
        if (to.startsWith('busy') && isBusy) return { code: 450, message: '4.2.1 Try again later' };
        return 'take';
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await close();
  });

  test('goes from scheduled over active and paused to completed, and its emails to every state there is', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 2, 'fine');
    await addLeads(db, account, 2, 'busy');
    await addLeads(db, account, 1, 'gone');
    await addLeads(db, account, 1, 'nameless');
    await account
      .update('subscribers')
      .set({ first_name: null })
      .where('email', 'like', 'nameless%')
      .execute();
    const { id } = await createCampaign(account, {
      name: 'All states',
      audience: {},
      ...ALWAYS,
      steps: [
        { delay_days: 0, variants: [{ label: 'A', subject: 'Hi', body: 'Hi {{ first_name }}.' }] },
        {
          delay_days: 3,
          variants: [{ label: 'A', subject: '', body: 'Still there, {{ first_name | default: "friend" }}?' }],
        },
      ],
    });
    const status = async () => (await readCampaign(account, { id })).status;
    const sends = async () => (await readCampaignMetrics(account, { id })).sends;
    expect(await status()).toBe('draft');

    const start = Date.now() + HOUR;
    await scheduleCampaign(account, { id, at: new Date(start) });
    expect(await status()).toBe('scheduled');
    await send(account, start - 1_000);
    expect([await status(), server.arrived.length]).toEqual(['scheduled', 0]);

    await send(account, start);
    expect(await status()).toBe('active');
    expect(await sends()).toMatchObject({ sent: 2, queued: 2, bounced: 1, failed: 1, cancelled: 0 });

    await pauseCampaign(account, { id });
    expect(await status()).toBe('paused');
    const opted = await account
      .select('subscribers')
      .select('id')
      .where('email', '=', 'busy0@people.example')
      .executeTakeFirstOrThrow();
    await unsubscribe(account, { id: toWire('sub', opted.id) });
    isBusy = false;
    await send(account, start + HOUR);
    expect(server.arrived.length).toBe(2);
    await resumeCampaign(account, { id });
    expect(await status()).toBe('active');

    await send(account, start + HOUR);
    expect(await sends()).toMatchObject({ sent: 3, queued: 0, bounced: 1, failed: 1, cancelled: 1 });
    await send(account, start + 4 * DAY);
    // Three follow-ups; who never got a first email gets none.
    expect(await sends()).toMatchObject({ sent: 6, queued: 0, bounced: 1, failed: 1, cancelled: 1 });
    await send(account, start + 4 * DAY + 1_000);
    expect(await status()).toBe('completed');
    const { leads } = await readCampaign(account, { id });
    expect(leads).toMatchObject({ active: 0, completed: 3, stopped: 2, bounced: 1 });
    const to = server.arrived.map((mail) => mail.to);
    expect(to.filter((one) => one.startsWith('busy0') || one.startsWith('gone'))).toEqual([]);
    expect(await reconcile(db)).toEqual([]);
  });

  test('waits for whom its owner suppressed, and is completed when who is left bounced elsewhere or answered', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 3, 'fine');
    const id = await startCampaign(account, { audience: { tag: 'fine' } });
    const now = Date.now();
    await send(account, now);
    const leadOf = (nth: number) => {
      const subscriber = account
        .select('subscribers')
        .select('id')
        .where('email', '=', `fine${nth}@people.example`);
      return account
        .select('enrollments')
        .select(['id', 'status', 'stop_reason'])
        .where('subscriber_id', '=', subscriber)
        .executeTakeFirstOrThrow();
    };

    await suppress(account, { kind: 'address', value: 'fine0@people.example', reason: 'hard_bounce' });
    await setReplyIntent(account, { id: toWire('enr', (await leadOf(1)).id), reply_intent: 'interested' });
    const byHand = { kind: 'address', value: 'fine2@people.example', reason: 'manual' } as const;
    await suppress(account, byHand);
    await send(account, now + 4 * DAY);
    expect([(await readCampaign(account, { id })).status, server.arrived.length]).toEqual(['active', 3]);

    const { id: suppression } = await account
      .select('suppressions')
      .select('id')
      .where('value', '=', byHand.value)
      .executeTakeFirstOrThrow();
    await liftSuppression(account, { id: toWire('sup', suppression) });
    await send(account, now + 4 * DAY);
    await send(account, now + 4 * DAY + 1_000);
    const { status, leads } = await readCampaign(account, { id });
    expect([status, server.arrived.length]).toEqual(['completed', 4]);
    expect(leads).toMatchObject({ active: 0, completed: 1, stopped: 2 });
    expect(await leadOf(0)).toMatchObject({ status: 'stopped', stop_reason: 'manual' });
    expect(await leadOf(1)).toMatchObject({ status: 'stopped', stop_reason: 'replied' });
    expect(await reconcile(db)).toEqual([]);
  });
});
