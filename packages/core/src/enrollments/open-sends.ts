import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/**
 * Cancels what is still to be sent of enrollments, by UUID. What a sender has claimed is on its way or in doubt: that is left
 * to be settled, and `beginMails` lets it go no further if it has not begun.
 * @returns how many sends were cancelled
 */
export async function cancelOpenSends(account: Account, enrollments: readonly string[]): Promise<number> {
  if (enrollments.length === 0) return 0;
  const open = await account.rows<{ id: string }>(
    (own) => sql`
      select s.id from ${own('campaign_sends')} as s
      where s.enrollment_id = any(${[...enrollments]}::uuid[]) and s.status = 'queued'
        and not exists (
          select from ${own('mails')} as m where m.send_id = s.id and m.state in ('claimed', 'in_doubt')
        )
      order by s.id`,
  );
  if (open.length === 0) return 0;
  const ids = open.map(({ id }) => id);
  await account
    .update('mails')
    .set({ state: 'cancelled', response: 'The lead no longer receives emails.' })
    .where('send_id', 'in', ids)
    .where('state', '=', 'queued')
    .execute();
  const cancelled = await account
    .update('campaign_sends')
    .set({ status: 'cancelled' })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .returning('id')
    .execute();
  return cancelled.length;
}
