import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/**
 * Completes every running campaign that has nobody left: its audience has joined, it follows none, and each of its leads is
 * through, stopped or bounced. One without any lead waits for them.
 * @returns how many were completed
 */
export async function completeCampaigns(account: Account, at?: Date): Promise<number> {
  return account.transaction(async (account) => {
    const done = await account.rows<{ id: string }>(
      (own) => sql`
        select c.id from ${own('campaigns')} as c
        where c.status = 'active' and c.joined_at is not null and not c.follow
          and exists (select from ${own('enrollments')} as e where e.campaign_id = c.id)
          and not exists (select from ${own('next_steps')} as n where n.campaign_id = c.id)
          and not exists (
            select from ${own('enrollments')} as e where e.campaign_id = c.id and e.status = 'active'
          )
        order by c.id`,
    );
    let completed = 0;
    for (const { id } of done) {
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
