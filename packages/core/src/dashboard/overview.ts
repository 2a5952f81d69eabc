import { type ActiveCampaignRow, activeCampaignOf, activeCampaigns } from '../campaigns/performance.ts';
import { istDay } from '../days.ts';
import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { type IntentSums, repliesOf } from '../figures/intents.ts';
import { replySums } from '../unibox/replies.ts';
import { attentionColumns, attentionOf, type AttentionRow } from './attention.ts';

interface Row extends AttentionRow {
  active: ActiveCampaignRow[];
  replies: IntentSums[];
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/**
 * What stands around the dashboard's figures, in one round trip: what needs attention, the campaigns that are active, the newest of
 * them, and the replies of all campaigns together.
 * @param options.campaigns how many active campaigns
 */
export async function readOverview(account: Account, { campaigns }: { campaigns: number }) {
  const [row] = await account.rows<Row>(
    (own) => sql`
      select
        ${attentionColumns(own, istDay(account.now()))},
        ${asJson(activeCampaigns(own, campaigns))} as active,
        ${asJson(replySums(own))} as replies`,
  );
  const { active, replies, ...attention } = row ?? NOTHING;
  return {
    attention: attentionOf(attention),
    campaigns: active.map(activeCampaignOf),
    replies: repliesOf(replies),
  };
}

const NOTHING: Row = {
  inboxes: [],
  paused: [],
  failed_emails: [],
  near_limit: [],
  failed: [],
  active: [],
  replies: [],
};
