import { expect, test } from '@jest/globals';
import {
  addMails,
  countEvents,
  type Db,
  eraseSubscriber,
  newId,
  type Reading,
  readCampaign,
  readConversation,
  readDashboard,
  receiveMails,
  reconcile,
  recordVisits,
  settleDelivered,
  settleMails,
  toWire,
} from '@lodestone/core';

import { aMagnet, type Lead } from '../builders.ts';
import { DATABASES } from '../databases.ts';
import { openReconciled } from '../reconciled.ts';
import { type World, aWorld, at, bounced, bouncedRead, mailFrom, stateOf } from './world.ts';

for (const database of DATABASES) {
  database.describe(`what comes back, on ${database.name}`, () => {
    let db: Db;
    openReconciled(database, (opened) => (db = opened));

    test('a hard bounce ends the enrollment and suppresses the address; the others change nothing of the lead', async () => {
      const here = await aWorld(db);
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

    test('a hard bounce of the last email counts the lead as bounced, whether or not they were through before it came', async () => {
      const here = await aWorld(db);
      const [through, underWay] = [await here.lead(), await here.lead()];
      await here.account
        .update('enrollments')
        .set({ status: 'completed' })
        .where('id', '=', through.enrollment)
        .execute();
      const reports = [through, underWay].map(({ mail }) =>
        mailFrom('mailer-daemon@mx.example', { reading: bounced('hard'), tokens: [mail.token] }),
      );
      await receiveMails(here.account, here.inbox, reports, at(2));
      for (const lead of [through, underWay]) {
        expect(await stateOf(here, lead)).toMatchObject({ status: 'bounced', send: 'bounced' });
      }
      const { leads } = await readCampaign(here.account, { id: toWire('cmp', here.campaign) });
      expect(leads).toMatchObject({ bounced: 2, completed: 0 });
    });

    test('a report on somebody who was erased meanwhile brings nothing of them back', async () => {
      const here = await aWorld(db);
      const lead = await here.lead('known.once@client.example');
      await eraseSubscriber(here.account, { id: toWire('sub', lead.subscriber) });
      const diagnostic = '550 5.1.1 <known.once@client.example>: no such user';
      const reading = { ...bouncedRead, outcome: 'hard' as const, recipient: lead.email, diagnostic };
      const report = mailFrom('mailer-daemon@mx.example', {
        reading,
        tokens: [lead.mail.token],
        body: `${lead.email} is not here`,
        raw: Buffer.from(`To: ${lead.email}`),
      });
      await receiveMails(here.account, here.inbox, [report], at(2));
      expect(await stateOf(here, lead)).toMatchObject({ send: 'bounced' });
      for (const table of ['inbox_messages', 'raw_mails', 'campaign_sends', 'suppressions'] as const) {
        const rows = await here.account.select(table).selectAll().execute();
        expect(JSON.stringify(rows.map((row) => ('raw' in row ? String(row.raw) : row)))).not.toMatch(
          /known\.once|erased/,
        );
      }
      expect(await reconcile(db)).toEqual([]);
    });

    test.each(['in_doubt', 'claimed'] as const)(
      'a bounce settles an email that is %s, and what its sender says later keeps the text alone',
      async (state) => {
        const here = await aWorld(db);
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
          .select(['status', 'delivered_at', 'opened_at', 'failure'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      return { token: mail?.token ?? '', stateNow };
    }

    test('an open counts for a delivery that left, whether it is counted before the bounce or after it', async () => {
      const here = await aWorld(db);
      const [before, after] = [
        await delivery(here, await here.lead()),
        await delivery(here, await here.lead()),
      ];
      const open = async ({ token }: { token: string }) => {
        const seen = { judged: 'human', rule: 'browser', user_agent: null, network: null } as const;
        await recordVisits(db, [{ ...seen, kind: 'open', token, link: null }]);
        while ((await countEvents(here.account, { limit: 500 })) > 0);
      };
      const reports = [before, after].map(({ token }) =>
        mailFrom('mailer-daemon@mx.example', { reading: bounced('hard'), tokens: [token] }),
      );
      await open(before);
      await receiveMails(here.account, here.inbox, reports, at(2));
      await open(after);
      for (const { stateNow } of [before, after]) {
        expect(await stateNow()).toMatchObject({ status: 'bounced', opened_at: expect.any(Date) });
      }
      const { kpis } = await readDashboard(here.account, { range: '7d', scope: 'all' });
      expect(kpis).toMatchObject({ sent: 2, bounced: 2, delivered: 2, opened: 2 });
    });

    test('who asks for an end in an answer to a magnet’s email is opted out, though it is of no conversation', async () => {
      const here = await aWorld(db);
      const [leaves, asks] = [await here.lead(), await here.lead()];
      const [left, asked] = [await delivery(here, leaves), await delivery(here, asks)];
      const answers = [
        mailFrom(leaves.email, { tokens: [left.token], reading: { kind: 'reply', end: 'Remove me' } }),
        mailFrom(asks.email, { tokens: [asked.token] }),
      ];
      await receiveMails(here.account, here.inbox, answers, at(3));
      expect(await stateOf(here, leaves)).toMatchObject({
        status: 'stopped',
        stop_reason: 'unsubscribed',
        replied: false,
      });
      expect(await stateOf(here, asks)).toMatchObject({ status: 'active' });
    });

    test('a delivery has arrived when a report or a day says so, and not when it came back', async () => {
      const here = await aWorld(db);
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
      const here = await aWorld(db);
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
  });
}
