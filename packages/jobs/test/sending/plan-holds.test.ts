import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  beginMails,
  claimSteps,
  createCampaign,
  type Db,
  forAccount,
  forecast,
  fromWire,
  plannedEmails,
  reconcile,
  scheduleCampaign,
  settleMails,
} from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';
import { nextSlot } from '@lodestone/core/planner/slots.js';

import { onEach } from '../../../core/test/databases.ts';
import { countingServer, type CountingServer } from './server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, send, startCampaign } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A Friday. In Berlin the clocks are put forward on the Sunday that follows. */
const BEGINNING = Date.parse('2027-03-26T08:30:00Z');
const NOW = Date.parse('2027-03-26T13:00:00Z');
/** From then on nothing is sent but one step, for which an inbox has a slot in any hour. */
const LAST_HOUR = NOW - HOUR;
const DAYS = 4;

const WINDOW = { send_from: '09:00', send_until: '18:00', time_zone: 'Europe/Berlin' } as const;
const EVERY_DAY = { ...WINDOW, send_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } as const;

const stepsOf = (...delays: number[]) =>
  delays.map((delay_days, at) => ({
    delay_days,
    variants: [
      { label: 'A', subject: at === 0 ? 'One' : '', body: 'Hi {{ first_name }}.' },
      { label: 'B', subject: at === 0 ? 'Other' : '', body: 'Hello {{ first_name }}.' },
    ],
  }));

