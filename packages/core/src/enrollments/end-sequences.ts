import type { Account } from '../db/account.ts';
import type { StopReason } from '../db/schema.ts';
import { cancelOpenSends } from './open-sends.ts';

/**
 * Ends sequences that go on, by the enrollments' UUIDs, and cancels what was still to be sent of them.
 * @returns how many went on
 */
export async function endSequences(
  account: Account,
  ids: readonly string[],
  reason: StopReason,
): Promise<number> {
  if (ids.length === 0) return 0;
  await cancelOpenSends(account, ids);
  const ended = await account
    .update('enrollments')
    .set({ status: 'stopped', stop_reason: reason })
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .returning('id')
    .execute();
  return ended.length;
}

/** The same for all sequences of subscribers, by their UUIDs, in every campaign. */
export async function endSequencesOf(
  account: Account,
  subscribers: readonly string[],
  reason: StopReason,
): Promise<void> {
  if (subscribers.length === 0) return;
  const active = await account
    .select('enrollments')
    .select('id')
    .where('subscriber_id', 'in', subscribers)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await endSequences(
    account,
    active.map(({ id }) => id),
    reason,
  );
}
