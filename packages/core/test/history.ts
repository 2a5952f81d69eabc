/** Random histories: what capture, sender, tracker and inbox would write day by day, in any order and many times over. */
import { type Account, type Db, newId } from '@lodestone/core';
import fc from 'fast-check';

import { aCampaign, aMagnet, anAccount, anInbox } from './builders.ts';

const ACTS = [
  'subscriber',
  'subscriber',
  'request',
  'request',
  'request',
  'send_delivery',
  'send_delivery',
  'deliver',
  'open',
  'click',
  'bounce_delivery',
  'fail_delivery',
  'enroll',
  'enroll',
  'queue',
  'queue',
  'send',
  'send',
  'open_send',
  'click_send',
  'bounce_send',
  'cancel_send',
  'message',
  'empty_message',
  'unmatched_message',
  'convert',
  'classify',
  'unclassify',
  'retag',
  'unsubscribe',
  'resubscribe',
  'archive',
  'publish',
  'ai_call',
  'delete_request',
  'delete_delivery',
  'delete_send',
  'delete_message',
  'delete_conversion',
  'delete_enrollment',
  'move_delivery',
  'stop',
  'bulk',
] as const;

type Act = { act: (typeof ACTS)[number]; pick: number; other: number; hours: number };

/** A history is a list of acts; `pick` and `other` choose among the rows that exist by then. */
export const histories = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS),
    pick: fc.nat(1_000),
    other: fc.nat(1_000),
    // Hours before now; the fractions put some moments right at the turn of the Indian day.
    hours: fc.oneof(fc.double({ min: 0, max: 24 * 200, noNaN: true }), fc.integer({ min: -40, max: -1 })),
  }),
  { minLength: 20, maxLength: 120, size: 'max' },
);

/** A moment so many hours ago; a negative number is the last or the first millisecond of an Indian day so many days ago. */
function moment(hours: number, now: Date): Date {
  if (hours >= 0) return new Date(now.getTime() - hours * 3_600_000);
  const midnight = Date.parse(
    `${new Date(now.getTime() + hours * 86_400_000).toISOString().slice(0, 10)}T18:30:00.000Z`,
  );
  return new Date(hours % 2 === 0 ? midnight : midnight - 1);
}

export interface World {
  db: Db;
  accounts: Account[];
}

/** Two accounts, each with a few magnets, a campaign of two steps and two variants, and an inbox. */
export async function makeWorld(db: Db): Promise<World> {
  const accounts: Account[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const account = await anAccount(db);
    accounts.push(account);
    for (const title of ['a', 'b', 'c']) await aMagnet(account, { title });
    await anInbox(account);
    for (const name of ['x', 'y']) await aCampaign(account, { name, steps: 2, labels: ['A', 'B'] });
  }
  return { db, accounts };
}

