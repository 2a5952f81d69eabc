import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  type Db,
  listLeads,
  pauseCampaign,
  readCampaign,
  readCampaignMetrics,
  reconcile,
  resumeCampaign,
  retryFailed,
  setInboxStatus,
  suppress,
  toWire,
  unsubscribe,
  whomAnEditChanges,
  whyNotNow,
} from '@lodestone/core';

import { onEach } from '../../../core/test/databases.ts';
import { countingServer, type CountingServer } from './server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, ALWAYS, send, startCampaign } from './world.ts';

const DAY = 86_400_000;

onEach('Sending', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let server: CountingServer;

  beforeAll(async () => {
    ({ db, close } = await open());
    server = await countingServer({
      recipient: (to) => {
        if (to.startsWith('gone')) return { code: 550, message: '5.1.1 No such user here' };
        if (to.startsWith('busy')) return { code: 450, message: '4.2.1 Try again later' };
        return 'take';
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await close();
  });

  const toOf = () => server.arrived.map(({ to }) => to);
  const subscriberOf = async (account: Account, email: string) => {
    const { id } = await account
      .select('subscribers')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return toWire('sub', id);
  };

  test('writes to each lead once, and goes on with the next step in its thread when that is due', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url, { display_name: 'Maya Iyer' });
    await addLeads(db, account, 30);
    const id = await startCampaign(account);
    const now = Date.now();
    expect((await send(account)).done).toBe(30);
    expect(new Set(toOf()).size).toBe(30);
    expect((await send(account)).done).toBe(0);
    const [first] = server.arrived;
    expect(first?.raw).toMatch(/^From: "?Maya Iyer"? <maya@acme.example>/m);
    expect(first?.raw).toMatch(/^List-Unsubscribe: <https:\/\/links\.example\/u\/[\w-]{16}>\r?$/m);
    expect(first?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(first?.raw).toMatch(/^Subject: (Pricing|A question), Lead \d+/m);
    expect(await whomAnEditChanges(account, { id })).toEqual({
      active_leads: 30,
      steps: [
        { step: 1, left: 30 },
        { step: 2, left: 0 },
      ],
    });
    expect((await send(account, now + 2.9 * 86_400_000)).done).toBe(0);
    expect((await send(account, now + 3.1 * 86_400_000)).done).toBe(30);
    const [one, other] = server.arrived.filter(({ to }) => to === first?.to);
    const messageId = /^Message-ID: (<.+>)/im.exec(one?.raw ?? '')?.[1] ?? '?';
    expect(other?.raw).toContain(`In-Reply-To: ${messageId}`);
    expect(other?.raw).toContain(`References: ${messageId}`);
    expect(/^Subject: (.+)/m.exec(other?.raw ?? '')?.[1]).toBe(
      `Re: ${/^Subject: (.+)/m.exec(one?.raw ?? '')?.[1]}`,
    );
    const { leads, status } = await readCampaign(account, { id });
    expect(leads.completed).toBe(30);
    expect((await whomAnEditChanges(account, { id })).active_leads).toBe(0);
    expect(status).toBe('active');
    await send(account);
    expect((await readCampaign(account, { id })).status).toBe('completed');
    expect((await readCampaignMetrics(account, { id })).sends).toMatchObject({
      sent: 60,
      queued: 0,
      failed: 0,
    });
  });

  test('keeps the caps of the inbox and of the campaign exactly, and goes on the next day', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url, { daily_capacity: 17 });
    await addLeads(db, account, 40);
    const id = await startCampaign(account, { daily_limit: 12 });
    const now = Date.now();
    expect((await send(account, now)).done).toBe(12);
    expect((await send(account, now + 1)).done).toBe(0);
    const { data } = await listLeads(account, { campaign_id: id, limit: 50, offset: 0 });
    const waiting = await whyNotNow(account, { campaign_id: id, leads: data.map((lead) => lead.id) });
    const because = [...waiting.values()].map((one) => one?.because);
    expect(because.filter((one) => one === 'not_due').length).toBe(12);
    expect(because.filter((one) => one === 'campaign_limit').length).toBe(28);
    expect((await send(account, now + 86_400_000)).done).toBe(12);
  });

  test('says of a lead that their domain has had its share of the day', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 3);
    const id = await startCampaign(account, { domain_limit: 2 });
    const now = Date.now();
    expect((await send(account, now)).done).toBe(2);
    const { data } = await listLeads(account, { campaign_id: id, limit: 10, offset: 0 });
    const waiting = await whyNotNow(account, { campaign_id: id, leads: data.map((lead) => lead.id) });
    const because = [...waiting.values()].map((one) => one?.because);
    expect(because.toSorted()).toEqual(['domain_limit', 'not_due', 'not_due']);
  });

  test('tries again what was put off, however much waits for an inbox that is paused', async () => {
    const account = await anAccount(db);
    const steps = [{ delay_days: 0, variants: [{ label: 'A', subject: 'Hi', body: 'Hi' }] }];
    const now = Date.now();
    for (const [nth, leads] of [80, 3].entries()) {
      const inbox = await addInbox(account, server.url, { address: `inbox${nth}@acme.example` });
      await addLeads(db, account, leads, `busy${nth}-`);
      await startCampaign(account, { audience: { tag: `busy${nth}-` }, inboxes: [inbox], steps });
      await send(account, now + nth * 1_000);
      // More than one claim takes, and they were due first.
      if (nth === 0) await setInboxStatus(account, { id: inbox, status: 'paused' });
    }
    await send(account, now + 90_000);
    const mails = await account.select('mails').select(['attempts', 'to_address']).execute();
    const attempts = Map.groupBy(mails, ({ to_address }) => to_address.slice(0, 5));
    expect(new Set(attempts.get('busy0')?.map((mail) => mail.attempts))).toEqual(new Set([1]));
    expect(attempts.get('busy1')?.map((mail) => mail.attempts)).toEqual([2, 2, 2]);
  });

  test('sends nothing after an opt-out, a suppression or a pause, and goes on when resumed', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 5);
    const id = await startCampaign(account);
    await send(account, Date.now());
    expect(server.arrived.length).toBe(5);
    await unsubscribe(account, { id: await subscriberOf(account, 'agencies0@people.example') });
    await suppress(account, { kind: 'address', value: 'agencies1@people.example', reason: 'manual' });
    await pauseCampaign(account, { id });
    const later = Date.now() + 4 * 86_400_000;
    expect((await send(account, later)).done).toBe(0);
    await resumeCampaign(account, { id });
    expect((await send(account, later)).done).toBe(3);
    expect(toOf().slice(5).toSorted()).toEqual([2, 3, 4].map((nth) => `agencies${nth}@people.example`));
  });

  test('takes a hard bounce for one, puts off what the server puts off, and says what a lead lacks', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 2, 'gone');
    await addLeads(db, account, 2, 'busy');
    await addLeads(db, account, 2, 'fine');
    const steps = [{ delay_days: 0, variants: [{ label: 'A', subject: 'Hi', body: 'Hi {{ first_name }}' }] }];
    const gone = await startCampaign(account, { audience: { tag: 'gone' }, steps });
    const busy = await startCampaign(account, { audience: { tag: 'busy' }, steps });
    const fine = await startCampaign(account, {
      audience: { tag: 'fine' },
      steps: [{ delay_days: 0, variants: [{ label: 'A', subject: 'Hi', body: 'Hi {{ company }}' }] }],
    });
    const now = Date.now();
    const told = await send(account, now);
    expect((await readCampaign(account, { id: gone })).leads.bounced).toBe(2);
    expect((await readCampaignMetrics(account, { id: busy })).sends).toMatchObject({ queued: 2, sent: 0 });
    expect((await readCampaignMetrics(account, { id: fine })).sends).toMatchObject({ failed: 2 });
    expect(told.failed.map(([, reason]) => reason).join()).toContain('{{ company }}');
    expect((await send(account, now + 30_000)).failed).toEqual([]);
    await send(account, now + 90_000);
    const mails = await account
      .select('mails')
      .select(['attempts', 'message_id'])
      .where('to_address', 'like', 'busy%')
      .execute();
    expect(mails.map(({ attempts }) => attempts)).toEqual([2, 2]);
  });

  test('sends no follow-up to whom the email before it failed, until that is tried again', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 3);
    const steps = [
      { delay_days: 0, variants: [{ label: 'A', subject: 'Hi', body: 'Prices of {{ company }}' }] },
      { delay_days: 3, variants: [{ label: 'A', subject: 'Again', body: 'Did you see this?' }] },
    ];
    const fill = (nth: number) =>
      account
        .update('subscribers')
        .set({ fields: JSON.stringify({ company: 'Acme' }) })
        .where('email', '=', `agencies${nth}@people.example`)
        .execute();
    await fill(0);
    const id = await startCampaign(account, { steps, follow: true });
    const now = Date.now();
    expect((await send(account, now)).failed).toHaveLength(2);
    await send(account, now + 4 * DAY);
    expect(toOf()).toEqual(['agencies0@people.example', 'agencies0@people.example']);

    const leads = async () => {
      const { data } = await listLeads(account, { campaign_id: id, limit: 10, offset: 0 });
      const why = await whyNotNow(account, { campaign_id: id, leads: data.map((lead) => lead.id) });
      return data.map((lead) => ({ ...lead, why: why.get(lead.id) }));
    };
    const waiting = (await leads()).filter(({ status }) => status === 'active');
    expect(waiting.map(({ next, why }) => [next?.step, next?.due_at, why?.because])).toEqual([
      [1, null, 'failed'],
      [1, null, 'failed'],
    ]);
    expect(waiting[0]?.why?.failure).toContain('{{ company }}');

    await fill(1);
    expect(await retryFailed(account, { campaign_id: id })).toEqual({ retried: 2, more: false });
    expect((await send(account, now + 4 * DAY)).failed).toHaveLength(1);
    await send(account, now + 8 * DAY);
    expect(toOf().slice(2)).toEqual(['agencies1@people.example', 'agencies1@people.example']);
    expect((await readCampaignMetrics(account, { id })).sends).toMatchObject({ sent: 4, failed: 1 });

    // Nobody else is left, so that the campaign ends without them.
    await account.update('campaigns').set({ follow: false }).execute();
    await send(account, now + 8 * DAY);
    expect((await readCampaign(account, { id })).status).toBe('completed');
    expect((await leads()).map(({ status }) => status).toSorted()).toEqual([
      'completed',
      'completed',
      'stopped',
    ]);
    expect(await reconcile(db)).toEqual([]);
  });

  test('tries any number of emails that failed again, in sets', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url, { daily_capacity: 2_000 });
    const many = 1_003;
    await addLeads(db, account, many);
    const id = await startCampaign(account, {
      steps: [{ delay_days: 0, variants: [{ label: 'A', subject: 'Hi', body: 'Prices of {{ company }}' }] }],
    });
    const now = Date.now();
    for (let failed = 0; failed < many;) failed += (await send(account, now)).failed.length;
    expect(await retryFailed(account, { campaign_id: id })).toEqual({ retried: 1_000, more: true });
    expect(await retryFailed(account, { campaign_id: id })).toEqual({ retried: 3, more: false });
    expect(await retryFailed(account, { campaign_id: id })).toEqual({ retried: 0, more: false });
    expect((await readCampaignMetrics(account, { id })).sends).toMatchObject({ queued: many, failed: 0 });
  });

  test('keeps to the window of the campaign in its own zone', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 3);
    await startCampaign(account, {
      ...ALWAYS,
      time_zone: 'America/New_York',
      send_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      send_from: '09:00',
      send_until: '18:00',
    });
    // The clocks are put back on Sunday, 1 November 2026; it is Monday in winter time then.
    await account
      .update('next_steps')
      .set({ due_at: new Date('2026-10-30T00:00:00Z') })
      .execute();
    await send(account, Date.parse('2026-11-01T15:00:00Z'));
    await account
      .update('next_steps')
      .set({ due_at: new Date('2026-10-30T00:00:00Z') })
      .execute();
    expect((await send(account, Date.parse('2026-11-02T13:59:59Z'))).done).toBe(0);
    expect((await send(account, Date.parse('2026-11-02T14:00:00Z'))).done).toBe(3);
  });

  test('leaves figures that are the sum of the facts', async () => {
    expect(await reconcile(db)).toEqual([]);
  });
});
