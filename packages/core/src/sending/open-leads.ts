import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import type { LeadRow } from '../planner/leads.ts';
import type { PlannedCampaign, PlannedRetry } from '../planner/model.ts';
import { mayBeWrittenTo } from './candidates.ts';
import { DOUBT_HOURS } from './doubts.ts';

const HOUR = 3_600_000;

interface OpenRow {
  subscriber_id: string;
  campaign_id: string;
  state: 'queued' | 'claimed' | 'in_doubt';
  step: number;
  variant_id: string;
  due_at: Date;
  claimed_at: Date | null;
  inbox: string;
  next_step: number | null;
  next_due_at: Date | null;
  next_inbox: string | null;
  domain: string;
}

/**
 * Leads whose latest step is not settled: one that was put off is tried again; of one that is on its way or in doubt the next is
 * planned, in doubt from the time on at which it counts as sent.
 */
export async function openLeads(
  account: Account,
  campaigns: readonly PlannedCampaign[],
): Promise<(LeadRow & { retry?: PlannedRetry })[]> {
  const rows = await account.rows<OpenRow>(
    (own) => sql`
      select e.subscriber_id, e.campaign_id, m.state, o.step, o.variant_id, m.due_at, m.claimed_at,
        m.email_account_id as inbox, n.step as next_step, n.due_at as next_due_at,
        n.email_account_id as next_inbox, split_part(s.email, '@', 2) as domain
      from ${own('mails')} as m
      join ${own('campaign_sends')} as o on o.id = m.send_id
      join ${own('enrollments')} as e on e.id = o.enrollment_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('campaigns')} as c on c.id = e.campaign_id
      left join ${own('next_steps')} as n on n.enrollment_id = e.id
      where m.kind = 'step' and m.state in ('queued', 'claimed', 'in_doubt') and ${mayBeWrittenTo(own)}
      order by m.due_at, m.id`,
  );
  return rows.flatMap((row) => openLead(row, campaigns));
}

function openLead(
  row: OpenRow,
  campaigns: readonly PlannedCampaign[],
): (LeadRow & { retry?: PlannedRetry })[] {
  const campaign = campaigns.find(({ id }) => id === row.campaign_id);
  if (!campaign) return [];
  const { subscriber_id, campaign_id, domain, next_step, next_due_at } = row;
  const tried_at = row.claimed_at?.getTime() ?? 0;
  const of = { subscriber_id, campaign_id, domain };
  if (row.state === 'queued') {
    const variants = campaign.steps.find(({ step }) => step === row.step)?.variants ?? [];
    const variant = Math.max(
      variants.findIndex(({ id }) => id === row.variant_id),
      0,
    );
    const next = next_step && next_due_at ? { step: next_step, due: next_due_at.getTime() } : null;
    const { step, due_at, inbox: email_account_id } = row;
    return [{ ...of, step, due: due_at.getTime(), email_account_id, retry: { variant, tried_at, next } }];
  }
  if (!next_step || !next_due_at) return [];
  const known = row.state === 'in_doubt' ? tried_at + DOUBT_HOURS * HOUR : -Infinity;
  const due = Math.max(next_due_at.getTime(), known);
  return [{ ...of, step: next_step, due, email_account_id: row.next_inbox }];
}
