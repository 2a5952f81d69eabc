import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  addMails,
  claimMails,
  classifyReply,
  type Db,
  eraseSubscriber,
  keepSentCopies,
  newId,
  type Reading,
  readAnswerContent,
  readConversation,
  readConversationDetails,
  readKept,
  receiveMails,
  type ReceivedMail,
  readUnclassified,
  reconcile,
  recordConversion,
  reread,
  saveDraft,
  sendAnswer,
  setReplyIntent,
  settleDelivered,
  settleMails,
  toWire,
  unsubscribe,
} from '@lodestone/core';
import { sql } from 'kysely';

import { aCampaign, aLead, aMagnet, anAccount, anInbox, type Lead } from './builders.ts';
import { DATABASES } from './databases.ts';

interface World {
  account: Account;
  inbox: string;
  campaign: string;
  lead(email?: string): Promise<Lead>;
}

for (const database of DATABASES) {
  database.describe(`what comes in, on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ db, close } = await database.open());
    });

    afterAll(async () => {
      expect(await reconcile(db)).toEqual([]);
      await close();
    });

    /** An account with a campaign of two steps, each lead of which got the first. */
    async function world(
      settings: { stop_on_reply?: boolean; colleague_reply?: 'wait' | 'stop' } = {},
    ): Promise<World> {
      const account = await anAccount(db);
      const inbox = await anInbox(account);
      const campaign = await aCampaign(account, { steps: 2, ...settings });
      const lead = (email?: string) =>
        aLead(account, { campaign, inbox, ...(email === undefined ? {} : { email }) });
      return { account, inbox, campaign: campaign.id, lead };
    }

    function mailFrom(from: string, changes: Partial<ReceivedMail> = {}): ReceivedMail {
      const raw = randomBytes(20);
      return {
        fingerprint: createHash('sha256').update(raw).digest('hex'),
        message_id: `${raw.toString('hex')}@client.example`,
        from_address: from,
        subject: 'Re: Hi',
        body: 'Sounds good.',
        quoted: '',
        received_at: new Date(),
        raw,
        size: raw.length,
        in_reply_to: [],
        references: [],
        tokens: [],
        reading: { kind: 'reply' },
        ...changes,
      };
    }

    const at = (last_uid: number) => ({ uid_validity: '7', last_uid });
    const bouncedRead = {
      kind: 'bounce' as const,
      action: 'failed',
      status: '5.1.1',
      diagnostic: '550 5.1.1 no such user',
      recipient: null,
    };
    const bounced = (outcome: 'hard' | 'soft' | 'ours', recipient: string | null = null): Reading => ({
      ...bouncedRead,
      outcome,
      recipient,
    });

    async function stateOf({ account }: World, { enrollment, send, email }: Lead) {
      const row = await account
        .select('enrollments')
        .select(['status', 'stop_reason', 'reply_intent', 'intent_by', 'first_reply_at'])
        .where('id', '=', enrollment)
        .executeTakeFirstOrThrow();
      const sent = await account
        .select('campaign_sends')
        .select('status')
        .where('id', '=', send)
        .executeTakeFirst();
      const suppressed = await account
        .select('suppressions')
        .select('reason')
        .where('value', '=', email)
        .execute();
      return {
        ...row,
        replied: row.first_reply_at !== null,
        send: sent?.status,
        suppressed: suppressed[0]?.reason,
      };
    }

    test('a reply is matched by every trace it may carry, and says by which', async () => {
      const here = await world();
      const leads = await Promise.all(Array.from({ length: 5 }, () => here.lead()));
      const [one, two, three, four, five] = leads as [Lead, Lead, Lead, Lead, Lead];
      await here.account
        .update('mails')
        .set({ provider_message_id: '0100-ses' })
        .where('id', '=', three.mail.id)
        .execute();
      const incoming = await receiveMails(
        here.account,
        here.inbox,
        [
          mailFrom('other@client.example', { in_reply_to: [one.mail.message_id] }),
          mailFrom('other@client.example', { references: ['x@y', two.mail.message_id, 'z@y'] }),
          mailFrom('other@client.example', { in_reply_to: ['0100-ses@provider.example'] }),
          mailFrom('other@client.example', { tokens: [four.mail.token] }),
          mailFrom(five.email),
          mailFrom('stranger@elsewhere.example'),
        ],
        at(6),
      );
      expect(incoming.map(({ match }) => match && [match.by, match.mail.enrollment_id])).toEqual([
        ['in_reply_to', one.enrollment],
        ['references', two.enrollment],
        ['provider_id', three.enrollment],
        ['token', four.enrollment],
        ['guess', five.enrollment],
        null,
      ]);
      for (const lead of leads) {
        expect(await stateOf(here, lead)).toMatchObject({
          status: 'stopped',
          stop_reason: 'replied',
          reply_intent: 'replied',
          replied: true,
        });
      }
    });

    test('a reply to what the Sent folder calls an email is matched by that copy, and the copy ends a doubt', async () => {
      const here = await world();
      const [renamed, traceless, doubted] = [await here.lead(), await here.lead(), await here.lead()];
      const claimed_at = new Date(Date.now() - 60_000);
      await here.account
        .update('campaign_sends')
        .set({ status: 'queued', sent_at: null })
        .where('id', '=', doubted.send)
        .execute();
      await here.account
        .update('mails')
        .set({ state: 'in_doubt', sent_at: null, claimed_at })
        .where('id', '=', doubted.mail.id)
        .execute();
      const copies = [
        { message_ids: ['1@provider.example', renamed.mail.message_id], tokens: [] },
        { message_ids: ['2@provider.example'], tokens: [traceless.mail.token] },
        { message_ids: [doubted.mail.message_id], tokens: [] },
        { message_ids: ['holidays@private.example'], tokens: [] },
      ];
      // However often they are seen.
      const left = await here.account
        .select('mails')
        .select(({ fn }) => fn.min('sent_at').as('first'))
        .where('id', 'in', [renamed.mail.id, traceless.mail.id])
        .executeTakeFirstOrThrow();
      for (let time = 0; time < 2; time++) {
        expect(await keepSentCopies(here.account, here.inbox, copies)).toEqual(left.first);
      }
      expect(await keepSentCopies(here.account, here.inbox, copies.slice(2))).toBeNull();
      expect((await stateOf(here, doubted)).send).toBe('sent');
      const incoming = await receiveMails(
        here.account,
        here.inbox,
        [
          mailFrom('other@client.example', { in_reply_to: ['1@provider.example'] }),
          mailFrom('other@client.example', { references: ['2@provider.example'] }),
          mailFrom('other@client.example', { in_reply_to: ['holidays@private.example'] }),
        ],
        at(3),
      );
      expect(incoming.map(({ match }) => match && [match.by, match.mail.enrollment_id])).toEqual([
        ['sent_copy', renamed.enrollment],
        ['sent_copy', traceless.enrollment],
        null,
      ]);
      expect(incoming[0]?.match?.evidence).toBe(
        `In-Reply-To: <1@provider.example>, sent as <${renamed.mail.message_id}>`,
      );
    });

    test.each(['in_reply_to', 'guess'] as const)(
      'a reply that its server dates to the whole second before its email left is credited to that (%s)',
      async (by) => {
        const here = await world();
        const lead = await here.lead();
        const { sent_at } = await here.account
          .update('campaign_sends')
          .set({ sent_at: new Date('2026-10-01T09:00:00.400Z') })
          .where('id', '=', lead.send)
          .returning('sent_at')
          .executeTakeFirstOrThrow();
        await here.account.update('mails').set({ sent_at }).where('id', '=', lead.mail.id).execute();
        const received_at = new Date('2026-10-01T09:00:00Z');
        const in_reply_to = by === 'guess' ? [] : [lead.mail.message_id];
        const mail = mailFrom(lead.email, { in_reply_to, received_at });
        const [incoming] = await receiveMails(here.account, here.inbox, [mail], at(1));
        expect(incoming).toMatchObject({ received_at: sent_at, match: { by } });
        const row = await here.account
          .select('enrollments')
          .select(['replied_step', 'first_reply_at'])
          .executeTakeFirstOrThrow();
        expect(row).toEqual({ replied_step: 1, first_reply_at: sent_at });
        // Read again, from what is kept.
        const [kept] = await readKept(here.account, { after: null, limit: 10 });
        if (!kept) throw new Error('It is kept.');
        const received = { ...mail, received_at: kept.received_at };
        const [again] = await reread(here.account, here.inbox, [{ kept, received }]);
        expect(again?.is).toEqual(kept.was);
        expect(again?.incoming.received_at).toEqual(sent_at);
      },
    );

    test('a clock that is behind moves a reply that names its email, and none that is a guess', async () => {
      const here = await world();
      const [named, guessed] = [await here.lead(), await here.lead()];
      const received_at = new Date(Date.now() - 180_000);
      const incoming = await receiveMails(
        here.account,
        here.inbox,
        [
          mailFrom(named.email, { in_reply_to: [named.mail.message_id], received_at }),
          mailFrom(guessed.email, { received_at }),
        ],
        at(2),
      );
      const [moved, kept] = incoming.map((mail) => mail.received_at.getTime() - received_at.getTime());
      expect(moved).toBeGreaterThan(100_000);
      expect(kept).toBe(0);
      expect(incoming[1]?.match?.by).toBe('guess');
    });

    test('an email that is seen ten times is one', async () => {
      const here = await world();
      const lead = await here.lead();
      const mail = mailFrom(lead.email, { in_reply_to: [lead.mail.message_id] });
      for (let time = 0; time < 5; time++) await receiveMails(here.account, here.inbox, [mail, mail], at(1));
      const { replies } = await readConversation(here.account, { id: toWire('enr', lead.enrollment) });
      expect(replies).toHaveLength(1);
    });

    test('another account’s Message-ID, forged or not, matches nothing', async () => {
      const [here, there] = [await world(), await world()];
      const theirs = await there.lead();
      const [incoming] = await receiveMails(
        here.account,
        here.inbox,
        [mailFrom(theirs.email, { in_reply_to: [theirs.mail.message_id], tokens: [theirs.mail.token] })],
        at(1),
      );
      expect(incoming?.match).toBeNull();
      expect(await stateOf(there, theirs)).toMatchObject({ status: 'active', replied: false });
    });

    test('what we wrote ourselves is no reply', async () => {
      const here = await world();
      const lead = await here.lead();
      const { address } = await here.account
        .select('email_accounts')
        .select('address')
        .executeTakeFirstOrThrow();
      const mail = mailFrom(address, { in_reply_to: [lead.mail.message_id] });
      const [incoming] = await receiveMails(here.account, here.inbox, [mail], at(1));
      expect(incoming?.kind).toBe('own');
      expect(await stateOf(here, lead)).toMatchObject({ status: 'active', replied: false });
    });

    test('a hard bounce ends the enrollment and suppresses the address; the others change nothing of the lead', async () => {
      const here = await world();
      const [hard, soft, ours, byName] = [
        await here.lead(),
        await here.lead(),
        await here.lead(),
        await here.lead(),
      ];
      await receiveMails(
        here.account,
        here.inbox,
        [
          mailFrom('mailer-daemon@mx.example', { reading: bounced('hard'), tokens: [hard.mail.token] }),
          mailFrom('mailer-daemon@mx.example', {
            reading: bounced('soft'),
            in_reply_to: [soft.mail.message_id],
          }),
          mailFrom('mailer-daemon@mx.example', {
            reading: bounced('ours'),
            in_reply_to: [ours.mail.message_id],
          }),
          mailFrom('mailer-daemon@mx.example', { reading: bounced('hard', byName.email) }),
        ],
        at(4),
      );
      const isBounced = { status: 'bounced', send: 'bounced', suppressed: 'hard_bounce', replied: false };
      expect(await stateOf(here, hard)).toMatchObject(isBounced);
      expect(await stateOf(here, byName)).toMatchObject(isBounced);
      const isAsBefore = { status: 'active', send: 'sent', suppressed: undefined, replied: false };
      expect(await stateOf(here, soft)).toMatchObject(isAsBefore);
      expect(await stateOf(here, ours)).toMatchObject(isAsBefore);
    });

    test.each(['in_doubt', 'claimed'] as const)(
      'a bounce settles an email that is %s, and what its sender says later keeps the text alone',
      async (state) => {
        const here = await world();
        const [gone, replied] = [await here.lead(), await here.lead()];
        const written = { subject: 'Hi Lee', body: 'Hello Lee' };
        for (const { send, mail } of [gone, replied]) {
          await here.account
            .update('campaign_sends')
            .set({ status: 'queued', sent_at: null })
            .where('id', '=', send)
            .execute();
          const claimed_at = new Date(Date.now() - 60_000);
          await here.account
            .update('mails')
            .set({ state, sent_at: null, claimed_at, lease_until: new Date() })
            .where('id', '=', mail.id)
            .execute();
        }
        const reading = bounced('hard');
        await receiveMails(
          here.account,
          here.inbox,
          [
            mailFrom('mailer-daemon@mx.example', { reading, tokens: [gone.mail.token] }),
            mailFrom(replied.email, { in_reply_to: [replied.mail.message_id] }),
          ],
          at(2),
        );
        const attempt = { outcome: 'sent' as const, response: '250 2.0.0 Ok' };
        await settleMails(
          here.account,
          [gone, replied].map(({ mail }) => ({ id: mail.id, attempt, written })),
        );
        expect(await stateOf(here, gone)).toMatchObject({
          status: 'bounced',
          send: 'bounced',
          suppressed: 'hard_bounce',
        });
        expect(await stateOf(here, replied)).toMatchObject({ status: 'stopped', send: 'sent' });
        for (const { enrollment } of [gone, replied]) {
          const { sends } = await readConversation(here.account, { id: toWire('enr', enrollment) });
          expect(sends[0]).toMatchObject(written);
        }
      },
    );

    /** A delivery that left two days ago. */
    async function delivery({ account, inbox }: World, { email, subscriber }: Lead) {
      const id = newId();
      const magnet = await aMagnet(account);
      await account.insert('magnet_requests', { subscriber_id: subscriber, magnet_id: magnet });
      const sent_at = new Date(Date.now() - 2 * 86_400_000);
      await account.insert('deliveries', {
        id,
        subscriber_id: subscriber,
        magnet_id: magnet,
        status: 'sent',
        requested_at: sent_at,
        sent_at,
      });
      const [mail] = await addMails(account, [
        {
          kind: 'delivery',
          to_address: email,
          domain: 'acme.example',
          subscriber_id: subscriber,
          delivery_id: id,
          email_account_id: inbox,
        },
      ]);
      await account
        .update('mails')
        .set({ state: 'sent', sent_at })
        .where('id', '=', mail?.id ?? '')
        .execute();
      const stateNow = async () =>
        account
          .select('deliveries')
          .select(['status', 'delivered_at', 'failure'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      return { token: mail?.token ?? '', stateNow };
    }

    test('a delivery has arrived when a report or a day says so, and not when it came back', async () => {
      const here = await world();
      const [silent, reported, full, gone] = await Promise.all(
        Array.from({ length: 4 }, async () => delivery(here, await here.lead())),
      );
      if (!silent || !reported || !full || !gone) throw new Error('There are four.');
      const report = (token: string, outcome: 'delivered' | 'soft' | 'hard', action: string) => {
        const reading: Reading = { ...bouncedRead, outcome, action };
        return mailFrom('mailer-daemon@mx.example', { reading, tokens: [token] });
      };
      const reports = [
        report(reported.token, 'delivered', 'delivered'),
        report(full.token, 'soft', 'failed'),
      ];
      await receiveMails(here.account, here.inbox, reports, at(2));
      expect(await reported.stateNow()).toMatchObject({ status: 'delivered' });
      expect(await settleDelivered(here.account, { limit: 100 })).toBe(2);
      expect(await silent.stateNow()).toMatchObject({ status: 'delivered' });
      expect(await gone.stateNow()).toMatchObject({ status: 'delivered' });
      expect(await full.stateNow()).toMatchObject({
        status: 'sent',
        delivered_at: null,
        failure: '550 5.1.1 no such user',
      });
      // A delay says nothing, and what comes back late came back.
      const late = [report(silent.token, 'soft', 'delayed'), report(gone.token, 'hard', 'failed')];
      await receiveMails(here.account, here.inbox, late, at(4));
      expect(await silent.stateNow()).toMatchObject({ status: 'delivered' });
      expect(await gone.stateNow()).toMatchObject({ status: 'bounced' });
      await receiveMails(here.account, here.inbox, [report(silent.token, 'soft', 'failed')], at(5));
      expect(await silent.stateNow()).toMatchObject({ status: 'sent', delivered_at: null });
      expect(await settleDelivered(here.account, { limit: 100 })).toBe(0);
    });

    test('a complaint suppresses and ends every sequence', async () => {
      const here = await world();
      const lead = await here.lead();
      const reading: Reading = { kind: 'complaint', type: 'abuse', recipient: null };
      await receiveMails(
        here.account,
        here.inbox,
        [mailFrom('fbl@x.example', { reading, tokens: [lead.mail.token] })],
        at(1),
      );
      expect(await stateOf(here, lead)).toMatchObject({
        status: 'stopped',
        send: 'sent',
        suppressed: 'complaint',
      });
    });

    test('an automatic answer is no reply, and an absence moves the next step to its end', async () => {
      const here = await world();
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

    test('colleagues wait or stop as the campaign says, and strangers at a free provider do not', async () => {
      const here = await world({ colleague_reply: 'stop' });
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
    });

    test('an answer goes into the thread once, whoever presses twice, and to nobody who opted out', async () => {
      const here = await world();
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
      const here = await world();
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
      const here = await world();
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

    test('a label that was set by hand stays, and an opt-out in somebody’s own words opts out all the same', async () => {
      const here = await world();
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
