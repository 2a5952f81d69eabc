import type { Account } from '../db/account.ts';
import type { CampaignStatus, EnrollmentStatus } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { fromWire, toWire, uuidOf } from '../ids.ts';
import type { PlannedCampaign, PlannedInbox } from '../planner/model.ts';
import { openSpans } from '../planner/window.ts';
import { notFound } from '../refusal.ts';
import { failureOf, HAS_ANSWERED } from '../sending/candidates.ts';
import { databaseTime, readCampaigns, readInboxes } from '../sending/snapshot.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';

/** The one thing for which a lead is not written to now, and until when, where that is known. */
export interface NotNow {
  because:
    | 'ended'
    | 'unsubscribed'
    | 'suppressed'
    | 'replied'
    | 'campaign_not_running'
    | 'in_doubt'
    | 'tried_again_later'
    | 'failed'
    | 'out_of_office'
    | 'colleague_replied'
    | 'not_due'
    | 'no_inbox'
    | 'outside_window'
    | 'campaign_limit'
    | 'domain_limit'
    | 'inbox_limit'
    | 'gap';
  until: string | null;
  /** Why their email failed, where it did. */
  failure?: string;
}

interface Row {
  id: string;
  status: EnrollmentStatus;
  step: number | null;
  due_at: Date | null;
  waits_for: 'out_of_office' | 'colleague' | null;
  email_account_id: string | null;
  domain: string;
  campaign_status: CampaignStatus;
  unsubscribed: boolean;
  suppressed: boolean;
  replied: boolean;
  open_state: 'claimed' | 'in_doubt' | 'queued' | null;
  open_due_at: Date | null;
  failure: string | null;
}

/**
 * Why nothing is sent to leads of a campaign now, by their ids (enr_...): null for those who are written to now.
 * @throws Refusal `not_found`
 */
export async function whyNotNow(
  account: Account,
  { campaign_id, leads }: { campaign_id: string; leads: readonly string[] },
): Promise<Map<string, NotNow | null>> {
  const campaign = uuidOf('cmp', campaign_id, 'campaign');
  const now = await databaseTime(account);
  const inboxes = await readInboxes(account, now);
  const [planned] = await readCampaigns(account, now, inboxes, [campaign]);
  if (!planned) throw notFound('campaign');
  const rows = await readRows(
    account,
    campaign,
    leads.flatMap((id) => fromWire('enr', id) ?? []),
  );
  return new Map(rows.map((row) => [toWire('enr', row.id), notNow(row, planned, inboxes, now)]));
}

function readRows(account: Account, campaign: string, leads: readonly string[]): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select e.id, e.status, n.step, n.due_at, n.waits_for, n.email_account_id, c.status as campaign_status,
        split_part(s.email, '@', 2) as domain,
        s.status = 'unsubscribed' as unsubscribed, ${isSuppressed(own, sql`s.email`)} as suppressed,
        ${HAS_ANSWERED} as replied,
        o.state as open_state, o.due_at as open_due_at, ${failureOf(own)} as failure
      from ${own('enrollments')} as e
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('campaigns')} as c on c.id = e.campaign_id
      left join ${own('next_steps')} as n on n.enrollment_id = e.id
      left join lateral (
        select m.state, m.due_at
        from ${own('campaign_sends')} as q join ${own('mails')} as m on m.send_id = q.id
        where q.enrollment_id = e.id and m.state in ('claimed', 'in_doubt', 'queued')
        limit 1
      ) as o on true
      where e.campaign_id = ${campaign} and e.id = any(${[...leads]}::uuid[])`,
  );
}

/** The first that binds, in the order in which they would have to be lifted. Null: they are written to now. */
function notNow(
  row: Row,
  campaign: PlannedCampaign,
  inboxes: readonly PlannedInbox[],
  now: number,
): NotNow | null {
  const until = (because: NotNow['because'], at: Date | number | null = null): NotNow => ({
    because,
    until: at === null || at === Infinity ? null : new Date(at).toISOString(),
  });
  if (row.status !== 'active') return until('ended');
  if (row.unsubscribed) return until('unsubscribed');
  if (row.suppressed) return until('suppressed');
  if (row.replied) return until('replied');
  if (row.campaign_status !== 'active') return until('campaign_not_running');
  if (row.open_state === 'in_doubt') return until('in_doubt');
  if (row.open_state !== null) return until('tried_again_later', row.open_due_at);
  if (row.step === null || row.due_at === null) return until('ended');
  if (row.failure !== null) return { ...until('failed'), failure: row.failure };
  if (row.due_at.getTime() > now) return until(waitOf(row), row.due_at);
  const usable = campaign.inboxes.flatMap((place) => inboxes[place] ?? []);
  const inbox =
    usable.find(({ id }) => id === row.email_account_id) ?? (row.step === 1 ? usable[0] : undefined);
  if (!inbox) return until('no_inbox');
  const [span] = openSpans(campaign.window, now, now + 8 * 86_400_000);
  if (!span || span.from > now) return until('outside_window', span?.from ?? null);
  if (campaign.used >= campaign.daily_limit) return until('campaign_limit');
  if (domainIsFull(campaign, row.domain)) return until('domain_limit');
  if (inbox.used >= inbox.cap) return until('inbox_limit');
  return inbox.gap_to > 0 ? until('gap') : null;
}

function domainIsFull({ domain_limit, used_by_domain }: PlannedCampaign, domain: string): boolean {
  return domain_limit !== null && (used_by_domain.get(domain) ?? 0) >= domain_limit;
}

function waitOf({ waits_for }: Row): NotNow['because'] {
  if (waits_for === 'out_of_office') return 'out_of_office';
  return waits_for === 'colleague' ? 'colleague_replied' : 'not_due';
}
