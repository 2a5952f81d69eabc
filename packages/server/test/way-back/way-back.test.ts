// LODESTONE_WAY_BACK=500 is the long form: so many leads.
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  activateCampaign,
  CLASSIFIED_INTENTS,
  connectInbox,
  createCampaign,
  latestBlamed,
  newId,
  sealServer,
} from '@lodestone/core';
import { JOBS } from '@lodestone/jobs';
import { openSmtp, parseSmtpUrl, type Smtp } from '@lodestone/mail';

import { onEach } from '../../../core/test/databases.ts';
import { type Dovecot, startDovecot } from '../../../mail/test/imap/dovecot.ts';
import { onBoth } from '../../../mail/test/real-servers.ts';
import { type Postfix, startPostfix } from '../../../mail/test/smtp/postfix.ts';
import { expectFor, present } from '../../../../scripts/jest/support.ts';
import { eventually, type Owner, SECRET_KEYS, startOwner } from '../capture/owner.ts';
import { answerOf, complaintOf, type Got, type Lead, leadsOf, readGot, sentCopyOf } from './leads.ts';

const LEADS = Number(process.env['LODESTONE_WAY_BACK'] ?? 60);
const STRANGERS = 5;
const PATIENCE = 60_000 + LEADS * 500;
const NAMES = new Set(['send_pending', 'sync_inbox', 'classify_replies', 'count_events']);

