import { expect, test } from '@jest/globals';
import {
  type Db,
  claimMails,
  keepSentCopies,
  readAnswerContent,
  readConversation,
  readKept,
  receiveMails,
  reread,
  sendAnswer,
  toWire,
} from '@lodestone/core';

import { type Lead } from '../builders.ts';
import { DATABASES } from '../databases.ts';
import { openReconciled } from '../reconciled.ts';
import { aWorld, at, mailFrom, stateOf } from './world.ts';

for (const database of DATABASES) {
  database.describe(`matching what comes in, on ${database.name}`, () => {
    let db: Db;
    openReconciled(database, (opened) => (db = opened));

    test('a reply is matched by every trace it may carry, and says by which', async () => {
      const here = await aWorld(db);
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
      const here = await aWorld(db);
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
      // What follows it names it as the lead's program does.
      const id = toWire('enr', renamed.enrollment);
      await sendAnswer(here.account, { id, body: 'One more' });
      const [answer] = await claimMails(here.account, { kinds: ['answer'], limit: 1 });
      const { thread } = await readAnswerContent(here.account, answer?.id ?? '');
      expect(thread).toEqual(['1@provider.example']);
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
        const here = await aWorld(db);
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
      const here = await aWorld(db);
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

    test('a reply that came by two ways into one mailbox is one', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      const reply = mailFrom(lead.email, { in_reply_to: [lead.mail.message_id] });
      const copy = {
        ...mailFrom(lead.email, { in_reply_to: [lead.mail.message_id] }),
        message_id: reply.message_id,
      };
      const other = {
        ...mailFrom(lead.email, { in_reply_to: [lead.mail.message_id] }),
        body: 'And one more thing.',
      };
      const received = async (mails: (typeof reply)[], uid: number) =>
        (await receiveMails(here.account, here.inbox, mails, at(uid))).length;
      expect(await received([reply, copy], 2)).toBe(1);
      expect(await received([{ ...copy, fingerprint: mailFrom('x').fingerprint }, other], 4)).toBe(1);
      const { replies } = await readConversation(here.account, { id: toWire('enr', lead.enrollment) });
      expect(replies).toHaveLength(2);
    });

    test('an email that is seen ten times is one', async () => {
      const here = await aWorld(db);
      const lead = await here.lead();
      const mail = mailFrom(lead.email, { in_reply_to: [lead.mail.message_id] });
      for (let time = 0; time < 5; time++) await receiveMails(here.account, here.inbox, [mail, mail], at(1));
      const { replies } = await readConversation(here.account, { id: toWire('enr', lead.enrollment) });
      expect(replies).toHaveLength(1);
    });

    test('another account’s Message-ID, forged or not, matches nothing', async () => {
      const [here, there] = [await aWorld(db), await aWorld(db)];
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
      const here = await aWorld(db);
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
  });
}
