import type { Account } from '@lodestone/core';

/** An email of the outbox, with what its recipient may do about it. */
export interface Arrived {
  id: string;
  kind: string;
  token: string;
  message_id: string;
  to_address: string;
  email_account_id: string | null;
  sent_at: Date | null;
}

/** The emails that arrived after a moment, the earliest first, 500 at most. */
export async function readArrived(account: Account, after: Date): Promise<Arrived[]> {
  return account
    .select('mails')
    .select(['id', 'kind', 'token', 'message_id', 'to_address', 'email_account_id', 'sent_at'])
    .where('state', '=', 'sent')
    .where('sent_at', '>', after)
    .orderBy('sent_at')
    .limit(500)
    .execute();
}
