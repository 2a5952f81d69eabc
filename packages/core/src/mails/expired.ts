import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { settleMails } from './settle.ts';

/**
 * Settles what a process claimed and did not live to settle: nobody knows how far it came, so it is in doubt.
 * @returns how many there were.
 */
export async function settleExpiredClaims(account: Account): Promise<number> {
  await releaseExpired(account);
  const expired = await account
    .select('mails')
    .select('id')
    .where('state', '=', 'claimed')
    .where('lease_until', '<', sql<Date>`clock_timestamp()`)
    .where((eb) => eb.or([eb('kind', '<>', 'step'), eb('begun_at', 'is not', null)]))
    .orderBy('id')
    .limit(500)
    .execute();
  const response = 'The process ended while the email was being sent.';
  const settled = await settleMails(
    account,
    expired.map(({ id }) => ({ id, attempt: { outcome: 'in_doubt', response } })),
  );
  return settled.size;
}

/** A step whose sending had not begun was certainly not sent: the next worker claims it again. */
async function releaseExpired(account: Account): Promise<void> {
  await account
    .update('mails')
    .set({ state: 'queued', due_at: sql<Date>`clock_timestamp()`, lease_until: null })
    .where('kind', '=', 'step')
    .where('state', '=', 'claimed')
    .where('begun_at', 'is', null)
    .where('lease_until', '<', sql<Date>`clock_timestamp()`)
    .execute();
}
