import type { Account } from '../db/account.ts';
import type { MailKind } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { lockSending } from '../sending/lock.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';

/** Seconds within which an attempt has to be over. Whoever holds a claim for longer has died. */
export const LEASE_SECONDS = 60;

/** Columns of an email that its sender needs. */
export const CLAIMED = [
  'id',
  'kind',
  'token',
  'message_id',
  'to_address',
  'subscriber_id',
  'magnet_id',
  'delivery_id',
  'send_id',
  'enrollment_id',
  'email_account_id',
  'attempts',
] as const;

/** What a claim writes: this process alone may try to send the email now, until the lease ends. */
export const CLAIM = {
  state: 'claimed' as const,
  attempts: sql<number>`attempts + 1`,
  claimed_at: sql<Date>`clock_timestamp()`,
  lease_until: sql<Date>`clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'`,
  begun_at: null,
};

/** An email as its sender has it. Ids are UUIDs, `attempts` includes this one. */
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/**
 * Claims emails that are due, the oldest `limit` of them, and commits before anything is sent: no other process gets them. What
 * of these is for somebody who has opted out or is suppressed is cancelled instead. Steps of sequences have a claim of their own,
 * which also knows caps and windows.
 */
export async function claimMails(account: Account, wanted: Wanted): Promise<ClaimedMail[]> {
  for (;;) {
    const { claimed, looked } = await claimOldest(account, wanted);
    // Where all of them were cancelled, there may be more behind them.
    if (claimed.length > 0 || looked < wanted.limit) return claimed;
  }
}

interface Wanted {
  kinds: readonly Exclude<MailKind, 'step'>[];
  limit: number;
}

function claimOldest(account: Account, { kinds, limit }: Wanted) {
  return account.transaction(async (account) => {
    await lockSending(account);
    const due = await account
      .select('mails')
      .select('id')
      .where('state', '=', 'queued')
      .where('kind', 'in', kinds)
      .where('due_at', '<=', sql<Date>`clock_timestamp()`)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return { claimed: [], looked: 0 };
    const ids = due.map(({ id }) => id);
    await cancelUnwanted(account, ids);
    const claimed = await account
      .update('mails')
      .set(CLAIM)
      .where('id', 'in', ids)
      .where('state', '=', 'queued')
      .returning(CLAIMED)
      .execute();
    return { claimed, looked: due.length };
  });
}

/**
 * Claims one email, whether or not it is due, for somebody who waits to see what becomes of it.
 * @param id its UUID
 * @returns undefined when it is not queued.
 */
export function claimMail(account: Account, id: string) {
  return account
    .update('mails')
    .set(CLAIM)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(CLAIMED)
    .executeTakeFirst();
}

/**
 * Renews a claim whose owner took long to write the email, so that sending ends before the claim does.
 * @returns false when it ran out meanwhile: the email is somebody else's by now, and must not be sent.
 */
export async function renewClaim(
  account: Account,
  { id, attempts }: { id: string; attempts: number },
): Promise<boolean> {
  const renewed = await account
    .update('mails')
    .set({ lease_until: CLAIM.lease_until })
    .where('id', '=', id)
    .where('state', '=', 'claimed')
    // Each claim counts one up.
    .where('attempts', '=', attempts)
    .where('lease_until', '>', sql<Date>`clock_timestamp()`)
    .returning('id')
    .execute();
  return renewed.length > 0;
}

/** What is due to somebody who is not to be written to any more. Emails to users themselves are not outreach. */
async function cancelUnwanted(account: Account, ids: readonly string[]): Promise<void> {
  const rows = await account.rows<{ id: string; delivery_id: string | null; reason: string }>(
    (own) => sql`
      select m.id, m.delivery_id, case when s.status = 'unsubscribed' then 'They opted out.' else 'The address is suppressed.' end as reason
      from ${own('mails')} as m
      left join ${own('subscribers')} as s on s.id = m.subscriber_id
      where m.id = any(${ids}::uuid[]) and m.kind not in ('test', 'email_change', 'email_changed')
        and (s.status = 'unsubscribed' and m.kind <> 'confirmation' or ${isSuppressed(own, sql`m.to_address`)})
      order by m.id`,
  );
  if (rows.length === 0) return;
  for (const { id, reason } of rows) {
    await account
      .update('mails')
      .set({ state: 'cancelled', response: reason })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .execute();
  }
  const deliveries = rows.flatMap(({ delivery_id }) => (delivery_id === null ? [] : [delivery_id]));
  if (deliveries.length === 0) return;
  await account
    .update('deliveries')
    .set({ status: 'cancelled' })
    .where('id', 'in', deliveries)
    .where('status', '=', 'queued')
    .execute();
}
