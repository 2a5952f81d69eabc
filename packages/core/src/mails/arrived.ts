import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { leaveMails } from './outcome.ts';

/**
 * Settles emails of which nobody knew whether they had left, and that somebody has in front of them: they were sent, and are
 * not sent again. Call it in a transaction.
 * @param ids UUIDs of emails that were opened or clicked
 */
export async function settleArrived(account: Account, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const arrived = await account
    .update('mails')
    .set({
      state: 'sent',
      sent_at: sql<Date>`claimed_at`,
      lease_until: null,
      response: 'It arrived: it was opened.',
    })
    .where('id', 'in', ids)
    .where('claimed_at', 'is not', null)
    .where((eb) =>
      eb.or([eb('state', '=', 'in_doubt'), eb.and([eb('state', '=', 'queued'), eb('attempts', '>', 0)])]),
    )
    .returning(['delivery_id', 'send_id', 'enrollment_id', 'claimed_at'])
    .execute();
  await leaveMails(account, arrived);
}
