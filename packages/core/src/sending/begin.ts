import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { LEASE_SECONDS } from '../mails/claim.ts';
import { mayBeWrittenTo } from './candidates.ts';

/** An email that its sender claimed, with the attempt that it is. */
type Mine = { id: string; attempts: number };

/**
 * Says that the mail server is spoken to about these steps from now on, and looks once more whether they may leave: not if the
 * claim ran out meanwhile, the campaign was paused, or the lead opted out or replied. From here on a crash leaves them in doubt.
 * @returns the ids of those that may leave; the others were released
 */
export async function beginMails(account: Account, mails: readonly Mine[]): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const ids = mails.map(({ id }) => id);
  return account.transaction(async (account) => {
    const rows = await account.rows<Mine & { running: boolean; wanted: boolean }>(
      (own) => sql`
        select m.id, m.attempts, c.status = 'active' as running, ${mayBeWrittenTo(own)} as wanted
        from ${own('mails')} as m
        join ${own('enrollments')} as e on e.id = m.enrollment_id
        join ${own('subscribers')} as s on s.id = e.subscriber_id
        join ${own('campaigns')} as c on c.id = e.campaign_id
        where m.id = any(${ids}::uuid[]) and m.state = 'claimed' and m.begun_at is null
          and m.lease_until > clock_timestamp()
        order by m.id
        for no key update of m`,
    );
    const attempts = new Map(mails.map(({ id, attempts }) => [id, attempts]));
    const held = rows.filter((row) => attempts.get(row.id) === row.attempts);
    const may = held.filter(({ running, wanted }) => running && wanted).map(({ id }) => id);
    await release(
      account,
      held.filter(({ wanted }) => wanted).map(({ id }) => id),
      may,
    );
    await cancel(
      account,
      held.filter(({ wanted }) => !wanted).map(({ id }) => id),
    );
    if (may.length > 0) {
      await account
        .update('mails')
        .set({
          begun_at: sql<Date>`clock_timestamp()`,
          lease_until: sql<Date>`clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'`,
        })
        .where('id', 'in', may)
        .execute();
    }
    return new Set(may);
  });
}

/** Those of a campaign that was paused are claimed again when it goes on. */
async function release(account: Account, wanted: readonly string[], may: readonly string[]): Promise<void> {
  const ids = wanted.filter((id) => !may.includes(id));
  if (ids.length === 0) return;
  await account
    .update('mails')
    .set({ state: 'queued', lease_until: null, due_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute();
}

/** Gives back claims that were not begun, of a sender that has to end: whoever comes next makes them again at once. */
export async function releaseMails(account: Account, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await account
    .update('mails')
    .set({ state: 'queued', lease_until: null, due_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .where('state', '=', 'claimed')
    .where('begun_at', 'is', null)
    .execute();
}

/** Cancels steps of leads who are not written to any more, with their emails, by the emails' ids. */
export async function cancel(account: Account, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const cancelled = await account
    .update('mails')
    .set({ state: 'cancelled', lease_until: null, response: 'The lead no longer receives emails.' })
    .where('id', 'in', ids)
    .where('state', 'in', ['queued', 'claimed'])
    .returning('send_id')
    .execute();
  const sends = cancelled.flatMap(({ send_id }) => send_id ?? []);
  if (sends.length === 0) return;
  await account
    .update('campaign_sends')
    .set({ status: 'cancelled' })
    .where('id', 'in', sends)
    .where('status', '=', 'queued')
    .execute();
}
