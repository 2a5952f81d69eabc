import { type Account, subscriberLink } from '@lodestone/core';

/**
 * Path of a subscriber's own page with this account. Whoever has it can opt them out and back in, but for an owner
 * who is signed in. The link stands in the query, which no log of ours holds.
 * @param id the subscriber's wire id
 */
export async function preferencesPath(account: Account, id: string): Promise<string> {
  return `/preferences?link=${await subscriberLink(account, { id })}`;
}
