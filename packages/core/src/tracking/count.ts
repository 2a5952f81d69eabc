import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { settleArrived } from '../mails/arrived.ts';
import { lockSending } from '../sending/lock.ts';
import { applyEvents } from './apply.ts';
import { judgeTrapped } from './trapped.ts';

/** Milliseconds within which nobody follows two links of one email. */
const BURST = 1_000;

/**
 * Brings opens and clicks into the figures: the first of an email that is not judged a machine's counts. Whatever came before
 * is judged again with what came now, so that a later judgement corrects the figures. Doing it again changes nothing.
 * @returns how many events were taken in.
 */
export function countEvents(account: Account, { limit }: { limit: number }): Promise<number> {
  return account.transaction(async (account) => {
    await lockSending(account);
    const events = await takeUncounted(account, limit);
    if (events.length === 0) return 0;
    const mails = [...new Set(events.map(({ mail_id }) => mail_id))].toSorted();
    await settleArrived(account, mails);
    await judgeBursts(account, mails);
    await judgeTrapped(account, mails);
    await applyEvents(account, mails);
    await account
      .update('mail_events')
      .set({ counted_at: sql<Date>`clock_timestamp()` })
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute();
    return events.length;
  });
}

/** Oldest first. An email that is being sent right now is waited for: whether it left is settled in a moment. */
function takeUncounted(account: Account, limit: number): Promise<{ id: string; mail_id: string }[]> {
  return account.rows<{ id: string; mail_id: string }>(
    (own) => sql`
      select e.id, e.mail_id
      from ${own('mail_events')} as e
      join ${own('mails')} as m on m.id = e.mail_id and m.state <> 'claimed'
      where e.counted_at is null
      order by e.at, e.id
      limit ${limit}`,
  );
}

/** Several links of one email within a second are followed by a machine, and so is what it loads meanwhile. */
async function judgeBursts(account: Account, mails: readonly string[]): Promise<void> {
  const burst = await account.rows<{ id: string }>(
    (own) => sql`
      select e.id
      from ${own('mail_events')} as e
      where e.mail_id = any(${mails}::uuid[]) and e.judged <> 'machine' and exists (
        select from ${own('mail_events')} as o
        join ${own('mail_events')} as p on p.mail_id = o.mail_id and p.kind = 'click' and p.link <> o.link
          and p.at between o.at - ${BURST} * interval '1 millisecond' and o.at + ${BURST} * interval '1 millisecond'
        where o.mail_id = e.mail_id and o.kind = 'click'
          and (o.id = e.id or e.kind <> 'click' and e.network is not distinct from o.network
            and e.at between o.at - ${BURST} * interval '1 millisecond' and o.at + ${BURST} * interval '1 millisecond')
      )`,
  );
  if (burst.length === 0) return;
  await account
    .update('mail_events')
    .set({ judged: 'machine', rule: 'burst' })
    .where(
      'id',
      'in',
      burst.map(({ id }) => id),
    )
    .execute();
}
