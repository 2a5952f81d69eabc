import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { cancelOpenSends } from '../enrollments/open-sends.ts';
import { toWire, uuidOf } from '../ids.ts';
import { lockSending } from '../sending/lock.ts';
import { readSubscriber } from './read.ts';

/**
 * Opts a subscriber out: cancels what is queued for them and stops their enrollments, all or nothing. Doing it again is
 * no fault: `changed` is false, and the first moment of opting out stays.
 * @throws Refusal `not_found`
 */
export async function unsubscribe(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('sub', id, 'subscriber');
  return account.transaction(async (account) => {
    await lockSending(account);
    // Facts, then enrollments, then the subscriber: the order in which every writer takes its locks.
    const cancelled_sends = (await cancelDeliveries(account, uuid)) + (await cancelSends(account, uuid));
    const stopped_enrollments = await stopEnrollments(account, uuid);
    await holdSubscriber(account, uuid);
    const opted = await account
      .update('subscribers')
      .set({ unsubscribed_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', uuid)
      .where('unsubscribed_at', 'is', null)
      .returning('id')
      .execute();
    const changed = opted.length > 0;
    const subscriber = await readSubscriber(account, { id });
    await audit(account, 'subscriber.unsubscribe', uuid, { changed, cancelled_sends, stopped_enrollments });
    return { changed, cancelled_sends, stopped_enrollments, subscriber };
  });
}

/**
 * Opts out who asks for it in a reply, unless they subscribed again since: a reply may be read late, or once more, and the later
 * word is the one that holds.
 * @param subscriber UUID
 * @param reply the words that ask for it, and when they came
 */
export async function unsubscribeByReply(
  account: Account,
  subscriber: string,
  { evidence, received_at }: { evidence: string; received_at: Date },
): Promise<void> {
  if (await hasAgreedSince(account, subscriber, received_at)) return;
  await unsubscribe(account, { id: toWire('sub', subscriber) });
  await audit(account, 'subscriber.unsubscribe_by_reply', subscriber, { evidence });
}

/** Whether somebody asked for a magnet, and confirmed that where it takes a confirmation, or came back after an opt-out. */
async function hasAgreedSince(account: Account, subscriber: string, at: Date): Promise<boolean> {
  const [row] = await account.rows<{ agreed: boolean }>(
    (own) => sql`
      select exists (
        select from ${own('consents')} as c where c.subscriber_id = ${subscriber} and c.confirmed_at > ${at}
      ) or exists (
        select from ${own('audit_log')} as l
        where l.action = 'subscriber.resubscribe' and l.at > ${at} and l.object_id = ${subscriber}
      ) as agreed`,
  );
  return row?.agreed ?? false;
}

/** Keeps the subscription as it is until the transaction ends: who finds nothing to change still answers with what they found. */
export async function holdSubscriber(account: Account, uuid: string): Promise<void> {
  await account.select('subscribers').select('id').where('id', '=', uuid).forNoKeyUpdate().execute();
}

/**
 * Deliveries and their emails, so that subscribing again brings none of them back. What is in a mail server's hands already has
 * left: how that ended is settled as usual, and it is not tried again.
 */
async function cancelDeliveries(account: Account, subscriber: string): Promise<number> {
  const leaving = account
    .select('mails')
    .select('delivery_id')
    .where('subscriber_id', '=', subscriber)
    .where('delivery_id', 'is not', null)
    .where('state', '=', 'claimed');
  const cancelled = await account
    .update('deliveries')
    .set({ status: 'cancelled' })
    .where('subscriber_id', '=', subscriber)
    .where('status', '=', 'queued')
    .where('id', 'not in', leaving)
    .returning('id')
    .execute();
  await account
    .update('mails')
    .set({ state: 'cancelled', response: 'They opted out.' })
    .where('subscriber_id', '=', subscriber)
    .where('kind', '=', 'delivery')
    .where('state', '=', 'queued')
    .execute();
  return cancelled.length;
}

async function cancelSends(account: Account, subscriber: string): Promise<number> {
  const enrollments = await account
    .select('enrollments')
    .select('id')
    .where('subscriber_id', '=', subscriber)
    .execute();
  return cancelOpenSends(
    account,
    enrollments.map(({ id }) => id),
  );
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
