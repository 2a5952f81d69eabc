import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import { NONE } from '../figures/contributions.ts';
import { type IntentSums, repliesOf, total } from '../figures/intents.ts';
import { summed, sumsOf } from '../figures/sums.ts';

interface Row {
  id: string;
  name: string;
  status: CampaignStatus;
  messages: number;
  leads: IntentSums[];
  unmatched: number;
}

/** The reply inbox, rolled up: messages and replies, in all and by campaign, split by intent. */
export async function readReplies(account: Account) {
  const rows = await account.rows<Row>(
    (own) => sql`
      select
        c.id, c.name, c.status, coalesce(matched.messages, 0) as messages, unmatched.messages as unmatched,
        ${asJson(sql`
          select l.reply_intent, l.replied, l.classified
          from ${own('campaign_leads')} as l
          where l.campaign_id = c.id`)} as leads
      from (
        select ${sumsOf('inbox_totals', ['messages'])}
        from ${own('inbox_totals')} as t
        where t.campaign_id = ${NONE}
      ) as unmatched
      left join ${own('campaigns')} as c on true
      left join (${summed(own, 'inbox_totals')}) as matched on matched.campaign_id = c.id`,
  );
  const campaigns = rows.filter((row) => row.id !== null);
  const campaign_reply_messages = total(campaigns.map((row) => row.messages));
  const { replies, awaiting_classification, by_intent } = repliesOf(campaigns.flatMap((row) => row.leads));
  return {
    inbox_messages: campaign_reply_messages + (rows[0]?.unmatched ?? 0),
    campaign_reply_messages,
    replies,
    awaiting_classification,
    by_intent,
    by_campaign: campaigns
      .map((row) => ({ row, split: repliesOf(row.leads) }))
      .filter(({ row, split }) => row.messages > 0 || split.replies > 0)
      .toSorted((a, b) => b.split.replies - a.split.replies || (a.row.id < b.row.id ? -1 : 1))
      .map(({ row, split }) => ({
        campaign: { id: toWire('cmp', row.id), name: row.name, status: row.status },
        messages: row.messages,
        ...split,
      })),
  };
}

/** A query of the replies of all campaigns together, split by intent; `repliesOf` takes its rows. */
export function replySums(own: Own): Sql<IntentSums> {
  return sql<IntentSums>`
    select l.reply_intent, ${sumsOf('campaign_leads', ['replied', 'classified'])}
    from ${own('campaign_leads')} as l
    group by l.reply_intent`;
}
