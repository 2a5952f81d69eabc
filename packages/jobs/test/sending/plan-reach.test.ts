// A plan reads no more leads than can be written to. These accounts have many more, who would push others out if they were read.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, type Db, forecast, plannedHours, prepareSending } from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';

import { addInbox, addLeads, ALWAYS, DATABASES, newAccount, startCampaign } from './world.ts';

const DAY = 86_400_000;
/** Midnight in India. */
const NOW = Date.parse('2027-06-14T18:30:00Z');
const CAP = 10;

const STEPS = [0, 30].map((delay_days, nth) => ({
  delay_days,
  variants: [{ label: 'A', subject: nth === 0 ? 'Hi' : '', body: 'Hi' }],
}));

describe.each(DATABASES)('A plan of many leads on $name', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close } = await open());
  });
  afterAll(() => close());

  async function accountWith(leads: number, draft: Parameters<typeof startCampaign>[1] = {}) {
    const account = await newAccount(db);
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
});
