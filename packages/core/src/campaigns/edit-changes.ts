import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { sumOf, sumsOf } from '../figures/sums.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** The leads that an edit of a campaign still reaches, and those for whom it comes too late. */
export interface EditChanges {
  /** Leads whose sequence goes on: their emails to come are as the campaign is by then. */
  active_leads: number;
  /** For each step, in order, how many leads it left for, bounced ones included: an edit changes nothing for these. */
  steps: { step: number; left: number }[];
}

/**
 * The leads for whom an edit of a campaign (cmp_...) changes something.
 * @throws Refusal `not_found`
 */
export async function whomAnEditChanges(account: Account, { id }: { id: string }): Promise<EditChanges> {
  const uuid = uuidOf('cmp', id, 'campaign');
  const [row] = await readRow(account, uuid);
  if (!row) throw notFound('campaign');
  const { active_leads, steps } = row;
  return { active_leads, steps: steps.map(({ step, sent, bounced }) => ({ step, left: sent + bounced })) };
}

interface Row {
  active_leads: number;
  steps: { step: number; sent: number; bounced: number }[];
}

function readRow(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        (
          select ${sumOf('campaign_leads', 'enrollments')} from ${own('campaign_leads')} as l
          where l.campaign_id = c.id and l.status = 'active'
        ) as active_leads,
        ${asJson(sql`
          select s.step, ${sumsOf('step_days', ['sent', 'bounced'])}
          from ${own('campaign_steps')} as s
          left join ${own('step_days')} as d on d.campaign_id = s.campaign_id and d.step = s.step
          where s.campaign_id = c.id
          group by s.step
          order by s.step`)} as steps
      from ${own('campaigns')} as c
      where c.id = ${uuid}`,
  );
}
