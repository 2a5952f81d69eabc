import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Db, forecast, plannedEmails, prepareSending } from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';

import { EMBEDDED, type OpenDatabase } from '../../../core/test/databases.ts';
import { onPostfix } from '../../../mail/test/real-servers.ts';
import { type Postfix, startPostfix } from '../../../mail/test/smtp/postfix.ts';
import { until } from '../waiting.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, ALWAYS, send, startCampaign } from './world.ts';

const NOW = Date.parse('2027-06-15T06:00:00Z');
const DAYS = 3;

onPostfix.describe('What the plan shows', () => {
  let opened: OpenDatabase;
  let db: Db;
  let postfix: Postfix;

  beforeAll(async () => {
    opened = await EMBEDDED.open();
    ({ db } = opened);
    // Nobody takes what is for inbox.test here.
    postfix = await startPostfix({ lmtpPort: 9 });
  });
  afterAll(async () => {
    await postfix?.stop();
    await opened?.close();
  });

  test('is what a real Postfix receives', async () => {
    const account = await anAccount(db);
    const smtp = `smtp://127.0.0.1:${postfix.port}?plain=1`;
    await addInbox(account, smtp, { address: 'maya@acme.example', daily_capacity: 7 });
    await addInbox(account, smtp, { address: 'ben@acme.example', gap_from: 600, gap_to: 1_800 });
    await addLeads(db, account, 30);
    await db
      .updateTable('people')
      .set({ email: sql<string>`replace(email, '@people.example', '@lead.test')` })
      .execute();
    await startCampaign(account, {
      ...ALWAYS,
      daily_limit: 12,
      steps: ['One', 'Two'].map((step, nth) => ({
        delay_days: nth,
        variants: ['A', 'B'].map((label) => ({ label, subject: `${step} ${label}`, body: 'Hi.' })),
      })),
    });
    while (await prepareSending(account, { at: NOW }));

    const made = await forecast(account, { days: DAYS, at: NOW });
    const shown: string[] = [];
    for await (const emails of plannedEmails(account, made)) {
      for (const { inbox, email, step, variant } of emails) {
        shown.push(`${inbox} ${email} ${step === 1 ? 'One' : 'Two'} ${variant}`);
      }
    }
    expect(shown.length).toBeGreaterThan(20);
    for (const at of new Set(made.plan.at)) await send(account, Math.floor(at));

    const arrived = await until(async () => {
      const mails = await postfix.arrived(shown.length).catch(() => []);
      return mails.length >= shown.length && mails;
    });
    const header = (raw: string, name: string) =>
      new RegExp(`^${name}: (?:.*<)?(.*?)>?\\r?$`, 'im').exec(raw)?.[1] ?? '';
    const received = arrived.map((raw) =>
      ['From', 'To', 'Subject'].map((name) => header(raw, name)).join(' '),
    );
    expect(received.toSorted()).toEqual(shown.toSorted());
  }, 300_000);
});
