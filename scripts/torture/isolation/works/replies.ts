import { createHash } from 'node:crypto';
import {
  type Account,
  classifyReply,
  keepSentCopies,
  readConversationDetails,
  readKept,
  readUnclassified,
  type Reading,
  receiveMails,
  type ReceivedMail,
  reread,
  saveDraft,
  sendAnswer,
  toWire,
} from '@lodestone/core';
import * as answers from '@lodestone/core/answers/read.js';
import { readDoubts } from '@lodestone/core/inbox/doubts.js';
import * as rereading from '@lodestone/core/inbox/reread.js';
import * as syncs from '@lodestone/core/inbox/syncs.js';

import { each, tried, type Works } from './rows.ts';

/** What comes into inboxes, and what is made of it. */
export const REPLIES: Works = {
  'replies are read for what they mean': async (account) => {
    const found = await readUnclassified(account, { limit: 20 });
    const told = [];
    for (const one of found) told.push(await classifyReply(account, one, INTERESTED).catch(String));
    return [found.map(({ id }) => id), told];
  },
  'replies come in': (account) => received(account, (): Reading => ({ kind: 'reply' })),
  'absences come in': (account) =>
    received(account, () => ({
      kind: 'out_of_office',
      rule: 'subject',
      until: '2027-01-05',
      evidence: null,
    })),
  'bounces come in': (account) =>
    received(account, (recipient, at) => ({
      kind: 'bounce',
      outcome: (['hard', 'soft', 'ours', 'delivered'] as const)[at % 4] ?? 'hard',
      action: 'failed',
      status: '5.1.1',
      diagnostic: null,
      recipient,
    })),
  'complaints come in': (account) =>
    received(account, (recipient) => ({ kind: 'complaint', type: 'abuse', recipient })),
  'kept emails are read again': async (account) => {
    await received(account, () => ({ kind: 'automatic', rule: 'none' }));
    const kept = await readKept(account, { after: null, limit: 20 });
    return tried(kept, (one) =>
      reread(account, one.inbox, [
        { kept: one, received: { ...letter(one.from_address, [], []), reading: { kind: 'reply' } } },
      ]),
    );
  },
  'what was classified is looked at again': async (account) => {
    const some = await rereading.readReclassifiable(account, { after: null, limit: 10 });
    return [some.length, await tried(some, (one) => rereading.reopenIntent(account, one))];
  },
  'what nobody could match is looked at again': (account) =>
    each(account, 'email_accounts', (id) =>
      rereading.readUnproven(account, id, { since: new Date(0), limit: 20 }),
    ),
  'copies are found in the Sent folder': (account) =>
    each(account, 'email_accounts', async (inbox) => {
      const doubts = await readDoubts(account, inbox);
      const mails = await account
        .select('mails')
        .select(['message_id', 'token'])
        .where('email_account_id', '=', inbox)
        .orderBy('id')
        .limit(6)
        .execute();
      const copies = mails.map(({ message_id, token }) => ({
        message_ids: [`other-${message_id}`, message_id],
        tokens: [token],
      }));
      return [JSON.stringify(doubts), await keepSentCopies(account, inbox, copies)];
    }),
  'inboxes are read': async (account) => [
    await syncs.readInboxes(account),
    await each(account, 'email_accounts', async (id) => [
      await syncs.keepSynced(account, id),
      await syncs.keepSyncFailure(account, id, 'It does not answer.'),
    ]),
  ],
  'conversations are answered': (account) =>
    each(account, 'enrollments', async (uuid) => {
      const id = toWire('enr', uuid);
      return [
        await saveDraft(account, { id, body: 'A draft.' }).catch(String),
        await sendAnswer(account, { id, body: 'Thank you.' }).catch(String),
        await readConversationDetails(account, { id }),
      ];
    }),
  'answers are written': async (account) => {
    const some = await account
      .select('mails')
      .select('id')
      .where('kind', '=', 'answer')
      .orderBy('id')
      .limit(3)
      .execute();
    return tried(some, ({ id }) => answers.readAnswerContent(account, id));
  },
};

const INTERESTED = {
  intent: 'interested',
  confidence: 0.9,
  evidence: 'Sounds great',
  opt_out: true,
  by: 'rules',
} as const;

/** Answers to the first emails of an inbox, of one kind. */
async function received(
  account: Account,
  reading: (recipient: string, nth: number) => Reading,
): Promise<unknown> {
  const mails = await account
    .select('mails')
    .select(['id', 'email_account_id', 'message_id', 'token', 'to_address'])
    .where('kind', '=', 'step')
    .where('email_account_id', 'is not', null)
    .orderBy('id')
    .limit(12)
    .execute();
  const told = [];
  for (const [inbox, some] of Map.groupBy(mails, ({ email_account_id }) => email_account_id ?? '')) {
    const letters = some.map(({ message_id, token, to_address }, at) => ({
      ...letter(to_address, at % 3 === 0 ? [] : [message_id], at % 2 === 0 ? [token] : []),
      reading: reading(to_address, at),
    }));
    told.push(
      String(
        await receiveMails(account, inbox, letters, { uid_validity: '1', last_uid: 9 }).then(
          () => 'taken',
          String,
        ),
      ),
    );
  }
  return told;
}

function letter(from_address: string, in_reply_to: string[], tokens: string[]): ReceivedMail {
  const raw = Buffer.from(`From: ${from_address}\r\n\r\nHello ${in_reply_to.join()} ${tokens.join()}`);
  return {
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    message_id: null,
    from_address,
    subject: 'Re: Hi',
    body: 'Sounds great.',
    quoted: '',
    received_at: new Date(),
    raw,
    size: raw.length,
    in_reply_to,
    references: in_reply_to,
    tokens,
    reading: { kind: 'reply' },
  };
}
