import type { Account } from '../db/account.ts';

/** What is needed to send through an inbox. */
interface InboxServer {
  address: string;
  /** Encrypted; null while the inbox is not connected. */
  smtp_secret: Uint8Array | null;
  /** By its owner, or by the system. */
  paused: boolean;
}

/** @param id UUID of an inbox; null for one that was removed. */
export async function readInboxServer(account: Account, id: string): Promise<InboxServer | null> {
  const inbox = await account
    .select('email_accounts')
    .select(['address', 'smtp_secret', 'status', 'system_paused_at'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!inbox) return null;
  const { address, smtp_secret, status, system_paused_at } = inbox;
  return { address, smtp_secret, paused: status === 'paused' || system_paused_at !== null };
}
