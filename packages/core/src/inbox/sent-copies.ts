import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { lockSending } from '../sending/lock.ts';
import { settleMails } from '../mails/settle.ts';
import { keepSyncState, type SyncPosition } from './syncs.ts';

/** A mail of an inbox's Sent folder, by what tells whether it is ours. */
interface SentCopyRead {
  /** Without angle brackets; the first is what it is called now. */
  message_ids: readonly string[];
  tokens: readonly string[];
}

/**
 * Keeps what the Sent folder of an inbox calls our emails, so that replies which name them by that are matched, and settles those
 * of which nobody knew whether they had left. Mails that are not ours are passed over; nothing of them is kept.
 * @param inbox UUID
 * @returns when the first of those that are called otherwise left: answers to it may have been read since, and matched by nothing.
 * Null when none is
 */
export async function keepSentCopies(
  account: Account,
  inbox: string,
  copies: readonly SentCopyRead[],
): Promise<Date | null> {
  if (copies.length === 0) return null;
  return account.transaction(async (account) => {
    await lockSending(account);
    const ours = await readOurs(account, inbox, copies);
    for (const { id, copy_id } of ours) {
      await account
        .update('mails')
        .set({ sent_copy_id: copy_id })
        .where('id', '=', id)
        .where('message_id', '<>', copy_id)
        .where(sql<boolean>`sent_copy_id is distinct from ${copy_id}`)
        .execute();
    }
    const response = 'A copy of it is in the Sent folder.';
    const doubts = ours.filter(({ state }) => state === 'in_doubt');
    await settleMails(
      account,
      doubts.map(({ id }) => ({ id, attempt: { outcome: 'sent', response } })),
    );
    const renamed = ours.flatMap(({ message_id, copy_id, left_at }) =>
      left_at && message_id !== copy_id ? [left_at.getTime()] : [],
    );
    return renamed.length === 0 ? null : new Date(Math.min(...renamed));
  });
}

/** Writes down how far the Sent folder of an inbox was read. @param inbox UUID */
export async function keepSentPosition(
  account: Account,
  inbox: string,
  { uid_validity, last_uid }: SyncPosition,
): Promise<void> {
  await keepSyncState(account, inbox, { sent_uid_validity: uid_validity, sent_last_uid: last_uid });
}

/** Which of the inbox's own emails they are copies of, and what each is called there. */
async function readOurs(account: Account, inbox: string, copies: readonly SentCopyRead[]) {
  const ids = copies.flatMap(({ message_ids }) => message_ids);
  const tokens = copies.flatMap(({ tokens }) => tokens);
  const known = await account.rows<{
    id: string;
    message_id: string;
    token: string;
    state: string;
    left_at: Date | null;
  }>(
    (own) => sql`
      select m.id, m.message_id, m.token, m.state, coalesce(m.sent_at, m.claimed_at) as left_at
      from ${own('mails')} as m
      where m.email_account_id = ${inbox} and (m.message_id = any(${ids}::text[]) or m.token = any(${tokens}::text[]))
      order by m.id`,
  );
  const byId = new Map(known.map((mail) => [mail.message_id, mail]));
  const byToken = new Map(known.map((mail) => [mail.token, mail]));
  return copies.flatMap(({ message_ids, tokens }) => {
    const mail =
      message_ids.map((id) => byId.get(id)).find((found) => found !== undefined) ??
      tokens.map((token) => byToken.get(token)).find((found) => found !== undefined);
    const copy_id = message_ids[0];
    return mail && copy_id !== undefined && copy_id.length <= 998 ? [{ ...mail, copy_id }] : [];
  });
}