/** Does one act in the account. Acts that find nothing to act on do nothing. */
export async function perform(
  account: Account,
  db: Db,
  { act, pick, other, hours }: Act,
  now: Date,
): Promise<void> {
  const at = moment(hours, now);
  const later = (from: Date) => new Date(Math.min(now.getTime(), from.getTime() + other * 97_001));
  const some = async <T>(rows: Promise<T[]>, by = pick): Promise<T | undefined> => {
    const all = await rows;
    return all[by % Math.max(all.length, 1)];
  };
  const subscriber = () =>
    some(account.select('subscribers').select(['id', 'email']).orderBy('id').execute());
  const magnet = () => some(account.select('magnets').select('id').orderBy('id').execute(), other);
  const delivery = () => some(account.select('deliveries').selectAll().orderBy('id').execute());
  const enrollment = () => some(account.select('enrollments').selectAll().orderBy('id').execute());
  const send = () => some(account.select('campaign_sends').selectAll().orderBy('id').execute());
  const changeDelivery = (id: string, set: object) =>
    account.update('deliveries').set(set).where('id', '=', id).execute();
  const changeSend = (id: string, set: object) =>
    account.update('campaign_sends').set(set).where('id', '=', id).execute();

  switch (act) {
    case 'subscriber': {
      // The other account may know the same person.
      const email = `p${pick % 40}@people.example`;
      await db
        .insertInto('people')
        .values({ id: newId(), email })
        .onConflict((oc) => oc.column('email').doNothing())
        .execute();
      const person = await db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const known = await account
        .select('subscribers')
        .select('id')
        .where('person_id', '=', person.id)
        .executeTakeFirst();
      if (known) return;
      const first_magnet_id = other % 3 === 0 ? null : (await magnet())!.id;
      await account.insert('subscribers', {
        id: newId(),
        person_id: person.id,
        email,
        first_magnet_id,
        first_seen_at: at,
        last_activity_at: at,
        tags: other % 2 ? ['vip'] : [],
        first_name: other % 5 ? `N${other}` : null,
      });
      return;
    }
    case 'request': {
      const [s, m] = [await subscriber(), await magnet()];
      if (!s || !m) return;
      const asked = await account
        .select('magnet_requests')
        .select('magnet_id')
        .where('subscriber_id', '=', s.id)
        .where('magnet_id', '=', m.id)
        .executeTakeFirst();
      if (!asked)
        await account.insert('magnet_requests', { subscriber_id: s.id, magnet_id: m.id, requested_at: at });
      await account.insert('deliveries', {
        id: newId(),
        subscriber_id: s.id,
        magnet_id: m.id,
        requested_at: at,
      });
      return;
    }
    case 'bulk': {
      const s = await subscriber();
      if (!s) return;
      const requests = await account
        .select('magnet_requests')
        .select('magnet_id')
        .where('subscriber_id', '=', s.id)
        .execute();
      await db.transaction().execute(async (transaction) => {
        for (const { magnet_id } of requests) {
          const rows = [1, 2, 3].map(() => ({
            account_id: account.id,
            id: newId(),
            subscriber_id: s.id,
            magnet_id,
            status: 'delivered' as const,
            requested_at: at,
            sent_at: at,
            delivered_at: at,
            opened_at: later(at),
            clicked_at: null,
          }));
          await transaction.insertInto('deliveries').values(rows).execute();
        }
      });
      return;
    }
    case 'send_delivery': {
      const d = await delivery();
      if (d?.status === 'queued') await changeDelivery(d.id, { status: 'sent', sent_at: at });
      return;
    }
    case 'deliver': {
      const d = await delivery();
      if (d?.status === 'sent' && d.sent_at)
        await changeDelivery(d.id, { status: 'delivered', delivered_at: later(d.sent_at) });
      return;
    }
    case 'open': {
      const d = await delivery();
      if (d?.delivered_at && !d.opened_at && d.sent_at)
        await changeDelivery(d.id, { opened_at: later(d.sent_at) });
      return;
    }
    case 'click': {
      const d = await delivery();
      if (!d?.delivered_at || d.clicked_at || !d.sent_at) return;
      const clicked_at = later(d.opened_at ?? d.sent_at);
      await changeDelivery(d.id, { opened_at: d.opened_at ?? clicked_at, clicked_at });
      return;
    }
    case 'bounce_delivery': {
      const d = await delivery();
      if (d && d.status !== 'bounced')
        await changeDelivery(d.id, { status: 'bounced', bounced_at: d.sent_at ? later(d.sent_at) : at });
      return;
    }
    case 'fail_delivery': {
      const d = await delivery();
      if (d?.status === 'queued') await changeDelivery(d.id, { status: 'failed' });
      return;
    }
    case 'move_delivery': {
      const d = await delivery();
      if (d?.status === 'sent') await changeDelivery(d.id, { sent_at: at });
      return;
    }
    case 'enroll': {
      const s = await subscriber();
      const c = await some(account.select('campaigns').select('id').orderBy('id').execute(), other);
      if (!s || !c) return;
      const known = await account
        .select('enrollments')
        .select('id')
        .where('subscriber_id', '=', s.id)
        .where('campaign_id', '=', c.id)
        .executeTakeFirst();
      if (!known)
        await account.insert('enrollments', {
          id: newId(),
          campaign_id: c.id,
          subscriber_id: s.id,
          enrolled_at: at,
        });
      return;
    }
    case 'queue': {
      const e = await enrollment();
      if (!e) return;
      const v = await some(
        account
          .select('step_variants')
          .select(['id', 'step'])
          .where('campaign_id', '=', e.campaign_id)
          .orderBy('id')
          .execute(),
        other,
      );
      const box = await some(account.select('email_accounts').select('id').execute(), other);
      // A step is sent to a lead once.
      const before = await account
        .select('campaign_sends')
        .select('id')
        .where('enrollment_id', '=', e.id)
        .where('step', '=', v!.step)
        .executeTakeFirst();
      if (before) return;
      await account.insert('campaign_sends', {
        id: newId(),
        campaign_id: e.campaign_id,
        enrollment_id: e.id,
        step: v!.step,
        variant_id: v!.id,
        queued_at: at,
        email_account_id: other % 4 ? box!.id : null,
      });
      return;
    }
    case 'send': {
      const s = await send();
      if (s?.status === 'queued') await changeSend(s.id, { status: 'sent', sent_at: at });
      return;
    }
    case 'open_send': {
      const s = await send();
      if (s?.sent_at && !s.opened_at) await changeSend(s.id, { opened_at: later(s.sent_at) });
      return;
    }
    case 'click_send': {
      const s = await send();
      if (!s?.sent_at || s.clicked_at) return;
      const clicked_at = later(s.opened_at ?? s.sent_at);
      await changeSend(s.id, { opened_at: s.opened_at ?? clicked_at, clicked_at });
      return;
    }
    case 'bounce_send': {
      const s = await send();
      if (s?.status === 'sent' && s.sent_at)
        await changeSend(s.id, { status: 'bounced', bounced_at: later(s.sent_at) });
      return;
    }
    case 'cancel_send': {
      const s = await send();
      if (s?.status === 'queued') await changeSend(s.id, { status: other % 2 ? 'cancelled' : 'failed' });
      return;
    }
    case 'message':
    case 'empty_message':
    case 'unmatched_message': {
      const e = act === 'unmatched_message' ? undefined : await enrollment();
      if (!e && act !== 'unmatched_message') return;
      const box = await some(account.select('email_accounts').select('id').execute());
      await account.insert('inbox_messages', {
        id: newId(),
        email_account_id: box!.id,
        campaign_id: e?.campaign_id ?? null,
        enrollment_id: e?.id ?? null,
        from_address: 'p@people.example',
        body: act === 'empty_message' ? ' \n\t' : 'Yes, please.',
        received_at: at,
      });
      return;
    }
    case 'convert': {
      const e = await enrollment();
      if (!e || e.converted_at) return;
      await account.insert('conversions', { enrollment_id: e.id, occurred_at: at });
      return;
    }
    case 'classify': {
      const e = await enrollment();
      const intents = [
        'interested',
        'meeting_booked',
        'won',
        'out_of_office',
        'not_interested',
        'unsubscribed',
      ] as const;
      if (!e) return;
      await account
        .update('enrollments')
        .set({ reply_intent: intents[other % 6]!, classified_at: e.classified_at ?? at })
        .where('id', '=', e.id)
        .execute();
      return;
    }
    case 'unclassify': {
      const e = await enrollment();
      if (e)
        await account
          .update('enrollments')
          .set({ reply_intent: other % 2 ? 'replied' : 'no_reply', classified_at: null })
          .where('id', '=', e.id)
          .execute();
      return;
    }
    case 'stop': {
      const e = await enrollment();
      if (e?.status === 'active')
        await account
          .update('enrollments')
          .set(other % 2 ? { status: 'stopped', stop_reason: 'manual' } : { status: 'completed' })
          .where('id', '=', e.id)
          .execute();
      return;
    }
    case 'retag': {
      const s = await subscriber();
      // One of them repeats a tag, which only a writer without manners would.
      const tags = [[], ['vip'], ['new', 'vip'], ['new', 'new']][other % 4]!;
      if (s) await account.update('subscribers').set({ tags }).where('id', '=', s.id).execute();
      return;
    }
    case 'unsubscribe':
    case 'resubscribe': {
      const s = await subscriber();
      if (s)
        await account
          .update('subscribers')
          .set({ unsubscribed_at: act === 'unsubscribe' ? at : null })
          .where('id', '=', s.id)
          .execute();
      return;
    }
    case 'archive':
    case 'publish': {
      const m = await magnet();
      await account
        .update('magnets')
        .set({ status: act === 'archive' ? 'archived' : 'public' })
        .where('id', '=', m!.id)
        .execute();
      return;
    }
    case 'ai_call':
      await account.insert('ai_calls', {
        id: newId(),
        model: `model-${pick % 3}`,
        endpoint: `endpoint-${other % 4}`,
        input_tokens: pick,
        output_tokens: other,
        cost_micros: pick * other,
        called_at: at,
      });
      return;
    case 'delete_request': {
      const r = await some(account.select('magnet_requests').selectAll().orderBy('requested_at').execute());
      if (r && other % 3 === 0) {
        await account
          .remove('magnet_requests')
          .where('subscriber_id', '=', r.subscriber_id)
          .where('magnet_id', '=', r.magnet_id)
          .execute();
      }
      return;
    }
    case 'delete_delivery': {
      const d = await delivery();
      if (d) await account.remove('deliveries').where('id', '=', d.id).execute();
      return;
    }
    case 'delete_send': {
      const s = await send();
      if (s) await account.remove('campaign_sends').where('id', '=', s.id).execute();
      return;
    }
    case 'delete_message': {
      const m = await some(account.select('inbox_messages').select('id').orderBy('id').execute());
      if (m) await account.remove('inbox_messages').where('id', '=', m.id).execute();
      return;
    }
    case 'delete_conversion': {
      const c = await some(
        account.select('conversions').select('enrollment_id').orderBy('enrollment_id').execute(),
      );
      if (c) await account.remove('conversions').where('enrollment_id', '=', c.enrollment_id).execute();
      return;
    }
    case 'delete_enrollment': {
      const e = await enrollment();
      if (e && other % 4 === 0) await account.remove('enrollments').where('id', '=', e.id).execute();
    }
  }
}
