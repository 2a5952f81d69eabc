import type { Account } from '../db/account.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Own } from '../db/sql.ts';
import { pauseCampaignBySystem } from './pause.ts';

/** Whether `email_accounts as a` is an inbox of `campaigns as c`; a campaign that names none sends by any. */
function isOfCampaign(own: Own): Sql<boolean> {
  return sql<boolean>`(
    not exists (select from ${own('campaign_inboxes')} as i where i.campaign_id = c.id)
    or exists (select from ${own('campaign_inboxes')} as i where i.campaign_id = c.id and i.email_account_id = a.id)
  )`;
}

/** Whether `campaigns as c` has an inbox that can send. */
function hasUsableInbox(own: Own): Sql<boolean> {
  return sql<boolean>`exists (
    select from ${own('email_accounts')} as a
    where a.status = 'active' and a.system_paused_at is null and a.removed_at is null and ${isOfCampaign(own)}
  )`;
}

/**
 * Pauses campaigns whose every inbox is paused, removed or disconnected.
 * @returns their names
 */
export async function judgeStalled(account: Account): Promise<string[]> {
  const stalled = await account.rows<{ id: string; name: string; inboxes: object[] }>(
    (own) => sql`
      select c.id, c.name, coalesce((
        select json_agg(json_build_object(
          'address', a.address, 'status', a.status, 'system_pause_reason', a.system_pause_reason
        ) order by a.address)
        from ${own('email_accounts')} as a
        where ${isOfCampaign(own)}
      ), '[]') as inboxes
      from ${own('campaigns')} as c
      where c.status = 'active' and not ${hasUsableInbox(own)}
      order by c.id`,
  );
  const paused: string[] = [];
  for (const { id, name, inboxes } of stalled) {
    const reason = 'None of its sending inboxes can be used.';
    const evidence = { cause: 'no_inbox' as const, threshold: { usable_inboxes: 0 }, rows: inboxes };
    if (await pauseCampaignBySystem(account, id, reason, evidence)) paused.push(name);
  }
  return paused;
}

/** UUIDs of the campaigns that stalled because they had no inbox, and have one again. */
export async function readUnstalled(account: Account): Promise<string[]> {
  const unstalled = await account.rows<{ id: string }>(
    (own) => sql`
      select c.id
      from ${own('campaigns')} as c
      join ${own('system_pauses')} as p
        on p.kind = 'campaign' and p.of_id = c.id and p.cause = 'no_inbox' and p.lifted_at is null
      where c.status = 'stalled' and ${hasUsableInbox(own)}
      order by c.id`,
  );
  return unstalled.map(({ id }) => id);
}
