import { audienceOf } from '../campaigns/settings.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { chooseInbox, seedOfLead } from '../planner/choices.ts';
import type { LeadRow } from '../planner/leads.ts';
import { daysLater, zoneOf } from '../planner/zone.ts';
import { inAudience } from '../subscribers/list.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import { domainOf, reachOf, tellCuts, type WantedLeads } from './due-leads.ts';
import type { Coming } from './forecast-campaigns.ts';

/** Subscribers that are read at once. */
const SET = 10_000;

interface Found {
  id: string;
  number: number;
  domain: string;
}

/** Those who will join a campaign and that a plan has to know, in the order in which they join, a few thousand at a time. */
export async function* joiningLeads(
  account: Account,
  wanted: WantedLeads & Pick<Coming, 'joining'>,
): AsyncGenerator<LeadRow[]> {
  const { campaign, inboxes, starts, from, until, joining } = wanted;
  const within = joining && inAudience({ ...audienceOf(joining.audience), status: 'active' });
  if (!joining || within === null) return;
  const [first] = campaign.steps;
  const joins = starts ?? from;
  const due = first?.delay_days
    ? daysLater(zoneOf(campaign.window.time_zone), joins, first.delay_days)
    : joins;
  if (due > until) return;
  const reach = reachOf(wanted);
  let from_number = joining.from_number;
  while (reach.room(campaign.inboxes, [true]) > 0) {
    const number = from_number;
    const found: Found[] = await account.rows<Found>(
      (own) => sql`
        select s.id, s.number, ${domainOf(campaign)} as domain
        from ${own('subscribers')} as s
        where s.number >= ${number} and ${within} and not ${isSuppressed(own, sql`s.email`)}
          and not exists (
            select from ${own('enrollments')} as e
            where e.campaign_id = ${campaign.id} and e.subscriber_id = s.id
          )
        order by s.number
        limit ${SET}`,
    );
    yield found.flatMap(({ id, domain }) => {
      const inbox = chooseInbox(seedOfLead(campaign.id, id), campaign, inboxes);
      if (inbox === undefined || !reach.takes({ inbox, first: true, domain, due })) return [];
      const email_account_id = inboxes[inbox]?.id ?? null;
      return [{ subscriber_id: id, campaign_id: campaign.id, step: 1, due, email_account_id, domain }];
    });
    from_number = (found.at(-1)?.number ?? 0) + 1;
    if (found.length < SET) break;
  }
  tellCuts(wanted, reach);
}
