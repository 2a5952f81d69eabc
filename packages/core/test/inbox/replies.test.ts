import { expect, test } from '@jest/globals';
import {
  claimMails,
  classifyReply,
  type Db,
  eraseSubscriber,
  listConversations,
  newId,
  readAnswerContent,
  readConversation,
  readConversationDetails,
  receiveMails,
  readUnclassified,
  recordConversion,
  saveDraft,
  sendAnswer,
  setReplyIntent,
  settleMails,
  toWire,
  unsubscribe,
} from '@lodestone/core';
import { sql } from 'kysely';

import { aCampaign, aMagnet } from '../builders.ts';
import { DATABASES } from '../databases.ts';
import { openReconciled } from '../reconciled.ts';
import { aWorld, at, bounced, mailFrom, stateOf } from './world.ts';

for (const database of DATABASES) {
  database.describe(`replies and answers, on ${database.name}`, () => {
    let db: Db;
    openReconciled(database, (opened) => (db = opened));

    test('an automatic answer is no reply, and an absence moves the next step to its end', async () => {
      const here = await aWorld(db);
      const [away, automatic] = [await here.lead(), await here.lead()];
      const until = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
      await receiveMails(
        here.account,
        here.inbox,
        [
          mailFrom(away.email, {
            reading: { kind: 'out_of_office', rule: 'Subject', until, evidence: null },
            in_reply_to: [away.mail.message_id],
          }),
          mailFrom(automatic.email, {
            reading: { kind: 'automatic', rule: 'Subject' },
            in_reply_to: [automatic.mail.message_id],
          }),
        ],
        at(2),
      );
      expect(await stateOf(here, away)).toMatchObject({
        status: 'active',
        replied: false,
        reply_intent: 'no_reply',
      });
      expect(await stateOf(here, automatic)).toMatchObject({ status: 'active', replied: false });
      const next = await here.account
        .select('next_steps')
        .select([
          'waits_for',
          sql<string>`to_char(due_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI')`.as('due'),
        ])
        .where('enrollment_id', '=', away.enrollment)
        .executeTakeFirst();
      expect(next).toEqual({ waits_for: 'out_of_office', due: `${until} 00:00` });
    });

    test('who works there no more gets nothing more of any campaign, and has neither answered nor bounced', async () => {
      const here = await aWorld(db);
      const [gone, group, other] = [await here.lead(), await here.lead(), await here.lead()];
      const elsewhere = await aCampaign(here.account, { steps: 2 });
      await here.account.insert('enrollments', {
        id: newId(),
        campaign_id: elsewhere.id,
        subscriber_id: gone.subscriber,
      });
      const reading = {
        kind: 'automatic',
        rule: 'Auto-Submitted: auto-replied',
        left: 'no longer works',
      } as const;
      const answers = [
        mailFrom(gone.email.toUpperCase(), { reading, in_reply_to: [gone.mail.message_id] }),
        mailFrom('lee@partner.example', { reading, in_reply_to: [group.mail.message_id] }),
      ];
      await receiveMails(here.account, here.inbox, answers, at(2));
      expect(await stateOf(here, gone)).toMatchObject({
        status: 'stopped',
        stop_reason: 'manual',
        replied: false,
        reply_intent: 'no_reply',
        send: 'sent',
        suppressed: undefined,
      });
      expect((await stateOf(here, group)).status).toBe('active');
      expect((await stateOf(here, other)).status).toBe('active');
      const all = await here.account
        .select('enrollments')
        .select('status')
        .where('subscriber_id', '=', gone.subscriber)
        .execute();
      expect(all.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
    });

    test('who answers without a text that can be read is written to no more, and counts as no reply', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      const signed = mailFrom(lead.email, { body: '', in_reply_to: [lead.mail.message_id] });
      await receiveMails(here.account, here.inbox, [signed], at(1));
      expect(await stateOf(here, lead)).toMatchObject({
        status: 'stopped',
        stop_reason: 'replied',
        replied: false,
        reply_intent: 'no_reply',
      });
    });

    test('colleagues wait or stop as the campaign says, and strangers at a free provider do not', async () => {
      const here = await aWorld(db, { colleague_reply: 'stop' });
      const company = `${newId()}.example`;
      const [one, colleague, stranger] = [
        await here.lead(`a@${company}`),
        await here.lead(`b@${company}`),
        await here.lead(),
      ];
      await receiveMails(
        here.account,
        here.inbox,
        [mailFrom(one.email, { in_reply_to: [one.mail.message_id] })],
        at(1),
      );
      expect(await stateOf(here, colleague)).toMatchObject({
        status: 'stopped',
        stop_reason: 'manual',
        replied: false,
      });
      expect(await stateOf(here, stranger)).toMatchObject({ status: 'active' });

      const patient = await aWorld(db, { colleague_reply: 'wait' });
      const [first, second] = [await patient.lead(`c@${company}`), await patient.lead(`d@${company}`)];
      const reply = mailFrom(first.email, { in_reply_to: [first.mail.message_id] });
      await receiveMails(patient.account, patient.inbox, [reply], at(1));
      const next = await patient.account
        .select('next_steps')
        .select(['waits_for', 'due_at'])
        .where('enrollment_id', '=', second.enrollment)
        .executeTakeFirst();
      expect(next?.waits_for).toBe('colleague');
      expect(next?.due_at.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    });

    test('a list shows how the latest message begins, on one line, and finds leads by their name', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      const body = `${'\n'.repeat(400)}  Sounds \t good,\u00a0\n yes. ${'\u{1F600}'.repeat(20_000)}`;
      const reply = mailFrom(lead.email, { in_reply_to: [lead.mail.message_id], body });
      await receiveMails(here.account, here.inbox, [reply], at(1));
      const listed = async (search?: string) =>
        (await listConversations(here.account, { show: 'all', search, limit: 10 })).data;
      expect(await listed()).toMatchObject([{ id: toWire('enr', lead.enrollment), unread: true }]);
      const [{ preview } = { preview: '' }] = await listed();
      expect(preview).toMatch(/^Sounds good, yes\. \u{1F600}+$/u);
      expect(Array.from(preview)).toHaveLength(200);
      expect(await listed('')).toHaveLength(1);
      expect(await listed(lead.email)).toHaveLength(1);
      expect(await listed('nobody-is-called-so')).toHaveLength(0);
    });

    test('an answer goes into the thread once, whoever presses twice, and to nobody who opted out', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      const id = toWire('enr', lead.enrollment);
      const reply = mailFrom(lead.email, { in_reply_to: [lead.mail.message_id], subject: 'Re: Hi' });
      await receiveMails(here.account, here.inbox, [reply], at(1));
      await saveDraft(here.account, { id, body: 'Half of it' });
      expect((await readConversationDetails(here.account, { id })).draft).toBe('Half of it');
      await sendAnswer(here.account, { id, body: 'All of it' });
      await sendAnswer(here.account, { id, body: 'All of it' });
      const details = await readConversationDetails(here.account, { id });
      expect(details).toMatchObject({
        draft: '',
        answers: [{ body: 'All of it', subject: 'Re: Hi', state: 'queued' }],
      });
      expect(await readConversation(here.account, { id })).toMatchObject({
        sends: [{ step: 1 }],
        answers: [{ status: 'queued', subject: 'Re: Hi', body: 'All of it', sent_at: null, failure: null }],
      });
      const mails = await claimMails(here.account, { kinds: ['answer'], limit: 10 });
      expect(mails).toMatchObject([{ to_address: lead.email, email_account_id: here.inbox }]);
      const content = await readAnswerContent(here.account, mails[0]?.id ?? '');
      expect(content.thread).toEqual([lead.mail.message_id, reply.message_id]);
      const attempt = { outcome: 'sent' as const, response: '250 2.0.0 Ok' };
      await settleMails(here.account, [{ id: mails[0]?.id ?? '', attempt }]);
      const { answers } = await readConversation(here.account, { id });
      expect(answers).toMatchObject([{ status: 'sent', sent_at: expect.any(String) }]);
      await unsubscribe(here.account, { id: toWire('sub', lead.subscriber) });
      const refused = sendAnswer(here.account, { id, body: 'One more' });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_state' });
      await expect(sendAnswer(here.account, { id, body: ' ' })).rejects.toMatchObject({
        code: 'invalid_parameter',
      });
    });

    test('a conversion is recorded once, and its value can be corrected', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      const id = toWire('enr', lead.enrollment);
      await recordConversion(here.account, { id, value_usd: 100 });
      await recordConversion(here.account, { id, value_usd: 1200.5 });
      const rows = await here.account.select('conversions').select('value_micros').execute();
      expect(rows.map(({ value_micros }) => Number(value_micros))).toEqual([1_200_500_000]);
      await expect(recordConversion(here.account, { id, value_usd: Number.NaN })).rejects.toMatchObject({
        code: 'invalid_parameter',
      });
      expect((await readConversation(here.account, { id })).converted_at).not.toBeNull();
    });

    test('who is erased leaves nothing of what came in from them, or about them', async () => {
      const here = await aWorld(db);
      const lead = await here.lead('erase.me@client.example');
      await receiveMails(
        here.account,
        here.inbox,
        [
          mailFrom(lead.email, { in_reply_to: [lead.mail.message_id], body: 'My name is Lee.' }),
          mailFrom('mailer-daemon@mx.example', {
            reading: bounced('soft', lead.email),
            tokens: [lead.mail.token],
          }),
        ],
        at(2),
      );
      await eraseSubscriber(here.account, { id: toWire('sub', lead.subscriber) });
      const left = await here.account.select('inbox_messages').selectAll().execute();
      expect(left).toHaveLength(2);
      expect(JSON.stringify(left)).not.toMatch(/erase\.me|Lee/);
      expect(await here.account.select('raw_mails').select('size').execute()).toEqual([]);
    });

    test.each(['came back', 'asked for a magnet'])(
      'an old request for an end does not opt out who %s since',
      async (how) => {
        const here = await aWorld(db);
        const lead = await here.lead();
        if (how === 'came back') {
          const action = 'subscriber.resubscribe';
          const row = { id: newId(), actor: 'subscriber' as const, action, object_id: lead.subscriber };
          await here.account.insert('audit_log', { ...row, details: '{}' });
        } else {
          await here.account.insert('consents', {
            id: newId(),
            magnet_id: await aMagnet(here.account),
            subscriber_id: lead.subscriber,
            form: 'page',
            form_version: '1',
            form_hash: '0'.repeat(64),
            confirmed_at: new Date(),
          });
        }
        const received_at = new Date(Date.now() - 3_600_000);
        const old = mailFrom(lead.email, { in_reply_to: [lead.mail.message_id], received_at });
        await receiveMails(here.account, here.inbox, [old], at(1));
        const [reply] = await readUnclassified(here.account, { limit: 10 });
        if (!reply) throw new Error('There is no reply.');
        const words = { confidence: 0.95, evidence: 'Stop', by: 'rules' as const };
        await classifyReply(here.account, reply, { ...words, intent: 'unsubscribed', opt_out: true });
        const { status } = await here.account
          .select('subscribers')
          .select('status')
          .executeTakeFirstOrThrow();
        expect(status).toBe('active');
        expect((await stateOf(here, lead)).reply_intent).toBe('unsubscribed');
      },
    );

    test('a label that was set by hand stays, and an opt-out in somebody’s own words opts out all the same', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      await receiveMails(
        here.account,
        here.inbox,
        [mailFrom(lead.email, { in_reply_to: [lead.mail.message_id] })],
        at(1),
      );
      await setReplyIntent(here.account, { id: toWire('enr', lead.enrollment), reply_intent: 'won' });
      const [reply] = await readUnclassified(here.account, { limit: 10 });
      if (!reply) throw new Error('There is no reply.');
      const words = { confidence: 0.95, evidence: 'Sounds', by: 'rules' as const };
      await classifyReply(here.account, reply, { ...words, intent: 'unsubscribed', opt_out: true });
      expect(await stateOf(here, lead)).toMatchObject({ reply_intent: 'won', intent_by: 'hand' });
      const { status } = await here.account
        .select('subscribers')
        .select('status')
        .where('id', '=', lead.subscriber)
        .executeTakeFirstOrThrow();
      expect(status).toBe('unsubscribed');
      expect(await readUnclassified(here.account, { limit: 10 })).toEqual([]);
    });
  });
}
