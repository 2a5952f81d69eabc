import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { fromWire } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { readSubscriber } from './read.ts';

/**
 * Opts a subscriber out: cancels what is queued for them and stops their enrollments, all or nothing. Doing it again is
 * no fault: `changed` is false, and the first moment of opting out stays.
 * @throws Refusal `not_found`
 */
export async function unsubscribe(account: Account, { id }: { id: string }) {
  const uuid = fromWire('sub', id);
  if (uuid === null) throw notFound('subscriber');
  return account.transaction(async (account) => {
    await hold(account, uuid);
    const opted = await account
      .update('subscribers')
      .set({ unsubscribed_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', uuid)
      .where('unsubscribed_at', 'is', null)
      .returning('id')
      .execute();
    const changed = opted.length > 0;
    const cancelled_sends = (await cancelDeliveries(account, uuid)) + (await cancelSends(account, uuid));
    const stopped_enrollments = await stopEnrollments(account, uuid);
    const subscriber = await readSubscriber(account, { id });
    await audit(account, 'subscriber.unsubscribe', uuid, { changed, cancelled_sends, stopped_enrollments });
    return { changed, cancelled_sends, stopped_enrollments, subscriber };
  });
}

/**
 * Reverses an opt-out. Only the subscriber may ask for it, on their own page; what was cancelled stays cancelled.
 * @throws Refusal `not_found`
 */
export async function resubscribe(account: Account, { id }: { id: string }) {
  const uuid = fromWire('sub', id);
  if (uuid === null) throw notFound('subscriber');
  return account.transaction(async (account) => {
    await hold(account, uuid);
    const opted = await account
      .update('subscribers')
      .set({ unsubscribed_at: null })
      .where('id', '=', uuid)
      .where('unsubscribed_at', 'is not', null)
      .returning('id')
      .execute();
    const subscriber = await readSubscriber(account, { id });
    await audit(account, 'subscriber.resubscribe', uuid, { changed: opted.length > 0 });
    return { changed: opted.length > 0, subscriber };
  });
}

/** Keeps the subscription as it is until the transaction ends: who finds nothing to change still answers with what they found. */
async function hold(account: Account, uuid: string): Promise<void> {
  await account.select('subscribers').select('id').where('id', '=', uuid).forNoKeyUpdate().execute();
}

async function cancelDeliveries(account: Account, subscriber: string): Promise<number> {
  const cancelled = await account
    .update('deliveries')
    .set({ status: 'cancelled' })
    .where('subscriber_id', '=', subscriber)
    .where('status', '=', 'queued')
    .returning('id')
    .execute();
  return cancelled.length;
}

async function cancelSends(account: Account, subscriber: string): Promise<number> {
  const enrollments = account.select('enrollments').select('id').where('subscriber_id', '=', subscriber);
  const cancelled = await account
    .update('campaign_sends')
    .set({ status: 'cancelled' })
    .where('enrollment_id', 'in', enrollments)
    .where('status', '=', 'queued')
    .returning('id')
    .execute();
  return cancelled.length;
}

async function stopEnrollments(account: Account, subscriber: string): Promise<number> {
  const stopped = await account
    .update('enrollments')
    .set({ status: 'stopped', stop_reason: 'unsubscribed' })
    .where('subscriber_id', '=', subscriber)
    .where('status', '=', 'active')
    .returning('id')
    .execute();
  return stopped.length;
}
