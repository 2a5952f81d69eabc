import type { Account } from '../db/account.ts';
import { readBranding } from '../capture/branding.ts';

/** Who sends a magnet's emails. */
export interface Sender {
  /** The inbox that they leave through, by UUID; null for the installation's own server, or the outbox. */
  inbox: { id: string } | null;
  name: string;
  address: string;
  /** Of the address. */
  domain: string;
}

/** The inbox that was chosen for the magnet, else the account's owner. @param magnet its UUID */
export async function senderOf(account: Account, magnet: string): Promise<Sender> {
  const chosen = await account
    .select('magnets')
    .select('email_account_id')
    .where('id', '=', magnet)
    .executeTakeFirst();
  return senderThrough(account, chosen?.email_account_id ?? null);
}

/** The sender behind an inbox, by UUID; the owner's own address without one, or when the inbox was removed. */
export async function senderThrough(account: Account, email_account_id: string | null): Promise<Sender> {
  const inbox =
    email_account_id === null
      ? undefined
      : await account
          .select('email_accounts')
          .select(['id', 'address', 'display_name'])
          .where('id', '=', email_account_id)
          .where('removed_at', 'is', null)
          .executeTakeFirst();
  const { sender, email } = await readBranding(account);
  const address = inbox?.address ?? email;
  return {
    inbox: inbox ? { id: inbox.id } : null,
    name: inbox?.display_name ?? sender,
    address,
    domain: address.split('@').at(-1) ?? 'localhost',
  };
}
