import {
  type Account,
  claimMail,
  claimMails,
  claimSteps,
  createCampaign,
  deleteDraft,
  duplicateCampaign,
  editCampaign,
  listOutbox,
  prepareSending,
  settleMails,
  toWire,
} from '@lodestone/core';
import * as activate from '@lodestone/core/campaigns/activate.js';
import * as steps from '@lodestone/core/campaigns/steps.js';
import * as testMail from '@lodestone/core/campaigns/test-mail.js';
import { subscriberOfMail } from '@lodestone/core/mails/by-token.js';
import { type ClaimedMail, renewClaim } from '@lodestone/core/mails/claim.js';
import { keepMailLinks } from '@lodestone/core/mails/links.js';
import { keepInOutbox } from '@lodestone/core/mails/outbox.js';
import { readOutboxMail } from '@lodestone/core/mails/read-outbox.js';
import { beginMails, releaseMails } from '@lodestone/core/sending/begin.js';
import { forecast } from '@lodestone/core/sending/forecast.js';
import * as outgoing from '@lodestone/core/sending/outgoing.js';
import { plannedEmails, plannedHours } from '@lodestone/core/sending/planned-emails.js';

import { each, first, tried, type Works } from './rows.ts';

/** A Wednesday at noon in India, whenever it is asked: whose minute has come another is claimed a minute later. */
const MOMENT = ((now) => {
  const days = (3 - now.getUTCDay() + 7) % 7;
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 6, 30);
})(new Date());

async function claim(account: Account, limit: number): Promise<ClaimedMail[]> {
  await account.update('email_accounts').set({ gap_from: 0, gap_to: 0 }).execute();
  return claimSteps(account, { limit, at: MOMENT });
}

/** Campaigns, and emails from their claim to their outcome. */
export const SENDING: Works = {
  'steps are claimed, begun and released': async (account) => {
    const signal = new AbortController().signal;
    await prepareSending(account, { signal });
    const mails = await claim(account, 40);
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
    const mails = await claim(account, 12);
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
  'the outbox is read': async (account) => [
    await listOutbox(account, { limit: 5, offset: 0 }),
    await each(account, 'mails', async (id) => [
      await readOutboxMail(account, { id: toWire('mal', id) }).catch(String),
      await subscriberOfMail(account, id),
    ]),
  ],
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
  'a step is tested': async (account) => {
    const [known] = await account.select('subscribers').select('email').orderBy('id').limit(1).execute();
    const inboxes = (await first(account, 'email_accounts')).map((id) => toWire('eml', id));
    return [
      await testMail.readSampleLead(account, known?.email ?? ''),
      await testMail.addCampaignTest(account, { to: 'owner@acme.example', inboxes }),
    ];
  },
};

const OUTCOMES = [
  { outcome: 'sent', response: '250 Ok' },
  { outcome: 'refused', blame: 'address', response: '550 5.1.1' },
  { outcome: 'deferred', response: '450' },
  { outcome: 'in_doubt', response: 'Lost.' },
  { outcome: 'refused', blame: 'content', response: '554 5.7.1' },
] as const;

const STEPS = [1, 2].map((nth) => ({
  delay_days: nth,
  variants: [{ label: 'A', subject: `Step ${nth}`, body: 'Hi {{ first_name }}.' }],
}));
