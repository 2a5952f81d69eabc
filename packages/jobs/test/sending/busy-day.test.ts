// A day of a busy account with a clock of its own. LODESTONE_DAY_LEADS and LODESTONE_DAY_INBOXES make it as busy as wanted.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  beginMails,
  claimRetries,
  claimSteps,
  type Db,
  forecast,
  istDay,
  prepareSending,
  reconcile,
  settleMails,
} from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';
import { nextSlot } from '@lodestone/core/planner/slots.js';
import { isOpen } from '@lodestone/core/planner/window.js';

import { onEach } from '../../../core/test/databases.ts';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, startCampaign } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const LEADS = Number(process.env['LODESTONE_DAY_LEADS'] ?? 80);
const INBOXES = Number(process.env['LODESTONE_DAY_INBOXES'] ?? 3);
const LEAST_GAP = 1_200;
const MOST_GAP = 3_000;
const CAP = 14;

/** A Tuesday, 03:00 in India. */
const MORNING = Date.parse('2027-06-14T21:30:00Z');
const EVENING = MORNING + 24 * HOUR;

const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const WINDOWS = {
  morning: {
    send_days: [...WORKDAYS],
    send_from: '09:00',
    send_until: '17:00',
    time_zone: 'Asia/Kolkata',
  },
  evening: {
    send_days: [...WORKDAYS],
    send_from: '08:30',
    send_until: '12:00',
    time_zone: 'America/New_York',
  },
};
const LIMITS = { morning: 9 * INBOXES, evening: 5 * INBOXES };

interface Sent {
  at: number;
  campaign: keyof typeof WINDOWS;
  inbox: string;
  lead: string;
  step: number;
}

onEach('A busy day', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ db, close } = await open());
  });
  afterAll(() => close());

  async function busyAccount(): Promise<{ account: Account; inboxes: string[] }> {
    const account = await anAccount(db);
    const inboxes: string[] = [];
    for (let nth = 0; nth < INBOXES; nth++) {
      const settings = { daily_capacity: CAP, gap_from: LEAST_GAP, gap_to: MOST_GAP };
      inboxes.push(
        await addInbox(account, 'smtp://127.0.0.1:9', { address: `inbox${nth}@acme.example`, ...settings }),
      );
    }
    for (const name of ['morning', 'evening'] as const) {
      await addLeads(db, account, LEADS / 2, name);
      await startCampaign(account, {
        name,
        audience: { tag: name },
        ...WINDOWS[name],
        daily_limit: LIMITS[name],
        domain_limit: LIMITS[name],
        steps: [0, 0, 1].map((delay_days, nth) => ({
          delay_days,
          variants: [{ label: 'A', subject: nth === 0 ? 'Hi' : '', body: 'Hi' }],
        })),
      });
    }
    await prepareSending(account, { at: MORNING });
    return { account, inboxes };
  }

  /** The moments at which the sender finds something to do, and some at which it does not. */
  async function momentsOf(account: Account): Promise<number[]> {
    const rows = await account.select('email_accounts').select('id').execute();
    const moments: number[] = [];
    for (const { id } of rows) {
      const pace = { id, gap_from: LEAST_GAP, gap_to: MOST_GAP };
      for (let at = nextSlot(pace, MORNING); at < EVENING; at = nextSlot(pace, at + 1))
        moments.push(at + 700);
    }
    for (let at = MORNING; at < EVENING; at += 97 * MINUTE) moments.push(at);
    return moments.toSorted((a, b) => a - b);
  }

  async function sendAt(account: Account, at: number): Promise<void> {
    const mails = [
      ...(await claimRetries(account, { limit: 50, at })),
      ...(await claimSteps(account, { limit: 50, at })),
    ];
    if (mails.length === 0) return;
    const may = await beginMails(account, mails);
    const attempt = { outcome: 'sent', response: '250' } as const;
    await settleMails(
      account,
      [...may].map((id) => ({ id, attempt })),
    );
  }

  function sentBy(account: Account): Promise<Sent[]> {
    return account.rows<Sent>(
      (own) => sql`
        select (extract(epoch from m.claimed_at) * 1000)::float8 as at, c.name as campaign, a.address as inbox,
          m.to_address as lead, s.step
        from ${own('mails')} as m
        join ${own('campaign_sends')} as s on s.id = m.send_id
        join ${own('campaigns')} as c on c.id = s.campaign_id
        join ${own('email_accounts')} as a on a.id = m.email_account_id
        where m.state = 'sent'
        order by m.claimed_at`,
    );
  }

  function expectOrder(sent: readonly Sent[]): void {
    const counted = Map.groupBy(
      sent.flatMap(({ at, campaign, inbox, lead, step }) => [
        `inbox ${inbox} ${istDay(new Date(at))}`,
        `campaign ${campaign} ${new Date(at).toLocaleDateString('sv', { timeZone: WINDOWS[campaign].time_zone })}`,
        `step ${lead} ${step}`,
      ]),
      (key) => key,
    );
    for (const [key, { length }] of counted) {
      const [kind = '', of = ''] = key.split(' ');
      const most = kind === 'inbox' ? CAP : kind === 'step' ? 1 : LIMITS[of as keyof typeof LIMITS];
      expectFor(key, length).toBeLessThanOrEqual(most);
    }
    for (const { at, campaign } of sent) expectFor(campaign, isOpen(WINDOWS[campaign], at)).toBe(true);
    for (const [inbox, its] of Map.groupBy(sent, (one) => one.inbox)) {
      for (let nth = 1; nth < its.length; nth++) {
        const gap = (its[nth]?.at ?? 0) - (its[nth - 1]?.at ?? 0);
        expectFor(inbox, gap).toBeGreaterThanOrEqual(LEAST_GAP * 1_000);
      }
    }
  }

  test('keeps caps, gaps and windows exactly, and uses all that they allow', async () => {
    const { account } = await busyAccount();
    const { plan } = await forecast(account, { days: 1, at: MORNING });
    for (const at of await momentsOf(account)) await sendAt(account, at);
    const sent = await sentBy(account);
    expectOrder(sent);
    expect(sent.length).toBe(plan.length);
    expect(sent.filter(({ campaign }) => campaign === 'morning').length).toBe(LIMITS.morning);
    expect(await reconcile(db)).toEqual([]);
  });

  test('sends nothing extra when its clock jumps an hour forward and back, and back and forward', async () => {
    const { account } = await busyAccount();
    const { plan } = await forecast(account, { days: 1, at: MORNING });
    const jump = (at: number) => {
      const hour = Math.floor((at - MORNING) / HOUR);
      // It is an hour fast from eleven to one, and an hour slow from two to four.
      return at + (hour === 8 || hour === 9 ? HOUR : hour === 11 || hour === 12 ? -HOUR : 0);
    };
    for (const at of await momentsOf(account)) await sendAt(account, jump(at));
    const sent = await sentBy(account);
    expectOrder(sent);
    expect(sent.length).toBeGreaterThan(plan.length / 3);
    expect(sent.length).toBeLessThanOrEqual(plan.length);
  });
});
