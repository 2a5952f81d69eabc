import { type Account, forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { toWire } from '../ids.ts';

const TOKEN = /^[A-Za-z0-9_-]{16,32}$/;

/**
 * Opens the door to the account whose email carries a token, for the visitor who came by one of its links.
 * @returns null for any text that is no token of ours.
 */
export async function openMailToken(
  db: Db,
  token: string,
): Promise<{ account: Account; mail_id: string } | null> {
  if (!TOKEN.test(token)) return null;
  const mail = await db
    .selectFrom('mails')
    .select(['account_id', 'id'])
    .where('token', '=', token)
    .executeTakeFirst();
  return mail ? { account: forAccount(db, mail.account_id, { kind: 'subscriber' }), mail_id: mail.id } : null;
}

/** Wire id of the subscriber that an email went to; null for one that went to no subscriber. @param mail its UUID */
export async function subscriberOfMail(account: Account, mail: string): Promise<string | null> {
  const row = await account.select('mails').select('subscriber_id').where('id', '=', mail).executeTakeFirst();
  return row?.subscriber_id ? toWire('sub', row.subscriber_id) : null;
}
