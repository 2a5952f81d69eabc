import { istHour } from '../days.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import type { Forecast } from './forecast.ts';

/** An email that is planned, in words. */
export interface PlannedEmail {
  at: Date;
  campaign_id: string;
  campaign: string;
  inbox: string;
  /** Null for somebody who has yet to join. */
  enrollment_id: string | null;
  subscriber_id: string;
  email: string;
  step: number;
  variant: string;
}

interface Lead {
  campaign_id: string;
  subscriber_id: string;
}

/** The emails of a forecast, a few thousand at a time, with whom they go to. Ids are UUIDs. */
export async function* plannedEmails(account: Account, made: Forecast): AsyncGenerator<PlannedEmail[]> {
  const { plan, campaigns, inboxes, leads } = made;
  const names = new Map(
    (await account.select('campaigns').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const addresses = await readAddresses(account);
  const labels = await readLabels(account);
  for (let start = 0; start < plan.length; start += 1_000) {
    const emails = Array.from({ length: Math.min(1_000, plan.length - start) }, (_, nth) => {
      const place = start + nth;
      const lead = plan.lead[place] ?? 0;
      const campaign = campaigns[leads.campaign[lead] ?? 0];
      const step = plan.step[place] ?? 0;
      const variants = campaign?.steps.find((one) => one.step === step)?.variants;
      return {
        at: new Date(plan.at[place] ?? 0),
        campaign_id: campaign?.id ?? '',
        campaign: names.get(campaign?.id ?? '') ?? '',
        inbox: addresses.get(inboxes[plan.inbox[place] ?? 0]?.id ?? '') ?? '',
        subscriber_id: made.subscriberOf(lead),
        step,
        variant: labels.get(variants?.[plan.variant[place] ?? 0]?.id ?? '') ?? '',
      };
    });
    const known = await readLeads(account, emails);
    yield emails.map((email) => ({
      ...email,
      ...(known.get(keyOf(email)) ?? { enrollment_id: null, email: '' }),
    }));
  }
}

/** Emails of an hour, `2026-11-20 14:00` in IST, by one inbox. */
export interface PlannedHour {
  hour: string;
  /** Its address. */
  inbox: string;
  emails: number;
}

const HOUR = 3_600_000;
/** India's clocks are half an hour off those of UTC. */
const HALF = HOUR / 2;

/** How many emails of a forecast leave in each hour by each inbox, in order. The leads are not read. */
export async function plannedHours(
  account: Account,
  { plan, inboxes }: Pick<Forecast, 'plan' | 'inboxes'>,
): Promise<PlannedHour[]> {
  const addresses = await readAddresses(account);
  const hours = new Map<number, Map<number, number>>();
  for (let place = 0; place < plan.length; place++) {
    const hour = Math.floor(((plan.at[place] ?? 0) + HALF) / HOUR);
    const inbox = plan.inbox[place] ?? 0;
    const its = hours.get(hour) ?? new Map<number, number>();
    hours.set(hour, its.set(inbox, (its.get(inbox) ?? 0) + 1));
  }
  return [...hours].flatMap(([hour, its]) =>
    [...its].map(([inbox, emails]) => ({
      hour: istHour(new Date(hour * HOUR - HALF)),
      inbox: addresses.get(inboxes[inbox]?.id ?? '') ?? '',
      emails,
    })),
  );
}

async function readAddresses(account: Account): Promise<Map<string, string>> {
  const rows = await account.select('email_accounts').select(['id', 'address']).execute();
  return new Map(rows.map(({ id, address }) => [id, address]));
}

async function readLabels(account: Account): Promise<Map<string, string>> {
  const rows = await account.select('step_variants').select(['id', 'label']).execute();
  return new Map(rows.map(({ id, label }) => [id, label]));
}

async function readLeads(account: Account, leads: readonly Lead[]) {
  const given = JSON.stringify(
    leads.map(({ campaign_id, subscriber_id }) => ({ campaign_id, subscriber_id })),
  );
  const rows = await account.rows<Lead & { enrollment_id: string | null; email: string }>(
    (own) => sql`
      select distinct g.campaign_id, g.subscriber_id, e.id as enrollment_id, s.email
      from json_to_recordset(${given}::json) as g (campaign_id uuid, subscriber_id uuid)
      join ${own('subscribers')} as s on s.id = g.subscriber_id
      left join ${own('enrollments')} as e
        on e.campaign_id = g.campaign_id and e.subscriber_id = g.subscriber_id`,
  );
  return new Map(rows.map(({ enrollment_id, email, ...lead }) => [keyOf(lead), { enrollment_id, email }]));
}

function keyOf({ campaign_id, subscriber_id }: Lead): string {
  return `${campaign_id} ${subscriber_id}`;
}
