import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, readConversation, toWire } from '@lodestone/core';
import { type Jobs, JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { EMBEDDED, type OpenDatabase } from '../../core/test/databases.ts';
import { type Dovecot, startDovecot } from '../../mail/test/imap/dovecot.ts';
import { onDovecot } from '../../mail/test/real-servers.ts';
import { anAccount } from '../../core/test/builders.ts';
import { forJobs, SETTINGS } from './databases.ts';
import { campaignOf, KEYS, type Lead, reply } from './inbox-world.ts';
import { until } from './waiting.ts';

/** On one database: what looks into an inbox is the same on each, and it waits for half a minute. */
onDovecot.describe('an inbox whose server tells of nothing by itself', () => {
  let database: OpenDatabase;
  let dovecot: Dovecot;
  let account: Account;
  let lead: (name: string) => Promise<Lead>;
  let jobs: Jobs;

  beforeAll(async () => {
    [database, dovecot] = await Promise.all([EMBEDDED.open(), startDovecot({ idle: false })]);
    account = await anAccount(database.db);
    lead = await campaignOf(account, dovecot);
    jobs = await startJobs({
      database: forJobs(database),
      settings: { ...SETTINGS, secretKeys: () => Promise.resolve(KEYS) },
      log: pino({ level: 'silent' }),
      jobs: JOBS.filter(({ name }) => name === 'sync_inbox'),
    });
  });

  afterAll(async () => {
    await jobs.stop();
    await Promise.all([database.close(), dovecot.stop()]);
  });

  test('is looked into again and again', async () => {
    const one = await lead('one');
    await until(async () => {
      const syncs = await account.select('inbox_syncs').select('synced_at').execute();
      return syncs.some(({ synced_at }) => synced_at !== null);
    });
    for (const text of ['Thanks', 'Thanks again']) {
      dovecot.put([reply(one, text)]);
      const found = await until(async () => {
        const { replies } = await readConversation(account, { id: toWire('enr', one.enrollment) });
        return replies.some(({ text: read }) => read === text);
      });
      expect(found).toBe(true);
    }
  });
});
