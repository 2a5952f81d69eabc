import { randomBytes } from 'node:crypto';

import type { Account } from '../db/account.ts';
import type { MailKind } from '../db/schema.ts';
import { newId } from '../ids.ts';

/** An email that will be sent: its kind, and what it belongs to. Ids are UUIDs. */
interface NewMail {
  kind: MailKind;
  to_address: string;
  /** The domain of the sender's address, for the Message-ID. */
  domain: string;
  subscriber_id?: string;
  magnet_id?: string;
  delivery_id?: string;
  send_id?: string;
  enrollment_id?: string;
  email_account_id?: string | null;
  /** When it may leave; now by default. */
  due_at?: Date;
}

/** What an email is known by from outside: its token in addresses, and its Message-ID without angle brackets. */
export interface MailIdentity {
  id: string;
  token: string;
  message_id: string;
}

/**
 * 96 random bits in 16 url-safe characters: nobody guesses one, and no header with it has to be folded. It ends with a letter or
 * a digit: programs that find addresses in plain text take other signs for the end of the sentence.
 */
export function newMailToken(): string {
  for (;;) {
    const token = randomBytes(12).toString('base64url');
    if (/[^_-]$/.test(token)) return token;
  }
}

/** Whether a text has the form of such a token at all. */
export function isMailToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{16,32}$/.test(text);
}

/** Writes emails down, to be sent when they are due. Their identity is decided here, once for all attempts. */
export async function addMails(account: Account, mails: readonly NewMail[]): Promise<MailIdentity[]> {
  const added = mails.map(({ domain, ...mail }) => {
    const token = newMailToken();
    return { ...mail, id: newId(), token, message_id: `${token}@${domain}` };
  });
  for (const mail of added) await account.insert('mails', mail);
  return added.map(({ id, token, message_id }) => ({ id, token, message_id }));
}
