import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, readConversation, readUnibox, reconcile, toWire } from '@lodestone/core';
import { answer, bounceBack, sayAway } from '@lodestone/demo/world/answers.js';
import { playRecipients } from '@lodestone/demo/world/recipients.js';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { campaignOf, type Lead, NOWHERE } from '../../jobs/test/inbox-world.ts';

onEach('the demo world', ({ open }) => {
  let database: OpenDatabase;
  let account: Account;
  let lead: (name: string) => Promise<Lead>;

  beforeAll(async () => {
    database = await open();
    account = await anAccount(database.db);
    lead = await campaignOf(account, NOWHERE);
  });
  afterAll(async () => {
    expect(await reconcile(database.db)).toEqual([]);
    await database.close();
  });

  const mailTo = ({ email }: Lead) =>
    account
      .select('mails')
      .select(['id', 'kind', 'token', 'message_id', 'to_address', 'email_account_id', 'sent_at'])
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
  const conversation = ({ enrollment }: Lead) => readConversation(account, { id: toWire('enr', enrollment) });

  test('answers, is away and cannot be reached, as real recipients are', async () => {
    const [one, away, gone] = [await lead('one'), await lead('away'), await lead('gone')];
    await answer(account, await mailTo(one));
    await sayAway(account, await mailTo(away), new Date());
    await bounceBack(account, await mailTo(gone));
    expect(await conversation(one)).toMatchObject({ status: 'stopped', reply_intent: 'replied' });
    expect(await conversation(away)).toMatchObject({
      status: 'active',
      reply_intent: 'no_reply',
      replies: [],
    });
    expect(await conversation(gone)).toMatchObject({ status: 'bounced', sends: [{ status: 'bounced' }] });
    const messages = await account.select('inbox_messages').select('kind').execute();
    expect(messages.map(({ kind }) => kind).toSorted()).toEqual(['bounce', 'out_of_office', 'reply']);
  });

  test('fills the inbox while one watches, each email once however often its time is played', async () => {
    const leads = [];
    for (let nth = 0; nth < 30; nth++) leads.push(await lead(`lead${nth}`));
    const from = new Date(Date.now() - 600_000);
    const play = () => playRecipients(database.db, account, from, new Date(Date.now() + 600_000));
    const before = (await readUnibox(account)).inbox_messages;
    await play();
    const after = (await readUnibox(account)).inbox_messages;
    expect(after).toBeGreaterThan(before);
    await play();
    expect((await readUnibox(account)).inbox_messages).toBe(after);
  });
});
