import type { Account } from '../db/account.ts';
import { asJson, momentOrNull } from '../db/rows.ts';
import type { CampaignStatus } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import type { CampaignSettings } from './settings.ts';
import { readSteps, type Step } from './steps.ts';

/** An inbox that a campaign names. */
export interface NamedInbox {
  id: string;
  address: string;
  /** Whether it was removed: then nothing leaves through it, and through no other in its place. */
  removed: boolean;
}

/** Everything of a campaign that is edited, as it is now. */
export interface CampaignForm extends CampaignSettings {
  id: string;
  status: CampaignStatus;
  scheduled_for: string | null;
  /** Whether its audience has joined: after that it only matters for those who come later, if it follows. */
  joined: boolean;
  inboxes: NamedInbox[];
  steps: Step[];
}

interface Row extends Omit<CampaignForm, 'steps' | 'scheduled_for' | 'joined'> {
  scheduled_for: Date | null;
  joined_at: Date | null;
}

/** A campaign as it is edited. @throws Refusal `not_found` */
export async function readCampaignForm(account: Account, { id }: { id: string }): Promise<CampaignForm> {
  const uuid = uuidOf('cmp', id, 'campaign');
  const [row] = await readRow(account, uuid);
  if (!row) throw notFound('campaign');
  const { scheduled_for, joined_at, inboxes, ...settings } = row;
  return {
    ...settings,
    id,
    scheduled_for: momentOrNull(scheduled_for),
    joined: joined_at !== null,
    inboxes: inboxes.map(inboxOnWire),
    steps: await readSteps(account, uuid),
  };
}

function readRow(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        c.id, c.status, c.scheduled_for, c.joined_at, c.name, c.daily_limit, c.domain_limit, c.send_days, c.send_from,
        c.send_until, c.time_zone, c.stop_on_reply, c.colleague_reply, c.track_opens, c.track_clicks, c.audience, c.follow,
        ${asJson(namedInboxes(own, sql`c.id`))} as inboxes
      from ${own('campaigns')} as c
      where c.id = ${uuid}`,
  );
}

/** A query of the inboxes that a campaign names, oldest first: none where it sends from all. */
export function namedInboxes(own: Own, campaign: Sql): Sql {
  return sql`
    select e.id, e.address, e.removed_at is not null as removed
    from ${own('campaign_inboxes')} as i join ${own('email_accounts')} as e on e.id = i.email_account_id
    where i.campaign_id = ${campaign}
    order by e.created_at, e.id`;
}

export function inboxOnWire({ id, ...inbox }: NamedInbox): NamedInbox {
  return { id: toWire('eml', id), ...inbox };
}
