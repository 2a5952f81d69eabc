import type { Account } from '../db/account.ts';
import type { Incoming } from './incoming.ts';
import { stop } from './reply.ts';

/**
 * Ends all sequences of somebody who no longer works there, as their mailbox answers. That is no reply and no bounce: the mailbox is there, and
 * the address is not suppressed, since who has it next may ask for something. An answer from another company's domain is
 * about somebody the email was forwarded to.
 */
export async function endForThoseWhoLeft(account: Account, incoming: readonly Incoming[]): Promise<void> {
  const subscribers = incoming.flatMap(({ reading, match, from_address }) => {
    const left = reading.kind === 'automatic' && reading.left !== undefined;
    const isTheirs = match !== null && domainOf(match.mail.to_address) === domainOf(from_address);
    return left && isTheirs ? (match.mail.subscriber_id ?? []) : [];
  });
  if (subscribers.length === 0) return;
  const running = await account
    .select('enrollments')
    .select('id')
    .where('subscriber_id', 'in', subscribers)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await stop(
    account,
    running.map(({ id }) => id),
    'manual',
  );
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
