import { randomBytes } from 'node:crypto';

import {
  type Account,
  activateCampaign,
  connectInbox,
  createAccount,
  createCampaign,
  type Db,
  forAccount,
  newId,
  prepareSending,
  sealServer,
} from '@lodestone/core';
import { sql } from 'kysely';

/** A campaign whose leads have joined and are due, with inboxes that keep no gaps. */
export interface SendingWorld {
  account: Account;
  campaign: string;
  /** `LODESTONE_SECRET_KEY` of whoever is to open the inboxes. */
  secretKey: string;
}

const INBOXES = 6;

/** Makes an account with so many leads that wait for the first email of one campaign. */
export async function makeSendingWorld(
  db: Db,
  { leads, smtp, daily_limit = 1_000_000 }: { leads: number; smtp: string; daily_limit?: number },
): Promise<SendingWorld> {
  const { account_id } = await createAccount(db, { name: 'Bench', email: `${newId()}@acme.example` });
  const account = forAccount(db, account_id, { kind: 'operator' });
  const key = randomBytes(32);
  for (let nth = 0; nth < INBOXES; nth++) {
    const address = `inbox${nth}@acme.example`;
    await connectInbox(account, {
      address,
      smtp: sealServer([key], account, { address, way: 'smtp', url: smtp }),
      daily_capacity: 1_000_000,
      gap_from: 0,
      gap_to: 0,
    });
  }
  for (let from = 0; from < leads; from += 10_000) {
    await addLeads(db, account, from, Math.min(from + 10_000, leads));
  }
  const { id } = await createCampaign(account, {
    name: 'Bench',
    audience: { tag: 'bench' },
    daily_limit,
    send_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    send_from: '00:00',
    send_until: '23:59',
    time_zone: 'UTC',
    steps: [
      { delay_days: 0, variants: [{ label: 'A', subject: 'Pricing, {{ first_name }}', body: BODY }] },
      { delay_days: 3, variants: [{ label: 'A', subject: '', body: 'Did you see this, {{ first_name }}?' }] },
    ],
  });
  await activateCampaign(account, { id });
  while (await prepareSending(account));
  await sql`analyze`.execute(db);
  return { account, campaign: id, secretKey: key.toString('base64url') };
}

const BODY = `{Hi|Hello} {{ first_name }},

I saw that your team writes about pricing, and wondered how you test it. We rewrote twelve pages of companies like yours, and wrote
down what it brought: https://acme.example/teardown

Would you like to see it?`;

async function addLeads(db: Db, account: Account, from: number, until: number): Promise<void> {
  await sql`
    with made as (
      insert into people (id, email)
      select gen_random_uuid(), 'lead' || n || '@' || ${account.id}::text || '.example' from generate_series(${from}::int, ${until - 1}::int) as n
      returning id, email
    )
    insert into subscribers (account_id, id, person_id, email, first_name, tags, last_activity_at)
    select ${account.id}::uuid, gen_random_uuid(), id, email, 'Ben', '{bench}', now() from made`.execute(db);
}
