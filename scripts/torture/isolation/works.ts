import { createHash, randomBytes } from 'node:crypto';

import {
  type Account,
  addLead,
  askToResubscribe,
  claimMail,
  claimMails,
  claimSteps,
  classifyReply,
  connectInbox,
  countEvents,
  createCampaign,
  createSignInLink,
  deleteDraft,
  duplicateCampaign,
  editCampaign,
  eraseSubscriber,
  finishRun,
  importSubscribers,
  invite,
  joinAudience,
  keepSentCopies,
  liftSuppression,
  listInvitations,
  listOutbox,
  moveLead,
  newId,
  prepareSending,
  readConversationDetails,
  readKept,
  readUnclassified,
  type Reading,
  receiveMails,
  type ReceivedMail,
  recordConversion,
  removeInbox,
  requestMagnet,
  reread,
  saveDraft,
  sealServer,
  type SecretKeys,
  sendAnswer,
  setAssetLink,
  settleMails,
  startRun,
  startSession,
  stopLead,
  storeAsset,
  suppress,
  toWire,
} from '@lodestone/core';
import * as model from '@lodestone/core/ai/model.js';
import * as answers from '@lodestone/core/answers/read.js';
import * as activate from '@lodestone/core/campaigns/activate.js';
import { countAudience, joinChosen } from '@lodestone/core/campaigns/join.js';
import * as steps from '@lodestone/core/campaigns/steps.js';
import * as systemPause from '@lodestone/core/campaigns/system-pause.js';
import * as testMail from '@lodestone/core/campaigns/test-mail.js';
import * as confirming from '@lodestone/core/capture/confirm.js';
import * as download from '@lodestone/core/capture/download.js';
import * as logo from '@lodestone/core/capture/logo.js';
import { addSubscriber } from '@lodestone/core/capture/subscriber.js';
import { useForm } from '@lodestone/core/capture/used-forms.js';
import { addDelivery } from '@lodestone/core/deliveries/add.js';
import * as content from '@lodestone/core/deliveries/content.js';
import * as connecting from '@lodestone/core/email-accounts/connect.js';
import * as domains from '@lodestone/core/email-accounts/domain-checks.js';
import { readInboxServer } from '@lodestone/core/email-accounts/server.js';
import { setInboxStatus } from '@lodestone/core/email-accounts/status.js';
import * as warming from '@lodestone/core/email-accounts/warm-up.js';
import { readDoubts } from '@lodestone/core/inbox/doubts.js';
import * as rereading from '@lodestone/core/inbox/reread.js';
import * as syncs from '@lodestone/core/inbox/syncs.js';
import { progressRun, sweepRuns } from '@lodestone/core/jobs/runs.js';
import * as assets from '@lodestone/core/magnets/asset.js';
import { senderOf } from '@lodestone/core/magnets/sender.js';
import { settleArrived } from '@lodestone/core/mails/arrived.js';
import { subscriberOfMail } from '@lodestone/core/mails/by-token.js';
import { renewClaim } from '@lodestone/core/mails/claim.js';
import { keepMailLinks } from '@lodestone/core/mails/links.js';
import { keepInOutbox } from '@lodestone/core/mails/outbox.js';
import { readOutboxMail } from '@lodestone/core/mails/read-outbox.js';
import { exportPerson } from '@lodestone/core/privacy/export.js';
import { beginMails, releaseMails } from '@lodestone/core/sending/begin.js';
import { forecast } from '@lodestone/core/sending/forecast.js';
import * as outgoing from '@lodestone/core/sending/outgoing.js';
import { plannedEmails, plannedHours } from '@lodestone/core/sending/planned-emails.js';
import { createChallenge } from '@lodestone/core/sessions/challenge.js';
import * as sessions from '@lodestone/core/sessions/manage.js';
import { changeSubscribers } from '@lodestone/core/subscribers/bulk.js';
import * as resubscribing from '@lodestone/core/subscribers/resubscribe.js';
import * as saved from '@lodestone/core/subscribers/saved-filters.js';
import { applyEvents } from '@lodestone/core/tracking/apply.js';
import { judgeTrapped } from '@lodestone/core/tracking/trapped.js';
import * as recovery from '@lodestone/core/two-step/recovery.js';
import * as twoStep from '@lodestone/core/two-step/two-step.js';
import * as emailChange from '@lodestone/core/users/change-email.js';
import { removeUser, setRole } from '@lodestone/core/users/roles.js';
import * as pause from '@lodestone/core/watch/pause.js';
import { readPauseRecord } from '@lodestone/core/watch/paused.js';

