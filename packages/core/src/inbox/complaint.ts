import type { Account } from '../db/account.ts';
import { cancelOpenSends } from '../enrollments/open-sends.ts';
import { suppress } from '../suppressions/suppress.ts';
import type { Incoming } from './incoming.ts';

/** Whoever reported an email of ours as spam gets no more emails, from any campaign. It does not count as their opt-out. */
export async function applyComplaints(account: Account, incoming: readonly Incoming[]): Promise<void> {
  for (const { reading, match } of incoming) {
    if (reading.kind !== 'complaint' || !match) continue;
    await suppress(account, {
      kind: 'address',
      value: match.mail.to_address,
      reason: 'complaint',
      detail: `Reported as ${reading.type}.`,
    });
    if (match.mail.subscriber_id !== null) await stopAll(account, match.mail.subscriber_id);
  }
}

async function stopAll(account: Account, subscriber: string): Promise<void> {
  const active = await account
    .select('enrollments')
    .select('id')
    .where('subscriber_id', '=', subscriber)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  if (active.length === 0) return;
  const ids = active.map(({ id }) => id);
  await cancelOpenSends(account, ids);
  await account
    .update('enrollments')
    .set({ status: 'stopped', stop_reason: 'unsubscribed' })
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute();
}
