import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  type CampaignStatus,
  listEmailAccounts,
  readPauseRecord,
  receiveMails,
  reconcile,
  toWire,
} from '@lodestone/core';
import { type Jobs, JOBS, startJobs } from '@lodestone/jobs';
import { readMail } from '@lodestone/jobs/inbox/read-mail.js';
import { pino } from 'pino';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { forJobs, SETTINGS } from './databases.ts';
import { campaignOf, dsn, type Lead, NOWHERE } from './inbox-world.ts';
import { until } from './waiting.ts';

/** Emails that were sent, and the bounces of which the last one is one too many: 5 %. */
const SENT = 60;
const TIPS = 5;

onEach('the watch while emails come back', ({ open }) => {
  let database: OpenDatabase;
  let account: Account;
  let jobs: Jobs;
  let leads: Lead[];
  let inbox: string;

  beforeAll(async () => {
    database = await open();
    account = await anAccount(database.db);
    const lead = await campaignOf(account, NOWHERE);
    leads = [];
    for (let nth = 0; nth < SENT; nth++) leads.push(await lead(`lead${nth}`));
    ({ id: inbox } = await account.select('email_accounts').select('id').executeTakeFirstOrThrow());
    jobs = await startJobs({
      database: forJobs(database),
      settings: { ...SETTINGS, secretKeys: () => Promise.resolve([randomBytes(32)]) },
      log: pino({ level: 'silent' }),
      jobs: JOBS.filter(({ name }) => name === 'watch_deliverability'),
    });
    await until(() => jobs.mine().length === 1);
  });
  afterAll(async () => {
    await jobs?.stop();
    expect(await reconcile(database.db)).toEqual([]);
    await database?.close();
  });

  async function comesBack(lead: Lead | undefined): Promise<void> {
    const raw = Buffer.from(lead ? dsn(lead) : '');
    const mail = await readMail({ uid: 1, raw, size: raw.length, receivedAt: new Date() });
    await receiveMails(account, inbox, [mail], { uid_validity: '1', last_uid: 1 });
  }

  async function statusNow(): Promise<{ campaign: CampaignStatus; inbox: boolean }> {
    const { status } = await account.select('campaigns').select('status').executeTakeFirstOrThrow();
    const { data } = await listEmailAccounts(account);
    return { campaign: status, inbox: data[0]?.system_pause !== null };
  }

  test('pauses the campaign and the inbox with the bounce that tips them, which wakes it', async () => {
    for (let nth = 0; nth < 2; nth++) await comesBack(leads[nth]);
    expect(await statusNow()).toEqual({ campaign: 'active', inbox: false });
    await comesBack(leads[2]);
    await until(async () => (await statusNow()).inbox, 30_000);
    // Its only inbox is paused, so that it is stalled before it is judged by its own bounces, or the other way round.
    await until(async () => (await statusNow()).campaign !== 'active', 30_000);
    expect(await readPauseRecord(account, { id: toWire('eml', inbox) })).toMatchObject({
      cause: 'bounces',
      threshold: { sent: SENT, bounced: 3, limit_share: 0.05 },
      rows: [{}, {}, {}],
    });
    if (process.env['LODESTONE_WATCH_TIMES']) await measure();
  });

  /** How long a bounce waits for its pause, told to whoever asks for it. */
  async function measure(): Promise<void> {
    const times: number[] = [];
    for (let nth = 3; nth < 3 + TIPS; nth++) {
      await account
        .update('email_accounts')
        .set({ system_paused_at: null, system_pause_reason: null })
        .execute();
      await account
        .update('system_pauses')
        .set({ lifted_at: new Date(0) })
        .execute();
      const at = performance.now();
      await comesBack(leads[nth]);
      await until(async () => (await statusNow()).inbox, 30_000);
      times.push(Math.round(performance.now() - at));
    }
    console.info(`Paused after ${times.join(', ')} ms.`);
  }
});
