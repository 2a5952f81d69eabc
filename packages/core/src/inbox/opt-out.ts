import type { Account } from '../db/account.ts';
import { unsubscribeByReply } from '../subscribers/subscription.ts';
import type { Incoming } from './incoming.ts';

/**
 * Opts out somebody who asks for it in an answer to an email of no campaign, such as a magnet's. Such an answer is of no conversation, and
 * is not classified; what answers a campaign is.
 */
export async function optOutBeside(account: Account, incoming: readonly Incoming[]): Promise<void> {
  for (const { kind, reading, match, received_at } of incoming) {
    if (kind !== 'reply' || reading.kind !== 'reply' || reading.end === undefined || !match) continue;
    const { subscriber_id, enrollment_id } = match.mail;
    if (subscriber_id === null || enrollment_id !== null) continue;
    await unsubscribeByReply(account, subscriber_id, { evidence: reading.end, received_at });
  }
}