onBoth.describe(`the way back of ${LEADS} leads over Postfix and Dovecot`, () => {
  onEach('there and back', (kind) => {
    const leads = leadsOf(LEADS);
    const number = (which: (lead: Lead) => unknown) => leads.filter(which).length;
    const bounced = number(({ fate }) => fate.send === 'bounced');
    const failed = number(({ fate }) => fate.send === 'failed');
    const lost = bounced + failed;
    const written = leads.filter(({ fate }) => fate.writes);
    const replies = number(({ fate }) => fate.isReply);
    const reports = leads.reduce((all, { fate }) => all + (fate.reports ?? 0), 0);
    let dovecot: Dovecot;
    let postfix: Postfix;
    let owner: Owner;
    let smtp: Smtp;

    beforeAll(async () => {
      dovecot = await startDovecot({ lmtp: true });
      postfix = await startPostfix({ lmtpPort: dovecot.lmtpPort });
      smtp = openSmtp(parseSmtpUrl(`smtp://127.0.0.1:${postfix.port}?plain=1`));
      owner = await startOwner({}, { kind, jobs: JOBS.filter((job) => NAMES.has(job.name)) });
      await connect();
      await addLeads();
      await startCampaign();
      await sent();
      await writeBack();
    }, 4 * PATIENCE);

    afterAll(async () => {
      await smtp?.close();
      await owner?.close();
      await postfix?.stop();
      await dovecot?.stop();
    });

    async function connect(): Promise<void> {
      const { account } = owner;
      const address = 'anna@inbox.test';
      const seal = (way: 'smtp' | 'imap', url: string) =>
        sealServer(SECRET_KEYS, account, { address, way, url });
      const given = { daily_capacity: 10_000, gap_from: 0, gap_to: 0 };
      await connectInbox(account, {
        address,
        smtp: seal('smtp', `smtp://127.0.0.1:${postfix.port}?plain=1`),
        imap: seal('imap', `imap://anna%40inbox.test:pw@127.0.0.1:${dovecot.server.port}?plain=1`),
        ...given,
      });
    }

    async function addLeads(): Promise<void> {
      const people = leads.map(({ email }) => ({ id: newId(), email }));
      await owner.db.insertInto('people').values(people).execute();
      await owner.account.insert(
        'subscribers',
        people.map(({ id, email }) => ({
          id: newId(),
          person_id: id,
          email,
          tags: ['agencies'],
          last_activity_at: new Date(),
        })),
      );
    }

    async function startCampaign(): Promise<void> {
      const variants = [{ label: 'A', subject: 'Pricing', body: 'Hi, shall we talk?' }];
      const { id } = await createCampaign(owner.account, {
        name: 'Autumn',
        audience: { tag: 'agencies' },
        daily_limit: 10_000,
        send_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        send_from: '00:00',
        send_until: '23:59',
        time_zone: 'UTC',
        steps: [
          { delay_days: 0, variants },
          { delay_days: 3, variants },
        ],
      });
      await activateCampaign(owner.account, { id });
    }

    const campaign = async () => (await owner.api('/v1/campaigns')).data[0];
    const metrics = async () => owner.api(`/v1/campaigns/${(await campaign())!.id}/metrics`);

    /** Looks seldom: on the embedded database whoever looks keeps the jobs from their work. What is left to come is told. */
    const nothingLeft = (look: () => Promise<Record<string, number>>) =>
      eventually(
        async () => {
          await setTimeout(500);
          return look();
        },
        (left) => Object.values(left).every((number) => number <= 0),
        PATIENCE,
      );

    const sent = () =>
      nothingLeft(async () => {
        const sends = await owner.account.select('campaign_sends').select('status').execute();
        const queued = sends.filter(({ status }) => status === 'queued').length;
        return { queued, unplanned: LEADS - sends.length };
      });

    /** What every lead got is answered as its fate says, by the real way. */
    async function writeBack(): Promise<void> {
      const home = number(({ fate }) => fate.domain === undefined);
      const got = new Map((await postfix.arrived(home)).map(readGot).map((one) => [one.to, one]));
      const of = (lead: Lead): Got => {
        const one = got.get(lead.email);
        present(one, `${lead.email} got nothing.`);
        return one;
      };
      dovecot.put(
        written.filter(({ way }) => way === 'sent_copy').map((lead) => sentCopyOf(of(lead))),
        'Sent',
      );
      const answers = written.map((lead) => answerOf(lead, of(lead)));
      const complaints = leads
        .filter(({ fate }) => fate.name === 'complains')
        .map((lead) => complaintOf(of(lead)));
      const strangers = Array.from({ length: STRANGERS }, (_, at) => ({
        from: `stranger${at}@elsewhere.example`,
        raw: `From: stranger${at}@elsewhere.example\r\nSubject: Hello\r\n\r\nDo you know me?\r\n`,
      }));
      const own = {
        from: 'anna@inbox.test',
        raw: 'From: anna@inbox.test\r\nSubject: Note\r\n\r\nTo myself.\r\n',
      };
      for (const { from, raw } of [...answers, ...complaints, ...strangers, own]) {
        expect(await smtp.send({ from, to: 'anna@inbox.test' }, Buffer.from(raw))).toMatchObject({
          outcome: 'sent',
        });
      }
      // Reports of what is full come some seconds later.
      const all = written.length + reports + STRANGERS + 1;
      await nothingLeft(async () => {
        const messages = await owner.account
          .select('inbox_messages')
          .select(['enrollment_id', 'classified_at'])
          .execute();
        const open = messages.filter(({ enrollment_id, classified_at }) => enrollment_id && !classified_at);
        return { unread: all - messages.length, unclassified: open.length };
      });
    }

    const byIntent = Object.fromEntries(
      CLASSIFIED_INTENTS.map((intent) => [intent, number(({ fate }) => fate.intent === intent)]),
    );
    const counted = (rows: { intent: string; count: number }[]) =>
      Object.fromEntries(rows.map(({ intent, count }) => [intent, count]));

    test('every conversation is what became of its lead', async () => {
      const { data } = await owner.api('/v1/subscribers?limit=200');
      for (let offset = 200; offset < LEADS; offset += 200) {
        data.push(...(await owner.api(`/v1/subscribers?limit=200&offset=${offset}`)).data);
      }
      const idOf = new Map<string, string>(data.map(({ id, email }) => [email, id]));
      const suppressions = await owner.account.select('suppressions').select(['value', 'reason']).execute();
      const suppressed = new Map(suppressions.map(({ value, reason }) => [value, reason]));
      for (const { email, fate, way } of leads) {
        const subscriber = await owner.api(`/v1/subscribers/${idOf.get(email)}`);
        const conversation = await owner.api(`/v1/unibox/${subscriber.enrollments[0]!.id}`);
        expectFor(`${email} (${way})`, {
          send: conversation.sends[0]!.status,
          enrollment: conversation.status,
          stop_reason: conversation.stop_reason,
          intent: conversation.reply_intent,
          replies: conversation.replies.map(({ text }: { text: string }) => text.trim()),
          subscription: subscriber.status,
          suppressed: suppressed.get(email),
        }).toStrictEqual({
          send: fate.send ?? 'sent',
          enrollment: fate.enrollment ?? 'active',
          stop_reason: fate.stop_reason ?? null,
          intent: fate.intent ?? 'no_reply',
          replies: fate.isReply ? [fate.writes?.text] : [],
          subscription: fate.optsOut ? 'unsubscribed' : 'active',
          suppressed: fate.suppressed,
        });
      }
    });

    test('every figure is what the leads did', async () => {
      const unibox = await owner.api('/v1/unibox');
      const awaiting = number(({ fate }) => fate.intent === 'replied');
      expect(unibox).toMatchObject({
        inbox_messages: written.length + reports + STRANGERS + 1,
        campaign_reply_messages: replies,
        replies,
        awaiting_classification: awaiting,
      });
      expect(counted(unibox.by_intent)).toStrictEqual(byIntent);
      expect(unibox.by_campaign).toMatchObject([
        { messages: replies, replies, awaiting_classification: awaiting },
      ]);
      const figures = await metrics();
      expect(figures).toMatchObject({
        enrollments: LEADS,
        replies,
        conversions: 0,
        awaiting_classification: awaiting,
        sends: { sent: LEADS - lost, bounced, failed, cancelled: 0, opened: 0, clicked: 0 },
      });
      expect(figures.reply_rate).toBeCloseTo(replies / LEADS, 4);
      expect(counted(figures.replies_by_intent)).toStrictEqual(byIntent);
      const stages = figures.funnel.map(({ count }: { count: number }) => count);
      expect(stages).toStrictEqual([LEADS, LEADS - lost, replies, 0]);
      const all = (measure: 'sent' | 'bounced' | 'replied') =>
        figures.by_day.reduce((sum, day) => sum + day[measure], 0);
      expect([all('sent'), all('bounced'), all('replied')]).toStrictEqual([LEADS - lost, bounced, replies]);
      expect(figures.steps[0]!.variants[0]).toMatchObject({ sent: LEADS - lost, bounced, replied: replies });
      const { data } = await owner.api('/v1/email-accounts');
      expect(data[0]!.deliverability).toMatchObject({ sent: LEADS - lost, bounced });
      const optedOut = number(({ fate }) => fate.optsOut);
      const gone = await owner.api('/v1/subscribers?status=unsubscribed');
      expect(gone.total_matching).toBe(optedOut);
      expect((await owner.api('/v1/dashboard')).kpis).toMatchObject({
        new_subscribers: LEADS,
        unsubscribed: optedOut,
      });
      expect((await owner.api('/v1/me')).totals).toMatchObject({ subscribers: LEADS, replies });
      const { id } = await owner.account.select('email_accounts').select('id').executeTakeFirstOrThrow();
      const blamed = (await latestBlamed(owner.account, id)).map(({ email }) => email);
      const ours = leads.filter(({ fate: { name } }) => name === 'policy' || name === 'blocked');
      expect(blamed).toHaveLength(Math.min(10, ours.length));
      expect(ours.map(({ email }) => email)).toEqual(expect.arrayContaining(blamed));
      await owner.expectReconciled();
    });

    test('activity tells of it, and of no failure but the addresses that were refused at once', async () => {
      const runs = async () => (await owner.api('/v1/activity?limit=200')).data;
      const read = async () => {
        const synced = (await runs()).filter(({ job }: { job: string }) => job === 'sync_inbox');
        return synced.reduce((sum: number, run: { processed: number }) => sum + run.processed, 0);
      };
      const all = written.length + reports + STRANGERS + 1;
      // A run is written down up to a second after its work.
      await nothingLeft(async () => ({ unread: all - (await read()) }));
      expect(await read()).toBe(all);
      const failures = (await runs()).flatMap((run) => run.failures);
      const refused = leads.filter(({ fate: { name } }) => name === 'refused' || name === 'blocked');
      const items = failures.map(({ item }) => item);
      expect(items.toSorted()).toStrictEqual(refused.map(({ email }) => email).toSorted());
    });
  });
});
