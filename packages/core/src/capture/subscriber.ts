import type { Account } from '../db/account.ts';
import { newId } from '../ids.ts';
import type { Visitor } from './visitor.ts';

/**
 * The subscriber with a visitor's address, created if this account does not have one yet. An existing one keeps their
 * names, tags and opt-out. Call it in a transaction.
 */
export async function addSubscriber(
  account: Account,
  { email, first_name, last_name, first_magnet_id }: Visitor & { first_magnet_id: string },
): Promise<{ id: string; email: string; unsubscribed_at: Date | null }> {
  const person_id = (await account.people.with([email])).get(email);
  if (person_id === undefined) throw new Error('A person who was just added is not there.');
  const known = await account
    .select('subscribers')
    .select(['id', 'email', 'unsubscribed_at'])
    .where('person_id', '=', person_id)
    .executeTakeFirst();
  if (known) return known;
  const id = newId();
  const now = account.now();
  await account.insert('subscribers', {
    id,
    person_id,
    email,
    first_name,
    last_name,
    first_magnet_id,
    first_seen_at: now,
    last_activity_at: now,
  });
  return { id, email, unsubscribed_at: null };
}
