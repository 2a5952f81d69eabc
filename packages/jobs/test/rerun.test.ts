import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  eraseSubscriber,
  newId,
  readConversation,
  receiveMails,
  reconcile,
  setReplyIntent,
  toWire,
} from '@lodestone/core';
import { readMail } from '@lodestone/jobs/inbox/read-mail.js';
import { type Difference, reclassify, rereadKept } from '@lodestone/jobs/inbox/rerun.js';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';
import { campaignOf, dsn, type Lead, reply, NOWHERE } from './inbox-world.ts';

onEach('emails that are kept, read once more', ({ open }) => {
  let database: OpenDatabase;
  let account: Account;
  let lead: (name: string) => Promise<Lead>;
  let inbox: string;

  beforeAll(async () => {
    database = await open();
    account = await anAccount(database.db);
    lead = await campaignOf(account, NOWHERE);
    ({ id: inbox } = await account.select('email_accounts').select('id').executeTakeFirstOrThrow());
  });
  afterAll(async () => {
    expect(await reconcile(database.db)).toEqual([]);
    await database.close();
  });

  const receive = async (raws: readonly string[]) => {
    const read = (text: string) => {
      const raw = Buffer.from(text);
      return readMail({ uid: 1, raw, size: raw.length, receivedAt: new Date() });
    };
    return receiveMails(account, inbox, await Promise.all(raws.map(read)), {
      uid_validity: '1',
      last_uid: 1,
    });
  };
  const conversation = ({ enrollment }: Lead) => readConversation(account, { id: toWire('enr', enrollment) });
  const told = (differences: readonly Difference[]) => differences.map(({ was, is }) => `${was} → ${is}`);
  const apply = async (differences: readonly Difference[]) => {
    for (const one of differences) await one.apply();
  };

  test('are what they were, except where they were misread, and nobody’s own correction is overwritten', async () => {
    const [keen, gone, mine, other] = [
      await lead('keen'),
      await lead('gone'),
      await lead('mine'),
      await lead('other'),
    ];
    const incoming = await receive([
      reply(keen, 'Sounds great, tell me more.'),
      dsn(gone),
      reply(mine, 'Sounds great, tell me more.'),
      'From: shop@elsewhere.example\r\nSubject: Sale\r\n\r\nBuy!',
    ]);
    await apply(await reclassify(account));
    expect((await conversation(keen)).reply_intent).toBe('interested');
    expect((await rereadKept(account)).differences).toEqual([]);
    expect(await reclassify(account)).toEqual([]);

    // As if it had been read by worse rules: the report as somebody else's reply, the intent as the opposite.
    await account
      .update('campaign_sends')
      .set({ status: 'sent', bounced_at: null, failure: null })
      .where('enrollment_id', '=', gone.enrollment)
      .execute();
    await account.update('enrollments').set({ status: 'active' }).where('id', '=', gone.enrollment).execute();
    const { campaign_id } = await account
      .select('enrollments')
      .select('campaign_id')
      .where('id', '=', other.enrollment)
      .executeTakeFirstOrThrow();
    await account
      .update('inbox_messages')
      .set({
        kind: 'reply',
        campaign_id,
        enrollment_id: other.enrollment,
        matched_by: 'guess',
        reading: null,
      })
      .where('id', '=', incoming[1]?.id ?? newId())
      .execute();
    await account
      .update('enrollments')
      .set({ reply_intent: 'replied', intent_by: null })
      .where('id', '=', other.enrollment)
      .execute();
    await account
      .update('enrollments')
      .set({ reply_intent: 'not_interested' })
      .where('id', '=', keen.enrollment)
      .execute();
    await setReplyIntent(account, { id: toWire('enr', mine.enrollment), reply_intent: 'won' });

    const { read, differences } = await rereadKept(account);
    expect(read).toBe(4);
    expect(told(differences)).toEqual([
      `reply of ${toWire('enr', other.enrollment)}, by guess → bounce (hard), by token`,
    ]);
    // Nothing is changed by looking.
    expect((await conversation(gone)).status).toBe('active');
    await apply(differences);
    expect(await conversation(gone)).toMatchObject({ status: 'bounced', sends: [{ status: 'bounced' }] });
    expect(await conversation(other)).toMatchObject({
      reply_intent: 'no_reply',
      replies: [],
      replied_at: null,
    });

    const intents = await reclassify(account);
    expect(told(intents)).toEqual(['not_interested → interested ("Sounds great, tell")']);
    await apply(intents);
    expect((await conversation(keen)).reply_intent).toBe('interested');
    expect((await conversation(mine)).reply_intent).toBe('won');
    expect((await rereadKept(account)).differences).toEqual([]);
    expect(await reclassify(account)).toEqual([]);
  });

  test('leave alone what the erased words of somebody came to', async () => {
    const erased = await lead('erased');
    await receive([reply(erased, 'Sounds great, tell me more.')]);
    await apply(await reclassify(account));
    expect((await conversation(erased)).reply_intent).toBe('interested');
    await eraseSubscriber(account, { id: toWire('sub', erased.subscriber) });
    expect(await reclassify(account)).toEqual([]);
    expect((await rereadKept(account)).differences).toEqual([]);
    expect((await conversation(erased)).reply_intent).toBe('interested');
  });
});
