/** Small beginnings for tests that need three rows and not a demo. What a test does not name has a value that does no harm. */
import { type Account, addMails, createAccount, type Db, forAccount, newId } from '@lodestone/core';
import type { TenantTables } from '@lodestone/core/db/schema.js';
import type { Insertable } from 'kysely';

/** The columns of a row that a test names. */
type Columns<Table extends keyof TenantTables> = Partial<Omit<Insertable<TenantTables[Table]>, 'account_id'>>;

/** An account of its own, with an owner. */
export async function anAccount(db: Db): Promise<Account> {
  const { account_id } = await createAccount(db, { name: 'Acme', email: `${newId()}@acme.example` });
  return forAccount(db, account_id, { kind: 'system' });
}

/** @returns its id */
export async function anInbox(account: Account, columns: Columns<'email_accounts'> = {}): Promise<string> {
  const id = newId();
  const address = `maya@${id}.example`;
  await account.insert('email_accounts', { id, address, provider: 'smtp', daily_capacity: 50, ...columns });
  return id;
}

/** An active campaign and the texts of its steps. */
export interface Campaign {
  id: string;
  /** Ids of the first variant of each step. */
  variants: string[];
}

/** Each step has a variant with every label. */
export async function aCampaign(
  account: Account,
  {
    steps = 1,
    labels = ['A'],
    ...columns
  }: Columns<'campaigns'> & { steps?: number; labels?: readonly string[] } = {},
): Promise<Campaign> {
  const id = newId();
  await account.insert('campaigns', {
    id,
    name: 'Autumn',
    status: 'active',
    daily_limit: 50,
    send_days: ['mon'],
    send_from: '09:00',
    send_until: '18:00',
    ...columns,
  });
  const variants: string[] = [];
  for (let step = 1; step <= steps; step++) {
    await account.insert('campaign_steps', { campaign_id: id, step, delay_days: step === 1 ? 0 : 3 });
    const texts = labels.map((label) => ({ id: newId(), label, subject: 'Hi', body: 'Hello' }));
    await account.insert(
      'step_variants',
      texts.map((text) => ({ campaign_id: id, step, ...text })),
    );
    variants.push(texts[0]?.id ?? '');
  }
  return { id, variants };
}

/** @returns its id */
export async function aMagnet(account: Account, columns: Columns<'magnets'> = {}): Promise<string> {
  const id = newId();
  const texts = { title: 'Guide', slug: id, kind: 'guide' as const, delivery_subject: 'Here it is' };
  await account.insert('magnets', { id, ...texts, ...columns });
  return id;
}

/** @returns their id */
export async function aSubscriber(account: Account, columns: Columns<'subscribers'> = {}): Promise<string> {
  const id = newId();
  const { email = `${id}@client.example` } = columns;
  const person_id = (await account.people.with([email])).get(email) ?? '';
  await account.insert('subscribers', { id, person_id, email, last_activity_at: new Date(), ...columns });
  return id;
}

/** Somebody who got the first step of a campaign. Ids are UUIDs. */
export interface Lead {
  email: string;
  subscriber: string;
  enrollment: string;
  send: string;
  mail: { id: string; message_id: string; token: string };
}

/** A lead whom the campaign wrote to a minute ago, from the inbox. */
export async function aLead(
  account: Account,
  {
    campaign,
    inbox,
    email = `${newId()}@client.example`,
  }: { campaign: Campaign; inbox: string; email?: string },
): Promise<Lead> {
  const [enrollment, send] = [newId(), newId()];
  const subscriber = await aSubscriber(account, { email });
  const sent_at = new Date(Date.now() - 60_000);
  await account.insert('enrollments', {
    id: enrollment,
    campaign_id: campaign.id,
    subscriber_id: subscriber,
  });
  await account.insert('campaign_sends', {
    id: send,
    campaign_id: campaign.id,
    enrollment_id: enrollment,
    step: 1,
    variant_id: campaign.variants[0] ?? '',
    email_account_id: inbox,
    status: 'sent',
    sent_at,
  });
  const { address } = await account
    .select('email_accounts')
    .select('address')
    .where('id', '=', inbox)
    .executeTakeFirstOrThrow();
  const [mail] = await addMails(account, [
    {
      kind: 'step',
      to_address: email,
      domain: address.slice(address.indexOf('@') + 1),
      subscriber_id: subscriber,
      enrollment_id: enrollment,
      send_id: send,
      email_account_id: inbox,
    },
  ]);
  if (!mail) throw new Error('No email was added.');
  await account.update('mails').set({ state: 'sent', sent_at }).where('id', '=', mail.id).execute();
  return { email, subscriber, enrollment, send, mail };
}
