// A plan reads no more leads than can be written to. These accounts have many more, who would push others out if they were read.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  addLead,
  beginMails,
  claimSteps,
  createCampaign,
  type Db,
  forAccount,
  forecast,
  fromWire,
  plannedEmails,
  plannedHours,
  prepareSending,
  scheduleCampaign,
  settleMails,
  warmUp,
} from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';

import { onEach } from '../../../core/test/databases.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, ALWAYS, startCampaign } from './world.ts';

const DAY = 86_400_000;
/** Midnight in India. */
const NOW = Date.parse('2027-06-14T18:30:00Z');
const CAP = 10;

const STEPS = [0, 30].map((delay_days, nth) => ({
  delay_days,
  variants: [{ label: 'A', subject: nth === 0 ? 'Hi' : '', body: 'Hi' }],
}));

onEach('A plan of many leads', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close } = await open());
  });
  afterAll(() => close());

  async function accountWith(leads: number, draft: Parameters<typeof startCampaign>[1] = {}) {
    const account = await anAccount(db);
    for (const nth of [1, 2]) {
      const address = `inbox${nth}@acme.example`;
      await addInbox(account, 'smtp://127.0.0.1:9', { address, daily_capacity: CAP });
    }
    await addLeads(db, account, leads);
    await startCampaign(account, { ...ALWAYS, steps: STEPS, ...draft });
    while (await prepareSending(account, { at: NOW }));
    return account;
  }

  /** How many emails are planned on each day. */
  async function byDay(account: Account, days = 3): Promise<number[]> {
    const { plan } = await forecast(account, { days, at: NOW });
    const counts = Array.from({ length: days }, () => 0);
    // Its last moment is the next midnight.
    for (const at of plan.at) if (at < NOW + days * DAY) counts[Math.floor((at - NOW) / DAY)]! += 1;
    return counts;
  }

  /** Those for whom `where` holds wait for their second step, until a moment. */
  const putOn = (account: Account, where: string, due: number) =>
    account
      .update('next_steps')
      .set({ step: 2, due_at: new Date(due) })
      .where(
        'enrollment_id',
        'in',
        account
          .select('enrollments')
          .select('enrollments.id')
          .where(
            'subscriber_id',
            'in',
            account.select('subscribers').select('subscribers.id').where('email', 'like', where),
          ),
      )
      .execute();

  test('fills every day, although as many follow-ups as fit fall due on the last', async () => {
    const account = await accountWith(900);
    await putOn(account, '%0@people.example', NOW + 2.5 * DAY);
    expect(await byDay(account)).toEqual([2 * CAP, 2 * CAP, 2 * CAP]);
    const made = await forecast(account, { days: 3, at: NOW });
    const hours = await plannedHours(account, made);
    expect(hours.reduce((sum, { emails }) => sum + emails, 0)).toBe(made.plan.length);
    expect(hours.map(({ hour, emails }) => `${hour} ${emails}`).slice(0, 2)).toEqual([
      `2027-06-15 00:00 ${CAP}`,
      `2027-06-15 00:00 ${CAP}`,
    ]);
  });

  test('fills every day, although a domain has had its share', async () => {
    const account = await accountWith(2_600, { domain_limit: 3, time_zone: 'Asia/Kolkata' });
    // Whoever is due first is at one domain; the last twenty are not.
    await db
      .updateTable('people')
      .set({ email: sql<string>`replace(email, '@people', '@other' || right(split_part(email, '@', 1), 1))` })
      .where('email', 'like', 'agencies8_0@%')
      .execute();
    await account
      .update('next_steps')
      .set({ due_at: sql<Date>`due_at - interval '1 hour'` })
      .where(
        'enrollment_id',
        'in',
        account
          .select('enrollments')
          .select('enrollments.id')
          .where(
            'subscriber_id',
            'in',
            account.select('subscribers').select('subscribers.id').where('email', 'like', '%@people.example'),
          ),
      )
      .execute();
    // Three at the one domain, and three of the other until its ten have been written to.
    expect(await byDay(account, 4)).toEqual([6, 6, 6, 4]);
  });

  test('lets an inbox send more each day as its warm-up goes on', async () => {
    const account = await accountWith(200);
    await account
      .update('email_accounts')
      .set({ warmup_state: 'warming', warmup_day: 1, daily_capacity: 12 })
      .execute();
    expect(await byDay(account, 4)).toEqual([10, 20, 24, 24]);
  });

  test('is the beginning of the whole where it may read few leads, and says how far it goes', async () => {
    const account = await accountWith(300, { steps: STEPS.map((step) => ({ ...step, delay_days: 1 })) });
    await putOn(account, '%0@people.example', NOW - DAY);
    await putOn(account, '%5@people.example', NOW + DAY);
    await startCampaign(account, { audience: { tag: 'agencies' }, steps: STEPS, daily_limit: 7 });
    const emailsOf = async (most?: number) => {
      const made = await forecast(account, { days: 6, at: NOW, ...(most !== undefined && { most }) });
      const emails = Array.from(made.plan.at, (at, nth) => {
        const { lead, step, inbox } = made.plan;
        return [at, made.subscriberOf(lead[nth] ?? 0), step[nth], inbox[nth]].join(' ');
      });
      return { emails, at: made.plan.at, holds: made.plan.until, end: made.until };
    };
    const whole = await emailsOf();
    expect(whole.holds).toBe(whole.end);
    const ends = [];
    for (const most of [16, 80, 160]) {
      const { emails, holds, end } = await emailsOf(most);
      expect(holds).toBeLessThan(end);
      // A second email of that moment may be missing, and none before it.
      expect(emails).toEqual(whole.emails.slice(0, emails.length));
      expect(emails.length).toBeGreaterThanOrEqual(whole.at.filter((at) => at < holds).length);
      ends.push(holds);
    }
    expect(ends).toEqual(ends.toSorted((one, other) => one - other));
    expect(await emailsOf(100_000)).toEqual(whole);
  });

  test('gives the leads of a scheduled campaign to inboxes as warm as they are when it starts', async () => {
    const { id } = await anAccount(db);
    const on = (at: number) => forAccount(db, id, { kind: 'system' }, () => new Date(at));
    const account = on(NOW);
    const [young, old] = [{ warmup: true, daily_capacity: 40 }, { daily_capacity: 40 }];
    const youngInbox = await addInbox(account, 'smtp://127.0.0.1:9', {
      address: 'young@acme.example',
      ...young,
    });
    await addInbox(account, 'smtp://127.0.0.1:9', { address: 'old@acme.example', ...old });
    await addLeads(db, account, 40, 'now');
    await addLeads(db, account, 60, 'later');
    const steps = STEPS.slice(0, 1);
    // It keeps the young inbox warming up, day by day.
    await startCampaign(account, { audience: { tag: 'now' }, inboxes: [youngInbox], daily_limit: 4, steps });
    const { id: later } = await createCampaign(account, {
      name: 'Later',
      audience: { tag: 'later' },
      daily_limit: 1_000,
      ...ALWAYS,
      steps,
    });
    const starts = NOW + 4.5 * DAY;
    await scheduleCampaign(account, { id: later, at: new Date(starts) });
    await prepareSending(account, { at: NOW });

    const made = await forecast(account, { days: 6, at: NOW });
    const planned: string[] = [];
    for await (const emails of plannedEmails(account, made)) {
      planned.push(...emails.map(({ at, inbox, email }) => `${at.toISOString()} ${inbox} ${email}`));
    }
    for (let at = NOW; at <= NOW + 6 * DAY; at += DAY / 2) {
      // Warm-ups move on at the beginning of the day, and what is due then leaves.
      if ((at - NOW) % DAY === 0 && at > NOW) await warmUp(on(at));
      await sendAll(account, at);
    }
    const left = await account
      .select('mails')
      .select(['to_address', 'email_account_id'])
      .where('to_address', 'like', 'later%')
      .execute();
    const addresses = await account.select('email_accounts').select(['id', 'address']).execute();
    const addressOf = new Map(addresses.map(({ id, address }) => [id, address]));
    const pairs = left.map(
      ({ to_address, email_account_id }) => `${addressOf.get(email_account_id ?? '')} ${to_address}`,
    );
    expect(pairs).toHaveLength(60);
    expect(pairs.toSorted()).toEqual(
      planned
        .map((said) => said.slice(25))
        .filter((said) => / later/.test(said))
        .toSorted(),
    );
    // By today's caps it would get a ninth of them.
    expect(pairs.filter((pair) => pair.startsWith('young')).length).toBeGreaterThan(12);
  });

  test('begins a scheduled campaign with who was due first, although all of them wait for its start', async () => {
    const account = await anAccount(db);
    await addInbox(account, 'smtp://127.0.0.1:9', { address: 'maya@acme.example' });
    await addLeads(db, account, 3, 'byhand');
    const draft = { name: 'Later', daily_limit: 100, ...ALWAYS, steps: STEPS.slice(0, 1) };
    const { id: campaign_id } = await createCampaign(account, draft);
    await scheduleCampaign(account, { id: campaign_id, at: new Date(NOW + DAY) });
    const emails = [0, 1, 2].map((nth) => `byhand${nth}@people.example`);
    for (const [nth, email] of emails.entries()) {
      const lead = await addLead(account, { campaign_id, email });
      await account
        .update('next_steps')
        .set({ due_at: new Date(NOW - nth * 1_000) })
        .where('enrollment_id', '=', fromWire('enr', lead.id))
        .execute();
    }
    const planned: string[] = [];
    for await (const some of plannedEmails(account, await forecast(account, { days: 3, at: NOW }))) {
      planned.push(...some.map(({ email }) => email));
    }
    expect(planned).toEqual(emails.toReversed());
  });

  async function sendAll(account: Account, at: number): Promise<void> {
    while (await prepareSending(account, { at }));
    for (;;) {
      const mails = await claimSteps(account, { limit: 50, at });
      if (mails.length === 0) return;
      const may = await beginMails(account, mails);
      const attempt = { outcome: 'sent', response: '250' } as const;
      await settleMails(
        account,
        [...may].map((id) => ({ id, attempt })),
      );
    }
  }
});
