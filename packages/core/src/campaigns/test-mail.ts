import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { sends } from '../email-accounts/sending.ts';
import { fromWire } from '../ids.ts';
import { addMails, type MailIdentity } from '../mails/mail.ts';
import { Refusal } from '../refusal.ts';
import type { OutgoingStep } from '../sending/outgoing.ts';

/** The inbox that a test of a campaign leaves by. Its id is a UUID. */
type TestInbox = OutgoingStep['inbox'];

/**
 * Writes down a test of a campaign's email, through the first of its inboxes that sends. It is of no lead and of no send, so no
 * figure ever counts it. Only the one who asked for it claims it.
 * @param inboxes of the campaign (eml_...); none for all of the account's
 * @throws Refusal `invalid_state` when no inbox can send
 */
export async function addCampaignTest(
  account: Account,
  { to, inboxes }: { to: string; inboxes: readonly string[] },
): Promise<{ mail: MailIdentity; inbox: TestInbox }> {
  const wanted = inboxes.flatMap((id) => fromWire('eml', id) ?? []);
  const inbox = await account
    .select('email_accounts')
    .select(['id', 'address', 'display_name', 'signature', 'smtp_secret'])
    .where(sends('email_accounts'))
    .where(sql<boolean>`(${wanted.length === 0} or id = any(${wanted}::uuid[]))`)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!inbox) {
    throw new Refusal('invalid_state', 'No inbox can send the test: connect one, or resume a paused one.');
  }
  const domain = inbox.address.split('@')[1] ?? 'localhost';
  const [mail] = await addMails(account, [
    { kind: 'test', to_address: to, domain, email_account_id: inbox.id },
  ]);
  if (!mail) throw new Error('No email was written down.');
  return { mail, inbox };
}

/** What templates know of a lead. */
export interface SampleLead {
  email: string;
  first_name: string | null;
  last_name: string | null;
  fields: Record<string, string>;
}

/** Nobody in particular, for an account that has no lead yet. */
const NOBODY: SampleLead = { email: 'alex@example.com', first_name: 'Alex', last_name: 'Doe', fields: {} };

/**
 * The lead with an address, or the one who was seen last where none is given.
 * @throws Refusal `invalid_parameter` when nobody has that address
 */
export async function readSampleLead(account: Account, email: string): Promise<SampleLead> {
  const address = email.trim().toLowerCase();
  const leads = account.select('subscribers').select(['email', 'first_name', 'last_name', 'fields']);
  const lead = await (
    address === ''
      ? leads.where('status', '=', 'active').orderBy('first_seen_at', 'desc').orderBy('id', 'desc')
      : leads.where(sql<boolean>`person_id = any(${await account.people.known([address])}::uuid[])`)
  )
    .limit(1)
    .executeTakeFirst();
  if (lead) return lead;
  if (address === '') return NOBODY;
  throw new Refusal('invalid_parameter', `No subscriber has the address ${address}.`, 'lead');
}
