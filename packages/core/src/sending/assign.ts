import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { chooseInbox, seedOfLead } from '../planner/choices.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';

/** Leads that get their inbox in one statement. */
const SET = 1_000;

/**
 * Gives leads of running campaigns who have no inbox the one that the plan chose for them, and those another whose first email
 * waits for an inbox that cannot send. Follow-ups keep theirs.
 * @returns whether there may be more
 */
export async function assignInboxes(
  account: Account,
  campaigns: readonly PlannedCampaign[],
  inboxes: readonly PlannedInbox[],
): Promise<boolean> {
  let more = false;
  for (const campaign of campaigns) {
    const usable = campaign.inboxes.flatMap((place) => inboxes[place]?.id ?? []);
    if (usable.length === 0) continue;
    const leads = await account.rows<{ enrollment_id: string; subscriber_id: string }>(
      (own) => sql`
        select n.enrollment_id, e.subscriber_id
        from (${withoutInbox(own, campaign, usable)}) as found
        join ${own('next_steps')} as n on n.enrollment_id = found.enrollment_id
        join ${own('enrollments')} as e on e.id = n.enrollment_id
        limit ${SET}
        for no key update of n skip locked`,
    );
    if (leads.length === 0) continue;
    more ||= leads.length === SET;
    const rows = leads.map(({ enrollment_id, subscriber_id }) => ({
      id: enrollment_id,
      inbox: inboxes[chooseInbox(seedOfLead(campaign.id, subscriber_id), campaign, inboxes) ?? 0]?.id ?? null,
    }));
    await account
      .update('next_steps')
      .from(asTable(rows, 't', 'id uuid, inbox uuid'))
      .set({ email_account_id: sql<string>`t.inbox` })
      .whereRef('next_steps.enrollment_id', '=', 't.id')
      .execute();
  }
  return more;
}

/**
 * Leads of a campaign who have no inbox, or whose first email waits for one that is not usable. Both parts find them in the index:
 * looking at each waiting lead would cost every turn the size of the campaign.
 */
function withoutInbox(own: Own, campaign: PlannedCampaign, usable: readonly string[]): Sql {
  return sql`
    (
      select n.enrollment_id from ${own('next_steps')} as n
      where n.campaign_id = ${campaign.id} and n.email_account_id is null
      limit ${SET}
    )
    union all
    (
      select n.enrollment_id
      from ${own('email_accounts')} as a
      join ${own('next_steps')} as n on n.email_account_id = a.id and n.step = 1
      where n.campaign_id = ${campaign.id} and a.id <> all(${[...usable]}::uuid[])
      limit ${SET}
    )`;
}
