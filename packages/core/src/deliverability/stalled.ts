import type { Account } from '../db/account.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { sends } from '../email-accounts/sending.ts';
import { pauseCampaignBySystem } from './pause.ts';

/** Whether `email_accounts as e` is an inbox of `campaigns as c`; a campaign that names none sends by any. */
function isOfCampaign(own: Own): Sql<boolean> {
  return sql<boolean>`(
    not exists (select from ${own('campaign_inboxes')} as i where i.campaign_id = c.id)
    or exists (select from ${own('campaign_inboxes')} as i where i.campaign_id = c.id and i.email_account_id = e.id)
  )`;
}

/** Whether `campaigns as c` has an inbox that can send. */
function hasUsableInbox(own: Own): Sql<boolean> {
  return sql<boolean>`exists (
    select from ${own('email_accounts')} as e where ${sends('e')} and ${isOfCampaign(own)}
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
          'address', e.address, 'status', e.status, 'system_pause_reason', e.system_pause_reason
        ) order by e.address)
        from ${own('email_accounts')} as e
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
