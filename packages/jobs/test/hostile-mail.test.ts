import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, receiveMails, reconcile } from '@lodestone/core';
import { readMail } from '@lodestone/jobs/inbox/read-mail.js';
import fc from 'fast-check';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { campaignOf, NOWHERE } from './inbox-world.ts';
import { emailsAbout, mutated } from './mutated.ts';

const EMAILS = 1_000;
const BATCH = 100;

onEach('a thousand mutated reports and emails about another account’s email', ({ open }) => {
  let database: OpenDatabase;
  let [here, there]: Account[] = [];

  beforeAll(async () => {
    database = await open();
    [here, there] = [await anAccount(database.db), await anAccount(database.db)];
  });
  afterAll(async () => {
    expect(await reconcile(database.db)).toEqual([]);
    await database.close();
  });

  test('are all stored, once, however often they come, and move nothing there', async () => {
    if (!here || !there) throw new Error('There are two.');
    await campaignOf(here, NOWHERE);
    const theirs = await (await campaignOf(there, NOWHERE))('theirs');
    const { id: inbox } = await here.select('email_accounts').select('id').executeTakeFirstOrThrow();
    const raws = fc.sample(mutated(emailsAbout(theirs)), { numRuns: EMAILS, seed: 14 });
    for (let time = 0; time < 2; time++) {
      for (let at = 0; at < raws.length; at += BATCH) {
        const some = raws.slice(at, at + BATCH);
        const mails = await Promise.all(
          some.map((raw) => readMail({ uid: 1, raw, size: raw.length, receivedAt: new Date() })),
        );
        await receiveMails(here, inbox, mails, { uid_validity: '1', last_uid: at });
      }
    }
    const stored = await here.select('inbox_messages').select(['mail_id', 'fingerprint']).execute();
    expect(stored).toHaveLength(new Set(raws.map((raw) => raw.toString('latin1'))).size);
    expect(stored.filter(({ mail_id }) => mail_id !== null)).toEqual([]);
    const [enrollment] = await there.select('enrollments').select(['status', 'reply_intent']).execute();
    expect(enrollment).toEqual({ status: 'active', reply_intent: 'no_reply' });
    expect(await there.select('campaign_sends').select('status').execute()).toEqual([{ status: 'sent' }]);
    expect(await there.select('suppressions').select('id').execute()).toEqual([]);
  });
});
