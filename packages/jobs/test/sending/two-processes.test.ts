import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Db, readCampaignMetrics, reconcile } from '@lodestone/core';
import { type Job, startJobs } from '@lodestone/jobs';
import { sendPendingJob } from '@lodestone/jobs/send-pending.js';
import { pino } from 'pino';

import { type OpenDatabase, POSTGRES } from '../../../core/test/databases.ts';
import { SETTINGS } from '../databases.ts';
import { until } from '../waiting.ts';
import { countingServer, type CountingServer } from './server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, KEYS, startCampaign } from './world.ts';

POSTGRES.describe('Two processes that send for the same account', () => {
  let opened: OpenDatabase;
  let db: Db;
  let server: CountingServer;

  beforeAll(async () => {
    opened = await POSTGRES.open();
    ({ db } = opened);
    server = await countingServer({ delayMs: 20 });
  });
  afterAll(async () => {
    await server?.close();
    await opened?.close();
  });

  test('do so at the same time, write to nobody twice and keep the limits exactly', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url, { daily_capacity: 90 });
    await addInbox(account, server.url, { address: 'ben@acme.example', daily_capacity: 90 });
    await addLeads(db, account, 200);
    const job: Job = { ...sendPendingJob, schedule: { every: 100 } };
    const start = () =>
      startJobs({
        database: { databaseUrl: opened.databaseUrl ?? '' },
        settings: { ...SETTINGS, secretKeys: () => Promise.resolve(KEYS) },
        log: pino({ level: 'silent' }),
        jobs: [job],
      });
    const both = [await start(), await start()];
    try {
      await until(() => both.every((one) => one.mine().includes('send_pending')));
      const id = await startCampaign(account, { daily_limit: 150 });
      await until(async () => (await readCampaignMetrics(account, { id })).sends.sent >= 150, 60_000);
    } finally {
      // They end what is under way: if there were one too many, it would be seen.
      for (const one of both) await one.stop();
    }
    const to = server.arrived.map((mail) => mail.to);
    expect([to.length, new Set(to).size]).toEqual([150, 150]);
    const used = await account.select('sending_usage').select(['kind', 'used']).execute();
    expect(used.filter(({ kind }) => kind === 'campaign').map((row) => row.used)).toEqual([150]);
    for (const row of used) if (row.kind === 'inbox') expect(row.used).toBeLessThanOrEqual(90);
    expect(await reconcile(db)).toEqual([]);
  });
});
