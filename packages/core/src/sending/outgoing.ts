import type { Account } from '../db/account.ts';
import { rowsByIndex } from '../db/by-index.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

/** All that a step is written from. Ids are UUIDs. */
export interface OutgoingStep {
  /** Of the email. */
  id: string;
  send_id: string;
  step: number;
  /** Templates. */
  subject: string;
  body: string;
  /** Who gets it. */
  lead: {
    id: string;
    enrollment_id: string;
    email: string;
    first_name: string | null;
    last_name: string | null;
    fields: Record<string, string>;
  };
  campaign: { id: string; name: string; track_opens: boolean; track_clicks: boolean };
  inbox: {
    id: string;
    address: string;
    display_name: string | null;
    signature: string | null;
    smtp_secret: Buffer | null;
  };
  /** What was sent to them before in this sequence, oldest first. */
  before: { message_id: string; subject: string | null; template: string }[];
}

/** What of the account stands in its emails. */
export interface SenderProfile {
  name: string;
  brand_name: string | null;
  brand_color: string | null;
  postal_address: string | null;
  track_opens: boolean;
  track_clicks: boolean;
  simulated: boolean;
}

type Row = Omit<OutgoingStep, 'lead' | 'campaign' | 'inbox'> &
  Omit<OutgoingStep['lead'], 'id'> & {
    subscriber_id: string;
    campaign_id: string;
    campaign_name: string;
    track_opens: boolean;
    track_clicks: boolean;
    inbox_id: string;
    address: string;
    display_name: string | null;
    signature: string | null;
    smtp_secret: Buffer | null;
  };

/** Claimed steps with all that they are written from, in the order of their ids. */
export async function readOutgoing(account: Account, mails: readonly string[]): Promise<OutgoingStep[]> {
  if (mails.length === 0) return [];
  const rows = await rowsByIndex<Row>(
    account,
    (own) => sql`
      select m.id, m.send_id, cs.step, v.subject, v.body,
        s.id as subscriber_id, m.enrollment_id, m.to_address as email, s.first_name, s.last_name, s.fields,
        c.id as campaign_id, c.name as campaign_name, c.track_opens, c.track_clicks,
        a.id as inbox_id, a.address, a.display_name, a.signature, a.smtp_secret,
        ${asJson(sql`
          select coalesce(pm.provider_message_id, pm.sent_copy_id, pm.message_id) as message_id, p.subject, pv.subject as template
          from ${own('campaign_sends')} as p
          join ${own('mails')} as pm on pm.send_id = p.id
          join ${own('step_variants')} as pv
            on pv.campaign_id = p.campaign_id and pv.step = p.step and pv.id = p.variant_id
          where p.enrollment_id = cs.enrollment_id and p.step < cs.step and p.status = 'sent'
          order by p.step`)} as before
      from ${own('mails')} as m
      join ${own('campaign_sends')} as cs on cs.id = m.send_id
      join ${own('step_variants')} as v
        on v.campaign_id = cs.campaign_id and v.step = cs.step and v.id = cs.variant_id
      join ${own('subscribers')} as s on s.id = m.subscriber_id
      join ${own('campaigns')} as c on c.id = cs.campaign_id
      join ${own('email_accounts')} as a on a.id = m.email_account_id
      where m.id = any(${[...mails]}::uuid[])
      order by m.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    send_id: row.send_id,
    step: row.step,
    subject: row.subject,
    body: row.body,
    lead: {
      id: row.subscriber_id,
      enrollment_id: row.enrollment_id,
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      fields: row.fields,
    },
    campaign: {
      id: row.campaign_id,
      name: row.campaign_name,
      track_opens: row.track_opens,
      track_clicks: row.track_clicks,
    },
    inbox: {
      id: row.inbox_id,
      address: row.address,
      display_name: row.display_name,
      signature: row.signature,
      smtp_secret: row.smtp_secret,
    },
    before: row.before,
  }));
}

/** What of the account stands in its emails. */
export async function readSender(account: Account): Promise<SenderProfile> {
  const [sender] = await account.rows<SenderProfile>(
    (own) => sql`
      select a.name, a.brand_name, a.brand_color, a.postal_address, a.track_opens, a.track_clicks, a.simulated
      from ${own('accounts')} as a`,
  );
  if (!sender) throw new Error('The account is gone.');
  return sender;
}

/**
 * Keeps where the links of emails lead, before these leave.
 * @param again emails that may have links of an attempt before: their text may have changed meanwhile
 */
export async function keepStepLinks(
  account: Account,
  links: readonly { mail_id: string; number: number; url: string; hidden: boolean }[],
  again: readonly string[],
): Promise<void> {
  if (again.length > 0) await account.remove('mail_links').where('mail_id', 'in', again).execute();
  if (links.length === 0) return;
  await account.insert('mail_links', links);
}

/** Keeps emails that leave no further than this installation. */
export async function keepStepsInOutbox(
  account: Account,
  mails: readonly { mail_id: string; raw: Buffer }[],
): Promise<void> {
  if (mails.length === 0) return;
  await account
    .remove('outbox')
    .where(
      'mail_id',
      'in',
      mails.map(({ mail_id }) => mail_id),
    )
    .execute();
  await account.insert('outbox', mails);
}
