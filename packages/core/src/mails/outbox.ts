import type { Account } from '../db/account.ts';

/** Keeps an email here, as it would have arrived, since no mail server takes it. */
export async function keepInOutbox(
  account: Account,
  { mail_id, raw }: { mail_id: string; raw: Buffer },
): Promise<void> {
  await account.transaction(async (account) => {
    await account.remove('outbox').where('mail_id', '=', mail_id).execute();
    await account.insert('outbox', { mail_id, raw });
  });
}
