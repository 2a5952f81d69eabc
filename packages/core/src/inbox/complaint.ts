import type { Account } from '../db/account.ts';
import { endSequencesOf } from '../enrollments/end-sequences.ts';
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
    if (match.mail.subscriber_id !== null)
      await endSequencesOf(account, [match.mail.subscriber_id], 'unsubscribed');
  }
}
