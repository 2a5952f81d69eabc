import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/** Emails of an inbox of which nobody knows whether they left, some minutes after their attempt. Ids are UUIDs. */
export function readDoubts(account: Account, inbox: string): Promise<{ id: string; message_id: string }[]> {
  return account.rows(
    (own) => sql<{ id: string; message_id: string }>`
      select m.id, m.message_id
      from ${own('mails')} as m
      where m.state = 'in_doubt' and m.email_account_id = ${inbox} and m.claimed_at < clock_timestamp() - interval '1 minute'
      order by m.claimed_at
      limit 20`,
  );
}
