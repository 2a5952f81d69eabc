import {
  type Account,
  addLead,
  askToResubscribe,
  eraseSubscriber,
  importSubscribers,
  joinAudience,
  liftSuppression,
  moveLead,
  readListControls,
  recordConversion,
  requestMagnet,
  stopLead,
  suppress,
  toWire,
} from '@lodestone/core';
import { countAudience, joinChosen } from '@lodestone/core/campaigns/join.js';
import * as confirming from '@lodestone/core/capture/confirm.js';
import { addSubscriber } from '@lodestone/core/capture/subscriber.js';
import { useForm } from '@lodestone/core/capture/used-forms.js';
import { exportPerson } from '@lodestone/core/privacy/export.js';
import { changeSubscribers } from '@lodestone/core/subscribers/bulk.js';
import * as resubscribing from '@lodestone/core/preferences/resubscribe.js';
import * as saved from '@lodestone/core/subscribers/saved-filters.js';

import { each, first, tried, type Works } from './rows.ts';

/** What becomes of subscribers and leads. */
export const AUDIENCE: Works = {
  'leads are won': (account) =>
    each(account, 'enrollments', (id) =>
      recordConversion(account, { id: toWire('enr', id), value_usd: 120 }),
    ),
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
    const { saved: all } = await readListControls(account, { limit: 100 });
    return [
      all.map(({ name, query }) => [name, query]),
      await tried(all, ({ id }) => saved.deleteFilter(account, { id })),
    ];
  },
  'a magnet is requested': async (account) => {
    const [magnet] = await account
      .select('magnets')
      .select(['id', 'title'])
      .where('status', '=', 'public')
      .orderBy('id')
      .limit(1)
      .execute();
    const [known] = await account.select('subscribers').select('email').orderBy('id').limit(1).execute();
    const brand = { sender: 'Acme', color: null, postal_address: null, logo: null };
    return tried(['single', 'double'] as const, (opt_in) =>
      requestMagnet(account, {
        capture: {
          magnet_id: magnet?.id ?? '',
          title: 'A',
          description: null,
          kind: 'guide',
          opt_in,
          private: false,
          brand,
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
  'leads join, move and stop': async (account) => {
    const [campaign_id = ''] = (await first(account, 'campaigns')).map((id) => toWire('cmp', id));
    return [
      await each(account, 'subscribers', async (id) => {
        const { email } = await account
          .select('subscribers')
          .select('email')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return addLead(account, { campaign_id, email });
      }),
      await each(account, 'enrollments', async (id) => {
        const lead = await leadOf(account, id);
        return [
          await moveLead(account, { ...lead, step: 2 }).catch(String),
          await moveLead(account, lead).catch(String),
          await stopLead(account, lead),
        ];
      }),
    ];
  },
  'leads who wait for a step are moved': async (account) => {
    const waiting = await account
      .select('next_steps')
      .select('enrollment_id')
      .orderBy('enrollment_id')
      .limit(3)
      .execute();
    return tried(waiting, async ({ enrollment_id }) => {
      const lead = await leadOf(account, enrollment_id);
      // The refusal names every step that there is.
      return [await moveLead(account, { ...lead, step: 99 }).catch(String), await moveLead(account, lead)];
    });
  },
  'audiences join': async (account) => [
    await countAudience(account, { tag: 'founder' }),
    await each(account, 'campaigns', async (campaign) => {
      await account
        .update('campaigns')
        .set({ joined_at: null, audience: JSON.stringify({ tag: 'founder' }) })
        .where('id', '=', campaign)
        .execute();
      return joinAudience(account, { campaign });
    }),
    await each(account, 'campaigns', async (campaign) =>
      joinChosen(account, campaign, await first(account, 'subscribers')),
    ),
  ],
};

async function leadOf(account: Account, id: string): Promise<{ campaign_id: string; id: string }> {
  const { campaign_id } = await account
    .select('enrollments')
    .select('campaign_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { campaign_id: toWire('cmp', campaign_id), id: toWire('enr', id) };
}
