import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, readConversation, toWire } from '@lodestone/core';
import { type Jobs, JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { type Dovecot, HAS_DOVECOT, startDovecot } from '../../mail/test/imap/dovecot.ts';
import { anAccount, DATABASES, SETTINGS, type TestDatabase } from './databases.ts';
import { campaignOf, KEYS, type Lead, reply } from './inbox-world.ts';
import { until } from './waiting.ts';

/** On one database: what looks into an inbox is the same on each, and it waits for half a minute. */
(HAS_DOVECOT ? describe : describe.skip)('an inbox whose server tells of nothing by itself', () => {
  let database: TestDatabase;
  let dovecot: Dovecot;
  let account: Account;
  let lead: (name: string) => Promise<Lead>;
  let jobs: Jobs;

  beforeAll(async () => {
    [database, dovecot] = await Promise.all([DATABASES[0]!.open(), startDovecot({ idle: false })]);
    account = await anAccount(database.db);
    lead = await campaignOf(database, account, dovecot);
    jobs = await startJobs({
      database: database.database,
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
