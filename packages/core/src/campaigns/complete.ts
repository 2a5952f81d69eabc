import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { rowsByIndex } from '../db/by-index.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { failureOf, HAS_ANSWERED, hasNothingOpen } from '../sending/candidates.ts';
import { lockSending } from '../sending/lock.ts';
import { isLost } from '../suppressions/suppressed.ts';

/**
 * Completes every running campaign that has nobody left: its audience has joined, it follows none, and each of its leads is
 * through, stopped or bounced. Those who only wait for what will never leave are stopped with it. One without any lead waits for
 * them.
 * @returns how many were completed
 */
export async function completeCampaigns(account: Account, at?: Date): Promise<number> {
  return account.transaction(async (account) => {
    const done = await rowsByIndex<{ id: string; waiting: boolean }>(
      account,
      (own) => sql`
        select c.id, exists (select from ${own('next_steps')} as n where n.campaign_id = c.id) as waiting
        from ${own('campaigns')} as c
        where c.status = 'active' and c.joined_at is not null and not c.follow
          and exists (select from ${own('enrollments')} as e where e.campaign_id = c.id)
          and case
            -- First, and the rest only then: of a campaign that goes on, one lead tells it, and the rest asks all.
            when exists (
              select from ${own('next_steps')} as n
              join ${own('enrollments')} as e on e.id = n.enrollment_id
              join ${own('subscribers')} as s on s.id = e.subscriber_id
              where n.campaign_id = c.id and not ${isOver(own)}
            ) then false
            else not exists (
              select from ${own('enrollments')} as e
              where e.campaign_id = c.id and e.status = 'active'
                and not exists (select from ${own('next_steps')} as n where n.enrollment_id = e.id)
            )
          end
        order by c.id`,
    );
    if (done.some(({ waiting }) => waiting)) await lockSending(account);
    let completed = 0;
    for (const { id, waiting } of done) {
      if (waiting) await stopWaiting(account, id);
      const moved = await account
        .update('campaigns')
        .set({ status: 'completed', completed_at: at ?? sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .returning('id')
        .execute();
      if (moved.length === 0) continue;
      completed++;
      await audit(account, 'campaign.complete', id);
    }
    return completed;
  });
}

/**
 * SQL over an active lead `e`, their subscriber `s`, their campaign `c` and their next step `n`: whether nothing will be sent to them
 * by itself any more. A suppression by hand may be lifted: it keeps the campaign open. A step that failed may be tried again, too,
 * but only while there is somebody else left: a campaign that waited for its owner would never end where nobody looks.
 */
function isOver(own: Own): Sql<boolean> {
  return sql<boolean>`(
    (${HAS_ANSWERED} or ${isLost(own, sql`s.email`)}) and ${hasNothingOpen(own)} or ${failureOf(own)} is not null
  )`;
}

async function stopWaiting(account: Account, campaign: string): Promise<void> {
  const over = await rowsByIndex<{ id: string }>(
    account,
    (own) => sql`
      select e.id
      from ${own('next_steps')} as n
      join ${own('enrollments')} as e on e.id = n.enrollment_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('campaigns')} as c on c.id = n.campaign_id
      where n.campaign_id = ${campaign} and ${isOver(own)}`,
  );
  await account
    .update('enrollments')
    .set({
      status: 'stopped',
      stop_reason: sql<'replied' | 'manual'>`case when replied_at is null then 'manual' else 'replied' end`,
    })
    .where(sql<boolean>`id = any(${over.map(({ id }) => id)}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
}