onEach('What the plan shows', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let server: CountingServer;
  let puts_off = true;

  beforeAll(async () => {
    ({ db, close } = await open());
    server = await countingServer({
      recipient: (to) =>
        puts_off && to.startsWith('busy') ? { code: 450, message: '4.2.1 Try again later' } : 'take',
    });
  });
  afterAll(async () => {
    await server.close();
    await close();
  });

  /** An account in the middle of things: leads at every stage, a campaign that has yet to start, an audience that has yet to join. */
  async function busyAccount(): Promise<{ account: Account; scheduled_for: number }> {
    const { id } = await anAccount(db);
    const account = forAccount(db, id, { kind: 'system' }, () => new Date(NOW));
    const maya = await addInbox(account, server.url, { gap_from: 90, gap_to: 420, daily_capacity: 14 });
    const ben = { address: 'ben@acme.example', gap_from: 300, gap_to: 1_200 };
    const inboxes = [maya, await addInbox(account, server.url, ben)];
    const bulk = await addInbox(account, server.url, { address: 'bulk@acme.example' });
    for (const tag of ['running', 'busy', 'later', 'fresh']) await addLeads(db, account, 6, tag);

    await startCampaign(account, {
      name: 'Running',
      audience: { tag: 'running' },
      inboxes,
      ...WINDOW,
      daily_limit: 5,
      domain_limit: 4,
      steps: stepsOf(0, 1),
    });
    await startCampaign(account, {
      name: 'Busy',
      audience: { tag: 'busy' },
      inboxes,
      ...EVERY_DAY,
      steps: stepsOf(0, 2),
    });
    for (let at = BEGINNING; at < LAST_HOUR; at += 17 * MINUTE) await send(account, at);
    puts_off = false;
    await loseAnAnswer(account);

    const { id: later } = await createCampaign(account, {
      name: 'Later',
      audience: { tag: 'later' },
      inboxes: [bulk],
      ...EVERY_DAY,
      daily_limit: 4,
      steps: stepsOf(0, 1),
    });
    const scheduled_for = NOW + 20 * HOUR;
    await scheduleCampaign(account, { id: later, at: new Date(scheduled_for) });
    await startCampaign(account, {
      name: 'Fresh',
      audience: { tag: 'fresh' },
      inboxes,
      ...EVERY_DAY,
      steps: stepsOf(0, 1),
    });
    return { account, scheduled_for };
  }

  /** One step is in doubt: the day after, it counts as sent. */
  async function loseAnAnswer(account: Account): Promise<void> {
    for (let at = LAST_HOUR; at < NOW; at += MINUTE) {
      const mails = await claimSteps(account, { limit: 1, at });
      if (mails.length === 0) continue;
      await beginMails(account, mails);
      const attempt = { outcome: 'in_doubt', response: '' } as const;
      await settleMails(
        account,
        mails.map(({ id }) => ({ id, attempt })),
      );
      return;
    }
    throw new Error('There was no step to send.');
  }

  async function planned(account: Account, from = NOW) {
    const made = await forecast(account, { days: DAYS, at: from });
    const emails = [];
    for await (const some of plannedEmails(account, made)) emails.push(...some);
    return emails.map(({ at, campaign, inbox, email, step, variant }) => ({
      at: at.getTime(),
      said: [campaign, email, step, variant, inbox].join(' '),
    }));
  }

  /** What left from a moment on, as the database has it. */
  async function left(account: Account, from = NOW) {
    const rows = await account.rows<{ at: Date; said: string }>(
      (own) => sql`
        select m.claimed_at as at, concat_ws(' ', c.name, m.to_address, s.step, v.label, a.address) as said
        from ${own('mails')} as m
        join ${own('campaign_sends')} as s on s.id = m.send_id
        join ${own('campaigns')} as c on c.id = s.campaign_id
        join ${own('step_variants')} as v on v.campaign_id = s.campaign_id and v.step = s.step and v.id = s.variant_id
        join ${own('email_accounts')} as a on a.id = m.email_account_id
        where m.state = 'sent' and m.claimed_at >= ${new Date(from)}`,
    );
    return rows.map(({ at, said }) => ({ at: at.getTime(), said }));
  }

  test('is what leaves: lead, step, variant, inbox and time, over a change of the clocks', async () => {
    const { account, scheduled_for } = await busyAccount();
    const shown = await planned(account);
    const kinds = Map.groupBy(shown, ({ said }) => said.split(' ')[0]);
    // What was put off or is in doubt, what has yet to start and who has yet to join are all in it.
    for (const name of ['Running', 'Busy', 'Later', 'Fresh'])
      expect(kinds.get(name)?.length).toBeGreaterThan(5);
    expect(kinds.get('Busy')?.some(({ said }) => / 1 [AB] /.test(said))).toBe(true);

    const already = server.arrived.length;
    // The sender looks every second, so it comes to each slot a little late; and now and then to none.
    const moments = [
      ...shown.map(({ at }, nth) => at + ((nth * 373) % 900)),
      ...Array.from({ length: 12 }, (_, nth) => NOW + ((nth * 0.618) % 1) * DAYS * DAY),
      NOW,
      scheduled_for,
    ];
    for (const at of moments.map(Math.floor).toSorted((a, b) => a - b)) {
      if (at < NOW + DAYS * DAY) await send(account, at);
    }

    const inOrder = (all: typeof shown) => all.map(({ said }) => said).toSorted();
    const sent = await left(account);
    expect(inOrder(sent)).toEqual(inOrder(shown));
    expect(server.arrived.length - already).toBe(shown.length);
    const at = new Map(sent.map((one) => [one.said, one.at]));
    for (const one of shown) {
      const late = (at.get(one.said) ?? 0) - one.at;
      expect([one.said, new Date(one.at).toISOString(), late, late >= 0 && late < 1_000]).toEqual([
        one.said,
        new Date(one.at).toISOString(),
        late,
        true,
      ]);
    }
    expect(await reconcile(db)).toEqual([]);
  });

  test('begins with a slot that an inbox has only just missed, as the sender does', async () => {
    const { id } = await anAccount(db);
    const account = forAccount(db, id, { kind: 'system' }, () => new Date(NOW));
    const pace = { gap_from: 300, gap_to: 1_200 };
    const inbox = await addInbox(account, server.url, pace);
    await addLeads(db, account, 3);
    await startCampaign(account, { name: 'Waiting', inboxes: [inbox], ...EVERY_DAY, steps: stepsOf(0) });
    await send(account, NOW);
    const begun = (await left(account)).length;
    const now = nextSlot({ id: fromWire('eml', inbox) ?? '', ...pace }, NOW + 2 * HOUR) + 30_000;
    const [first] = await planned(account, now);
    expect(first?.at).toBe(now);
    await send(account, now);
    expect((await left(account, now)).map(({ said }) => said)).toEqual([first?.said]);
    expect(begun).toBeLessThan(2);
  });
});
