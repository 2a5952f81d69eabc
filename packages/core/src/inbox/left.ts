import type { Account } from '../db/account.ts';
import { endSequencesOf } from '../enrollments/end-sequences.ts';
import type { Incoming } from './incoming.ts';

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
  await endSequencesOf(account, subscribers, 'manual');
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
