import { createServer } from 'node:http';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  type Account,
  newId,
  sealServer,
  readConversation,
  readConversationDetails,
  readUnibox,
  reconcile,
  setModel,
  toWire,
} from '@lodestone/core';
import { type Jobs, JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { onEach, type OpenDatabase } from '../../core/test/databases.ts';
import { type Dovecot, startDovecot } from '../../mail/test/imap/dovecot.ts';
import { hang, scriptedImap } from '../../mail/test/imap/scripted.ts';
import { onDovecot } from '../../mail/test/real-servers.ts';
import { anAccount } from '../../core/test/builders.ts';
import { forJobs, runsOf, SETTINGS } from './databases.ts';
import { campaignOf, dsn, KEYS, type Lead, reply } from './inbox-world.ts';
import { soon, until } from './waiting.ts';

/** Milliseconds from a reply's arrival to its match where the server tells of it. Nobody told, it would be thirty seconds. */
const TOLD = 5_000;

/** Accounts whose inbox hangs. */
const HANGING = 40;
const NAMES = new Set(['sync_inbox', 'classify_replies']);

onDovecot.describe('An inbox on Dovecot', () => {
  onEach('is synced', (kind) => {
    let database: OpenDatabase;
    let dovecot: Dovecot;
    let jobs: Jobs;
    let account: Account;
    let lead: (name: string) => Promise<Lead>;

    beforeEach(async () => {
      [database, dovecot] = await Promise.all([kind.open(), startDovecot()]);
      account = await anAccount(database.db);
      lead = await campaignOf(account, dovecot);
      jobs = await startSync();
    });

    afterEach(async () => {
      await jobs.stop();
      expect(await reconcile(database.db)).toEqual([]);
      await Promise.all([database.close(), dovecot.stop()]);
    });

    function startSync(): Promise<Jobs> {
      return startJobs({
        database: forJobs(database),
        settings: { ...SETTINGS, secretKeys: () => Promise.resolve(KEYS) },
        log: pino({ level: 'silent' }),
        jobs: JOBS.filter(({ name }) => NAMES.has(name)),
      });
    }

    /** As Google's calendar answers, which names no email. */
    const invitationFrom = ({ email }: Lead, answer: string) =>
      [
        `From: ${email}`,
        `Subject: ${answer}: Intro`,
        'Auto-Submitted: auto-generated',
        'Content-Type: text/calendar; method=REPLY',
        '',
        `METHOD:REPLY\r\nATTENDEE;PARTSTAT=${answer}:mailto:${email}`,
      ].join('\r\n');

    const conversation = ({ enrollment }: Lead) =>
      readConversation(account, { id: toWire('enr', enrollment) });

    test('has its replies matched and understood as soon as its server tells of them, its bounces taken, and opt-outs heard', async () => {
      const [one, gone, away, angry] = [
        await lead('one'),
        await lead('gone'),
        await lead('away'),
        await lead('angry'),
      ];
      // Until it was read, so that it idles.
      await until(async () => {
        const syncs = await account.select('inbox_syncs').select('synced_at').execute();
        return jobs.mine().length === 2 && syncs.some(({ synced_at }) => synced_at !== null);
      });
      dovecot.put([reply(one, 'Sounds great, tell me more.')]);
      await soon(async () => (await conversation(one)).replies.length === 1, TOLD);
      await until(async () => (await conversation(one)).reply_intent === 'interested');
      dovecot.put([
        dsn(gone),
        reply(away, 'I am out of the office until 1 December.', 'Auto-Submitted: auto-replied'),
        reply(angry, 'Stop writing to me.'),
        'From: shop@elsewhere.example\r\nSubject: Sale\r\n\r\nBuy!',
      ]);
      await soon(async () => (await conversation(angry)).replies.length === 1, TOLD);
      await until(async () => (await conversation(angry)).lead.status === 'unsubscribed');
      expect(await conversation(angry)).toMatchObject({ reply_intent: 'unsubscribed', status: 'stopped' });
      await until(async () => (await conversation(gone)).status === 'bounced');
      expect((await conversation(gone)).sends[0]).toMatchObject({
        status: 'bounced',
        failure: '550 5.1.1 no such user',
      });
      expect(await conversation(away)).toMatchObject({
        status: 'active',
        replies: [],
        reply_intent: 'no_reply',
      });
      expect(await readUnibox(account)).toMatchObject({ inbox_messages: 5, campaign_reply_messages: 2 });
      await until(async () => (await runsOf(account)).some(({ job }) => job === 'sync_inbox'));
      expect((await runsOf(account)).filter(({ status }) => status === 'failed')).toEqual([]);
    });

    test('takes what a lead’s calendar answers for their answer: who comes has a meeting, and the rest is for its reader', async () => {
      const [comes, stays] = [await lead('comes'), await lead('stays')];
      dovecot.put([invitationFrom(comes, 'ACCEPTED'), invitationFrom(stays, 'DECLINED')]);
      await until(async () => (await conversation(comes)).reply_intent === 'meeting_booked');
      await until(async () => (await conversation(stays)).reply_intent === 'replied');
      for (const one of [comes, stays]) {
        expect(await conversation(one)).toMatchObject({ status: 'stopped', stop_reason: 'replied' });
      }
      expect((await conversation(stays)).replies).toMatchObject([{ text: 'DECLINED: Intro' }]);
    });

    test('has replies found that were taken for spam, and nothing else of what lies there', async () => {
      const [one, angry, named] = [await lead('one'), await lead('angry'), await lead('named')];
      dovecot.put(
        [
          reply(one, 'Sounds great, tell me more.'),
          reply(angry, 'Please unsubscribe me.'),
          `From: ${named.email}\r\nIn-Reply-To: <other@elsewhere.example>\r\nSubject: Re: Prize\r\n\r\nI am interested.`,
          `From: ${named.email}\r\nSubject: Prize\r\n\r\nBuy!`,
        ],
        'Spam',
      );
      // The server tells of what comes into the inbox; the other folders are looked into with it.
      dovecot.put(['From: shop@elsewhere.example\r\nSubject: Sale\r\n\r\nBuy!']);
      await until(async () => (await conversation(one)).reply_intent === 'interested');
      await until(async () => (await conversation(angry)).lead.status === 'unsubscribed');
      await until(async () => (await readUnibox(account)).inbox_messages === 3);
      expect(await readUnibox(account)).toMatchObject({ campaign_reply_messages: 2 });
      expect(await conversation(named)).toMatchObject({ status: 'active', replies: [] });
      expect(dovecot.files('Spam').filter((name) => !/:2,[A-Z]*[ST]/.test(name))).toHaveLength(4);
      // Who finds it there moves it into the inbox, which makes no second reply of it.
      dovecot.put([reply(named, 'Sounds great, tell me more.')]);
      await until(async () => (await conversation(named)).reply_intent === 'interested');
      expect(await readUnibox(account)).toMatchObject({ inbox_messages: 4 });
    });

    test.each(['after', 'before'])(
      'has a reply to an email that its provider renamed matched by the copy in its Sent folder, read %s that',
      async (when) => {
        const one = await lead('renamed');
        const copy = `Message-ID: <0102@provider.example>\r\nX-Google-Original-Message-ID: <${one.messageId}>\r\n\r\nHi`;
        const renamed = { ...one, email: 'other@client.example', messageId: '0102@provider.example' };
        const answer = reply(renamed, 'Sounds great, tell me more.');
        if (when === 'after') {
          dovecot.put([copy], 'Sent');
          dovecot.put([answer]);
        } else {
          dovecot.put([answer]);
          await until(async () => (await readUnibox(account)).inbox_messages === 1);
          expect((await conversation(one)).replies).toEqual([]);
          dovecot.put([copy], 'Sent');
        }
        // The server tells of what comes into the inbox; the Sent folder is looked into with it.
        dovecot.put(['From: shop@elsewhere.example\r\nSubject: Sale\r\n\r\nBuy!']);
        await until(async () => (await conversation(one)).reply_intent === 'interested');
        const { matched } = await readConversationDetails(account, { id: toWire('enr', one.enrollment) });
        expect([...matched.values()]).toMatchObject([{ by: 'sent_copy' }]);
        await until(async () => (await readUnibox(account)).inbox_messages === 2);
        // What lies in the Sent folder is nobody's reply.
        expect(await readUnibox(account)).toMatchObject({ campaign_reply_messages: 1 });
      },
    );

    test('keeps none waiting for one that hangs, and is read once though it holds 50 MB or is numbered again', async () => {
      const hanging = await scriptedImap({ 'UID SEARCH': hang });
      const { port } = hanging.server;
      const address = 'stuck@inbox.test';
      const url = `imap://maya:secret@127.0.0.1:${port}?plain=1`;
      const { secret } = sealServer(KEYS, account, { address, way: 'imap', url });
      const capacity = { provider: 'smtp' as const, daily_capacity: 50 };
      await account.insert('email_accounts', { id: newId(), address, ...capacity, imap_secret: secret });
      const [one, other] = [await lead('one'), await lead('other')];
      const large = Buffer.concat([Buffer.from(reply(one, 'Thanks')), Buffer.alloc(50_000_000, 'x')]);
      dovecot.put([reply(one, 'Sounds great.'), large, reply(other, 'Not interested.')]);
      await until(async () => (await readUnibox(account)).inbox_messages === 3);
      await until(() => hanging.heard.includes('UID SEARCH'));
      await jobs.stop();
      dovecot.renumber();
      dovecot.put([reply(other, 'Really not.')]);
      jobs = await startSync();
      await until(async () => (await conversation(other)).replies.length === 2);
      expect(await readUnibox(account)).toMatchObject({ inbox_messages: 4, campaign_reply_messages: 4 });
      await hanging.stop();
    });

    test('is read as soon, however many accounts before it have one that hangs', async () => {
      const hanging = await scriptedImap({ 'UID SEARCH': hang });
      const url = `imap://maya:secret@127.0.0.1:${hanging.server.port}?plain=1`;
      for (let nth = 0; nth < HANGING; nth++) {
        const other = await anAccount(database.db);
        const address = 'stuck@inbox.test';
        const { secret } = sealServer(KEYS, other, { address, way: 'imap', url });
        const capacity = { provider: 'smtp' as const, daily_capacity: 50 };
        await other.insert('email_accounts', { id: newId(), address, ...capacity, imap_secret: secret });
      }
      const searches = () => hanging.heard.filter((command) => command === 'UID SEARCH').length;
      await until(() => searches() === HANGING);
      const one = await lead('one');
      dovecot.put([reply(one, 'Sounds great.')]);
      await until(async () => (await conversation(one)).replies.length === 1);
      // It had its part of that turn. One after the other, they would take half a minute.
      dovecot.put([reply(one, 'When can we start?')]);
      await soon(async () => (await conversation(one)).replies.length === 2, 3 * TOLD);
      await jobs.stop();
      await hanging.stop();
    });

    test('is read once, though the process ends and begins again', async () => {
      const leads = await Promise.all(['a', 'b', 'c'].map((name) => lead(name)));
      dovecot.put(leads.map((one) => reply(one, 'Thanks')));
      await until(async () => (await readUnibox(account)).inbox_messages === 3);
      await jobs.stop();
      dovecot.put([reply(leads[0] as Lead, 'Thanks again')]);
      jobs = await startSync();
      await until(async () => (await readUnibox(account)).inbox_messages === 4);
      expect((await conversation(leads[0] as Lead)).replies).toHaveLength(2);
    });

    test('is counted once where two addresses are read from it, and an answer is that of the one that wrote', async () => {
      const { host, port, user, password } = dovecot.server;
      const url = `imap://${encodeURIComponent(user)}:${password}@${host.toUpperCase()}:${port}?plain=1`;
      const alias = newId();
      const address = 'sales@inbox.test';
      const { secret } = sealServer(KEYS, account, { address, way: 'imap', url });
      const capacity = { provider: 'smtp' as const, daily_capacity: 50 };
      await account.insert('email_accounts', { id: alias, address, ...capacity, imap_secret: secret });
      const [one, other] = [await lead('one'), await lead('other')];
      const withoutThread = reply(other, 'Yes please.').replace(/In-Reply-To: .*\r\n/, '');
      dovecot.put([reply(one, 'Sounds great.'), withoutThread, 'From: news@shop.example\r\n\r\nHello']);
      const positions = () => account.select('inbox_syncs').select('last_uid').execute();
      await until(async () => {
        const read = await positions();
        return read.length === 2 && read.every(({ last_uid }) => last_uid === 3);
      });
      expect(await readUnibox(account)).toMatchObject({ inbox_messages: 3, campaign_reply_messages: 2 });
      const came = await account
        .select('inbox_messages')
        .select(['email_account_id', 'matched_by'])
        .where('mail_id', 'is not', null)
        .orderBy('matched_by')
        .execute();
      expect(came.map(({ matched_by }) => matched_by)).toEqual(['guess', 'in_reply_to']);
      expect(came.map(({ email_account_id }) => email_account_id)).not.toContain(alias);
      expect((await conversation(other)).replies).toHaveLength(1);
    });

    test('asks the model only about what rules leave open, and believes none that lies', async () => {
      const answers = ['{"intent": "delighted", "confidence": 1, "evidence": "spring"}', GOOD];
      const model = createServer((request, response) => {
        request.resume();
        const usage = { prompt_tokens: 1_000, completion_tokens: 10 };
        const content = answers.shift() ?? '';
        response.end(JSON.stringify({ choices: [{ message: { content } }], usage }));
      });
      await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
      const at = model.address();
      const port = typeof at === 'object' && at !== null ? at.port : 0;
      const prices = { input_price: 1_000_000, output_price: 1_000_000, monthly_budget: 2_000 };
      await setModel(account, KEYS, {
        url: `http://127.0.0.1:${port}/v1`,
        model: 'small',
        key: 'k',
        ...prices,
      });
      const leads = await Promise.all(['a', 'b', 'c'].map((name) => lead(name)));
      for (const one of leads) {
        dovecot.put([reply(one, 'We would rather look at it in spring.')]);
        await until(async () => (await conversation(one)).reply_intent !== 'no_reply');
        await until(async () => (await open(account)) === 0);
      }
      const intents = await Promise.all(leads.map(async (one) => (await conversation(one)).reply_intent));
      // The third was never asked about: the budget was used up by then.
      expect(intents.toSorted()).toEqual(['interested', 'replied', 'replied']);
      const calls = await account.select('ai_calls').select('cost_micros').execute();
      expect(calls.map(({ cost_micros }) => Number(cost_micros))).toEqual([1_010, 1_010]);
      model.close();
    });
  });
});

const GOOD = '{"intent": "interested", "confidence": 0.6, "evidence": "look at it in spring"}';

async function open(account: Account): Promise<number> {
  const rows = await account
    .select('inbox_messages')
    .select('id')
    .where('enrollment_id', 'is not', null)
    .where('classified_at', 'is', null)
    .execute();
  return rows.length;
}