import type { Act } from './acts.ts';
import { PASSWORD, type Twins } from './twins.ts';

/** Rows of one table, by their UUIDs. */
type Table =
  | 'campaigns'
  | 'deliveries'
  | 'email_accounts'
  | 'enrollments'
  | 'magnets'
  | 'mails'
  | 'outbox'
  | 'subscribers'
  | 'users';

const KEYS: SecretKeys = [randomBytes(32)];

/**
 * What requests, forms and jobs lead to only with a mail server, a file or a second person: core is called for it, with the first rows
 * of the account in the order of their ids.
 */
const WORKS: Record<string, (account: Account) => Promise<unknown>> = {
  'inboxes are paused and come back': (account) =>
    each(account, 'email_accounts', async (id) => [
      await pause.pauseInbox(account, id, { cause: 'bounces', threshold: {} }),
      await readPauseRecord(account, { id: toWire('eml', id) }),
      await pause.resumeInbox(account, id, ['bounces', 'domain', 'sign_in']),
      await pause.liftInboxPause(account, { id: toWire('eml', id) }),
    ]),
  'the system’s pauses of inboxes are lifted': (account) =>
    each(account, 'email_accounts', (id) => pause.liftInboxPause(account, { id: toWire('eml', id) })),
  'the system pauses campaigns': (account) =>
    each(account, 'campaigns', (id) =>
      pause.pauseCampaignBySystem(account, id, 'Tried.', { cause: 'no_inbox', threshold: {} }),
    ),
  'campaigns that the system paused come back': (account) =>
    each(account, 'campaigns', async (id) => [
      await systemPause.readSystemPause(account, { id: toWire('cmp', id) }),
      await pause.resumeStalled(account, id),
    ]),
  'campaigns that the system paused are resumed by hand': (account) =>
    each(account, 'campaigns', async (id) => [
      await systemPause.reviewBounces(account, { id: toWire('cmp', id) }).catch(String),
      await systemPause.resumeAfterSystemPause(account, { id: toWire('cmp', id) }),
    ]),
  'a user asks for another email': (account) =>
    each(account, 'users', async (user_id) => [
      await emailChange.askToChangeEmail(account, {
        user_id,
        password: PASSWORD,
        email: `n${user_id}@people.example`,
      }),
      await emailChange.readEmailChange(account, { user_id }),
    ]),
  'a user withdraws it': (account) =>
    each(account, 'users', (user_id) => emailChange.withdrawEmailChange(account, { user_id })),
  'a user follows the link to another email': (account) =>
    each(account, 'users', async (user_id) => {
      const token = await linkToEmail(account, user_id);
      return [
        await emailChange.readEmailLink(account, { user_id, token }),
        await emailChange.confirmEmailChange(account, { user_id, session_id: newId(), token }),
      ];
    }),
  'users change roles': (account) =>
    each(account, 'users', async (id) => [
      await setRole(account, { id: toWire('usr', id), role: 'member' }).catch(String),
      await removeUser(account, { id: toWire('usr', id) }),
    ]),
  'people are invited': async (account) => [
    await invite(account, { email: 'somebody.new@people.example', role: 'member' }),
    await invite(account, { email: 'somebody.new@people.example', role: 'owner' }).catch(String),
    (await listInvitations(account)).length,
  ],
  'a user sets up two steps': (account) =>
    each(account, 'users', async (user_id) => [
      await twoStep.startTwoStep(account, KEYS, { user_id }).catch(String),
      await twoStep.readTwoStep(account, { user_id }),
      (await recovery.newRecoveryCodes(account, user_id)).length,
      await recovery.recoveryCodesLeft(account, user_id),
      await twoStep.confirmTwoStep(account, async () => KEYS, { user_id, code: '000000' }).catch(String),
    ]),
  'two steps are taken away': (account) =>
    each(account, 'users', (id) => twoStep.resetTwoStep(account, { id: toWire('usr', id) })),
  'a user uses a recovery code': (account) =>
    each(account, 'users', async (user_id) => {
      const [code = ''] = await recovery.newRecoveryCodes(account, user_id);
      return [
        await recovery.takeRecoveryCode(account, user_id, code),
        await recovery.takeRecoveryCode(account, user_id, code),
        await recovery.recoveryCodesLeft(account, user_id),
      ];
    }),
  'a user signs in and out': (account) =>
    each(account, 'users', async (user_id) => {
      await createChallenge(account, { user_id });
      await createSignInLink(account, { user_id });
      await startSession(account, { user_id });
      const all = await sessions.listSessions(account, { user_id, session_id: newId() });
      const [first] = all;
      if (first) await sessions.endSession(account, { id: first.id, user_id });
      return [all.length, await sessions.endOtherSessions(account, { user_id, session_id: newId() })];
    }),
  'replies are read for what they mean': async (account) => {
    const found = await readUnclassified(account, { limit: 20 });
    const told = [];
    for (const one of found) told.push(await classifyReply(account, one, INTERESTED).catch(String));
    return [found.map(({ id }) => id), told];
  },
  'leads are won': (account) =>
    each(account, 'enrollments', (id) =>
      recordConversion(account, { id: toWire('enr', id), value_usd: 120 }),
    ),
  'opens are counted': async (account) => {
    await visited(account);
    return countEvents(account, { limit: 100 });
  },
  'opens are judged and applied': async (account) => {
    const mails = await visited(account);
    return [await judgeTrapped(account, mails), await applyEvents(account, mails)];
  },
  'addresses are suppressed and let in again': async (account) => {
    const [first] = await account.select('subscribers').select('email').orderBy('id').limit(1).execute();
    const one = { kind: 'address' as const, value: first?.email ?? '', reason: 'manual' as const };
    await suppress(account, one);
    await suppress(account, { ...one, detail: 'Again.' });
    const all = await account.select('suppressions').select('id').orderBy('id').limit(3).execute();
    return tried(all, ({ id }) => liftSuppression(account, { id: toWire('sup', id) }));
  },
  'subscribers are changed in bulk': async (account) => {
    const ids = (await first(account, 'subscribers')).map((id) => toWire('sub', id));
    const [campaign = ''] = await first(account, 'campaigns');
    return tried(
      [
        { do: 'tag', tag: 'bulk' },
        { do: 'untag', tag: 'founder' },
        { do: 'enroll', campaign_id: toWire('cmp', campaign) },
        { do: 'unsubscribe' },
      ] as const,
      (change) => changeSubscribers(account, { ids }, change),
    );
  },
  'subscribers are imported': async (account) => {
    const some = await account.select('subscribers').select('email').orderBy('id').limit(5).execute();
    const known = some.map(({ email }, at) => ({
      line: at + 1,
      email,
      tags: ['imported'],
      fields: { company: 'A' },
    }));
    return importSubscribers(account, [
      ...known,
      { line: 9, email: 'quite.new@people.example', first_name: 'New' },
    ]);
  },
  'subscribers are erased': (account) =>
    each(account, 'subscribers', (id) => eraseSubscriber(account, { id: toWire('sub', id) }), 2),
  'subscribers get what is known of them': (account) =>
    each(account, 'subscribers', (id) => exportPerson(account, { id: toWire('sub', id) }), 2),
  'subscribers come back': (account) =>
    each(account, 'subscribers', async (id) => {
      await account
        .update('subscribers')
        .set({ unsubscribed_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      await askToResubscribe(account, { id: toWire('sub', id) });
      const [mail] = await account
        .select('mails')
        .select('id')
        .orderBy('created_at', 'desc')
        .limit(1)
        .execute();
      const mail_id = mail?.id ?? '';
      return [
        await resubscribing.readResubscription(account, { mail_id }),
        await resubscribing.resubscribe(account, { mail_id }),
      ];
    }),
  'filters are saved': async (account) => {
    await saved.saveFilter(account, { name: 'Warm', query: 'temperature=warm' });
    await saved.saveFilter(account, { name: 'Warm', query: 'temperature=hot' });
    const all = await saved.listSavedFilters(account);
    return [
      all.map(({ name, query }) => [name, query]),
      await tried(all, ({ id }) => saved.deleteFilter(account, { id })),
    ];
  },
  'steps are claimed, begun and released': async (account) => {
    const signal = new AbortController().signal;
    await prepareSending(account, { signal });
    const mails = await claimSteps(account, { limit: 40 });
    const some = mails.slice(0, 10);
    return [
      mails.length,
      await outgoing.readOutgoing(
        account,
        some.map(({ id }) => id),
      ),
      await beginMails(account, some),
      await releaseMails(
        account,
        mails.slice(10, 20).map(({ id }) => id),
      ),
    ];
  },
  'claimed steps have their outcomes': async (account) => {
    await prepareSending(account, { signal: new AbortController().signal });
    const mails = await claimSteps(account, { limit: 12 });
    await outgoing.keepStepLinks(
      account,
      mails.map(({ id }) => ({ mail_id: id, number: 0, url: 'https://acme.example/', hidden: false })),
      mails.map(({ id }) => id),
    );
    await outgoing.keepStepsInOutbox(
      account,
      mails.map(({ id }) => ({ mail_id: id, raw: Buffer.from('An email') })),
    );
    return settleMails(
      account,
      mails.map(({ id }, at) => ({ id, attempt: OUTCOMES[at % OUTCOMES.length] ?? OUTCOMES[0] })),
    );
  },
  'a plan is made': async (account) => {
    const made = await forecast(account, { days: 3 });
    const emails = [];
    for await (const some of plannedEmails(account, made)) emails.push(...some);
    return [emails.length, await plannedHours(account, made)];
  },
  'emails of other kinds are claimed': async (account) => {
    await account
      .update('mails')
      .set({ state: 'queued', sent_at: null, due_at: new Date(0) })
      .where('kind', '<>', 'step')
      .execute();
    const mails = await claimMails(account, {
      kinds: ['delivery', 'confirmation', 'test', 'answer'],
      limit: 10,
    });
    return tried(mails, ({ id, attempts }) => renewClaim(account, { id, attempts }));
  },
  'one email is claimed and settled': async (account) => {
    await account
      .update('mails')
      .set({ state: 'queued', sent_at: null, due_at: new Date(0) })
      .where('kind', '<>', 'step')
      .execute();
    const some = await account
      .select('mails')
      .select('id')
      .where('kind', '<>', 'step')
      .orderBy('id')
      .limit(8)
      .execute();
    return tried(
      some.map((mail, at) => ({ ...mail, at })),
      async ({ id, at }) => [
        (await claimMail(account, id))?.id,
        await keepMailLinks(account, {
          mail_id: id,
          links: [{ number: 7, url: 'https://acme.example/', hidden: false }],
        }).catch(String),
        await keepInOutbox(account, { mail_id: id, raw: Buffer.from('An email') }).catch(String),
        await settleMails(account, [{ id, attempt: OUTCOMES[at % OUTCOMES.length] ?? OUTCOMES[0] }]),
      ],
    );
  },
  'deliveries have arrived': async (account) => {
    const some = await account
      .select('deliveries')
      .select('id')
      .where('status', '=', 'sent')
      .orderBy('id')
      .limit(8)
      .execute();
    return settleArrived(
      account,
      some.map(({ id }) => id),
    );
  },
  'the outbox is read': async (account) => [
    await listOutbox(account, { limit: 5, offset: 0 }),
    await each(account, 'mails', async (id) => [
      await readOutboxMail(account, { id: toWire('mal', id) }).catch(String),
      await subscriberOfMail(account, id),
    ]),
  ],
  'a magnet gets files': (account) =>
    each(account, 'magnets', async (id) => {
      const file = { id: toWire('mag', id), name: 'a.pdf', type: 'application/pdf' };
      await storeAsset(account, { ...file, bytes: bytesOf('One') });
      await storeAsset(account, { ...file, bytes: bytesOf('Two') });
      return read(account, id);
    }),
  'a magnet gets an empty file': (account) =>
    each(account, 'magnets', (id) =>
      storeAsset(account, {
        id: toWire('mag', id),
        name: 'a',
        type: 'b/c',
        bytes: bytesOf(),
      }),
    ),
  'a magnet’s file is copied, read and taken away': (account) =>
    each(account, 'magnets', async (id) => {
      const [to = ''] = (await first(account, 'magnets')).toReversed();
      return [
        await assets.copyAsset(account, { from: id, to }).catch(String),
        await read(account, id),
        await senderOf(account, id),
        await setAssetLink(account, { id: toWire('mag', id), url: 'https://files.example/b.pdf' }),
      ];
    }),
  'jobs run': async (account) => {
    const id = await startRun(account, 'count_events');
    await progressRun(account, id, { processed: 1, failed: 0, failures: [] });
    await finishRun(account, id, { processed: 2, failed: 0, failures: [] });
    return sweepRuns(account);
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
  'leads join, move and stop': async (account) => {
    const [campaign_id = ''] = (await first(account, 'campaigns')).map((id) => toWire('cmp', id));
    return [
      await each(account, 'subscribers', (id) =>
        addLead(account, { campaign_id, subscriber_id: toWire('sub', id) }),
      ),
      await each(account, 'enrollments', async (id) => [
        await moveLead(account, { id: toWire('enr', id), step: 2 }).catch(String),
        await moveLead(account, { id: toWire('enr', id) }).catch(String),
        await stopLead(account, { id: toWire('enr', id) }),
      ]),
    ];
  },
  'inboxes are connected, edited and removed': async (account) => {
    const address = 'new@inbox.example';
    const smtp = sealServer(KEYS, account, { address, way: 'smtp', url: 'smtp://127.0.0.1:2525?plain=1' });
    const made = await connectInbox(account, { address, smtp });
    return [
      await each(account, 'email_accounts', async (uuid) => {
        const id = toWire('eml', uuid);
        return [
          await connecting.editInbox(account, { id, daily_capacity: 7 }).catch(String),
          String(await connecting.readInboxSecrets(account, { id }).catch(String)),
          String(await readInboxServer(account, uuid)),
          await setInboxStatus(account, { id, status: 'paused' }).catch(String),
          await domains.readDomainChecks(account, { id }).catch(String),
          await domains.keepDomainChecks(account, { id, findings: FINDINGS }),
          await removeInbox(account, { id }),
        ];
      }),
      made.id === '',
      (await domains.inboxesToCheck(account)).length,
    ];
  },
  'a removed inbox comes back': (account) =>
    each(account, 'email_accounts', async (uuid) => {
      const [row] = await account.select('email_accounts').select('address').where('id', '=', uuid).execute();
      const address = row?.address ?? '';
      const smtp = sealServer(KEYS, account, { address, way: 'smtp', url: 'smtp://127.0.0.1:2525?plain=1' });
      await connectInbox(account, { address, smtp }).catch(String);
      await removeInbox(account, { id: toWire('eml', uuid) });
      return connectInbox(account, { address, smtp });
    }),
  'inboxes warm up': async (account) => [
    await warming.warmUp(account),
    await warming.readWarmUps(account, '2026-11-22'),
  ],
  'deliveries are added': async (account) => {
    const [magnet_id = ''] = await first(account, 'magnets');
    const some = await account.select('subscribers').select(['id', 'email']).orderBy('id').limit(3).execute();
    return [
      await tried(some, (subscriber) => addDelivery(account, { subscriber, magnet_id })),
      await each(account, 'mails', (id) => content.readAskedTitles(account, id)),
      await tried(some, ({ id }) => content.readDeliveryContent(account, { magnet_id, subscriber_id: id })),
    ];
  },
  'requests are confirmed': async (account) => {
    const some = await account
      .select('mails')
      .select('id')
      .where('kind', '=', 'confirmation')
      .orderBy('id')
      .limit(3)
      .execute();
    return tried(some, async ({ id }) => [
      await confirming.readConfirmation(account, id),
      await confirming.confirm(account, id),
    ]);
  },
  'downloads are opened': async (account) => {
    const some = await account
      .select('mails')
      .select(['id', 'token'])
      .where('kind', '=', 'delivery')
      .orderBy('id')
      .limit(3)
      .execute();
    return tried(some, async (mail) => {
      const path = await download.downloadPath(account, { mail, from: new Date() });
      return download.openDownload(account, { ...mail, rest: path.split(mail.token)[1] ?? '' });
    });
  },
  'a logo is set and taken away': async (account) => [
    await logo.setLogo(account, PNG).catch(String),
    await logo.setLogo(account, PNG).catch(String),
    await logo.removeLogo(account),
  ],
  'a magnet is requested': async (account) => {
    const [magnet] = await account
      .select('magnets')
      .select(['id', 'title'])
      .where('status', '=', 'public')
      .orderBy('id')
      .limit(1)
      .execute();
    const [known] = await account.select('subscribers').select('email').orderBy('id').limit(1).execute();
    const brand = { name: 'Acme', color: null, logo: null };
    return tried(['single', 'double'] as const, (opt_in) =>
      requestMagnet(account, {
        capture: {
          magnet_id: magnet?.id ?? '',
          title: 'A',
          description: null,
          kind: 'guide',
          opt_in,
          private: false,
          brand: brand as never,
        },
        visitor: { email: known?.email ?? '', first_name: null, last_name: null },
        form: 'page',
        nonce: `nonce of ${opt_in}`,
        network: null,
      }),
    );
  },
  'a visitor becomes a subscriber': async (account) => {
    const [first_magnet_id = ''] = await first(account, 'magnets');
    const some = await account.select('subscribers').select('email').orderBy('id').limit(2).execute();
    await useForm(account, 'a nonce');
    return [
      await useForm(account, 'a nonce'),
      await tried(some, ({ email }) =>
        addSubscriber(account, { email, first_name: 'A', last_name: null, first_magnet_id }),
      ),
    ];
  },
  'campaigns are made and edited': async (account) => {
    const inboxes = (await first(account, 'email_accounts')).map((id) => toWire('eml', id));
    const [segment] = STEPS;
    return [
      await createCampaign(account, { name: 'New', inboxes, steps: segment ? [segment] : [] }).catch(String),
      await each(account, 'campaigns', async (uuid) => {
        const id = toWire('cmp', uuid);
        return [
          await editCampaign(account, {
            id,
            name: 'Edited',
            inboxes: inboxes.slice(0, 1),
            steps: STEPS,
          }).catch(String),
          await steps.readSteps(account, uuid),
          await duplicateCampaign(account, { id }).then(() => 'made', String),
          await deleteDraft(account, { id }),
        ];
      }),
    ];
  },
  'drafts are scheduled, started and taken back': (account) =>
    each(account, 'campaigns', async (uuid) => {
      const id = toWire('cmp', uuid);
      return [
        await activate.scheduleCampaign(account, { id, at: new Date(Date.now() + 86_400_000) }).catch(String),
        await activate.unscheduleCampaign(account, { id }).catch(String),
        await activate.activateCampaign(account, { id }),
      ];
    }),
  'audiences join': async (account) => [
    await countAudience(account, { tag: 'founder' }),
    await each(account, 'campaigns', async (campaign) => {
      await account
        .update('campaigns')
        .set({ joined_at: null, audience: JSON.stringify({ tag: 'founder' }) as never })
        .where('id', '=', campaign)
        .execute();
      return joinAudience(account, { campaign });
    }),
    await each(account, 'campaigns', async (campaign) =>
      joinChosen(account, campaign, await first(account, 'subscribers')),
    ),
  ],
  'a step is tested': async (account) => {
    const [known] = await account.select('subscribers').select('email').orderBy('id').limit(1).execute();
    const inboxes = (await first(account, 'email_accounts')).map((id) => toWire('eml', id));
    return [
      await testMail.readSampleLead(account, known?.email ?? ''),
      await testMail.addCampaignTest(account, { to: 'owner@acme.example', inboxes }),
    ];
  },
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
  'a model is set up': async (account) => {
    const settings = {
      url: 'https://model.example/v1',
      model: 'small',
      input_price: 1,
      output_price: 2,
      monthly_budget: 5,
    };
    return [
      await model.setModel(account, KEYS, { ...settings, key: 'a key' }).catch(String),
      await model.readModel(account),
      await model.setModel(account, KEYS, settings).catch(String),
      String(await model.readModelKey(account, KEYS).catch(String)),
      await model.recordAiCall(account, {
        model: 'small',
        endpoint: 'classify',
        input_tokens: 1,
        output_tokens: 1,
        cost_micros: 1,
      }),
      await model.removeModel(account),
    ];
  },
};

const INTERESTED = {
  intent: 'interested',
  confidence: 0.9,
  evidence: 'Sounds great',
  opt_out: true,
  by: 'rules',
} as const;

const OUTCOMES = [
  { outcome: 'sent', response: '250 Ok' },
  { outcome: 'refused', blame: 'address', response: '550 5.1.1' },
  { outcome: 'deferred', response: '450' },
  { outcome: 'in_doubt', response: 'Lost.' },
  { outcome: 'refused', blame: 'content', response: '554 5.7.1' },
] as const;

const FAILS = { result: 'fail', found: null, expected: 'v=spf1' } as const;
const FINDINGS = { spf: FAILS, dkim: FAILS, dmarc: FAILS, mx: FAILS };

const STEPS = [1, 2].map((nth) => ({
  delay_days: nth,
  variants: [{ label: 'A', subject: `Step ${nth}`, body: 'Hi {{ first_name }}.' }],
}));

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function first(account: Account, table: Table, limit = 4): Promise<string[]> {
  if (table === 'outbox') return [];
  const rows = await account.select(table).select('id').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Does something with each of the first rows. */
async function each(
  account: Account,
  table: Table,
  work: (id: string) => Promise<unknown>,
  limit = 4,
): Promise<unknown> {
  return tried(await first(account, table, limit), work);
}

/** One after the other; what is refused is told as that. */
async function tried<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const told = [];
  for (const item of items) told.push(await work(item).catch(String));
  return told;
}

/** A file as it comes. */
async function* bytesOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function read(account: Account, magnet: string): Promise<unknown> {
  const asset = await assets.readAsset(account, magnet);
  if (asset?.kind !== 'file') return asset;
  const parts = [];
  for await (const part of assets.readAssetBytes(account, asset.id)) parts.push(part.toString());
  return [asset.name, asset.bytes, parts];
}

/** Has some emails opened and clicked, by nobody yet judged. @returns their UUIDs */
async function visited(account: Account): Promise<string[]> {
  const mails = await account
    .select('mails')
    .select('id')
    .where('state', '=', 'sent')
    .orderBy('id')
    .limit(6)
    .execute();
  const rule = 'none';
  await account.insert(
    'mail_events',
    mails.flatMap(({ id }) =>
      (['open', 'click'] as const).map((kind) => ({
        id: newId(),
        mail_id: id,
        kind,
        judged: 'human' as const,
        rule,
        at: new Date(),
      })),
    ),
  );
  return mails.map(({ id }) => id);
}

/** A link that confirms another email of a user. */
async function linkToEmail(account: Account, user_id: string): Promise<string> {
  await emailChange.askToChangeEmail(account, {
    user_id,
    password: PASSWORD,
    email: `n${user_id}@people.example`,
  });
  const [mail] = await account
    .select('mails')
    .select('token')
    .where('kind', '=', 'email_change')
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute();
  return mail?.token ?? '';
}

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

export function works({ account }: Twins): Act[] {
  return Object.entries(WORKS).map(([name, work]) => ({
    name,
    run: async () => JSON.stringify((await work(account)) ?? null),
  }));
}
