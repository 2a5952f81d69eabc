import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import {
  type Account,
  connectInbox,
  createAccount,
  createCampaign,
  type Db,
  forAccount,
} from '@lodestone/core';
import { sql } from 'kysely';

import { path } from '../paths.ts';
import { nodeOptions } from './contender.ts';
import { dropDatabase, newDatabase } from './databases.ts';
import { printTable } from './figures.ts';

const DATABASE = 'lodestone_bench_planning';
const CAMPAIGNS = 5;
const INBOXES = 20;

/** What planning a week takes: many leads in several campaigns, by inboxes that get through all of them. */
export async function benchPlanning({ leads }: { leads: number }): Promise<void> {
  const { db, url } = await newDatabase(DATABASE);
  try {
    const account = await fill(db, leads);
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...nodeOptions(),
      '--expose-gc',
      path('scripts/bench/planning.child.ts'),
      url,
      account.id,
    ]);
    const made = JSON.parse(stdout) as Record<
      'whole' | 'page',
      Record<'ms' | 'cpu' | 'leads' | 'emails' | 'megabytes', number>
    >;
    printTable(
      ['7 days', 'leads', 'emails', 'seconds', 'of them CPU', 'MB at most'],
      Object.entries(made).map(([name, { ms, cpu, leads, emails, megabytes }]) => [
        name === 'whole' ? 'planned' : 'as much of them as a page plans',
        String(leads),
        String(emails),
        (ms / 1_000).toFixed(1),
        (cpu / 1_000).toFixed(1),
        megabytes.toFixed(0),
      ]),
    );
  } finally {
    await db.destroy();
    await dropDatabase(DATABASE);
  }
}

async function fill(db: Db, leads: number): Promise<Account> {
  const { account_id } = await createAccount(db, { name: 'Bench', email: 'bench@acme.example' });
  const account = forAccount(db, account_id, { kind: 'operator' });
  const daily_capacity = Math.ceil(leads / 4 / INBOXES);
  for (let nth = 0; nth < INBOXES; nth++) {
    const smtp = { secret: Buffer.from('none'), server: '127.0.0.1:25' };
    const address = `inbox${nth}@acme.example`;
    await connectInbox(account, { address, smtp, daily_capacity, gap_from: 0, gap_to: 0 });
  }
  const campaigns: string[] = [];
  for (let nth = 0; nth < CAMPAIGNS; nth++) {
    const { id } = await createCampaign(account, {
      name: `Bench ${nth}`,
      daily_limit: 1_000_000,
      time_zone: 'Europe/Berlin',
      steps: [0, 2, 3].map((delay_days) => ({
        delay_days,
        variants: ['A', 'B'].map((label) => ({ label, subject: 'Hi', body: 'Hi' })),
      })),
    });
    campaigns.push(id);
  }
  // As many rows past the triggers: what is measured is reading them.
  await sql`set session_replication_role = replica`.execute(db);
  await sql`update campaigns set status = 'active', started_at = now(), joined_at = now()`.execute(db);
  await sql`
    insert into people (id, email)
    select gen_random_uuid(), 'lead' || n || '@company' || n % 50000 || '.example' from generate_series(1, ${leads}::int) as n`.execute(
    db,
  );
  await sql`
    insert into subscribers (account_id, id, person_id, email, last_activity_at, number)
    select ${account_id}::uuid, gen_random_uuid(), id, email, now(), row_number() over () from people`.execute(
    db,
  );
  await sql`
    with chosen as (select id, row_number() over () as nth from campaigns)
    insert into enrollments (account_id, id, campaign_id, subscriber_id)
    select s.account_id, gen_random_uuid(), c.id, s.id
    from subscribers as s join chosen as c on c.nth = 1 + s.number % ${CAMPAIGNS}::int`.execute(db);
  // A page asks the figures how many leads there are.
  await sql`
    insert into campaign_leads (account_id, campaign_id, status, reply_intent, enrollments)
    select account_id, campaign_id, status, reply_intent, count(*) from enrollments group by 1, 2, 3, 4`.execute(
    db,
  );
  await sql`
    with chosen as (select id, row_number() over () as nth from email_accounts),
      lead as (select e.*, row_number() over () as nth from enrollments as e)
    insert into next_steps (account_id, enrollment_id, campaign_id, step, due_at, email_account_id)
    select l.account_id, l.id, l.campaign_id, 1 + l.nth % 3, now() + (l.nth % 7 - 3) * interval '1 day', i.id
    from lead as l join chosen as i on i.nth = 1 + l.nth % ${INBOXES}::int`.execute(db);
  await sql`set session_replication_role = default`.execute(db);
  await sql`analyze`.execute(db);
  return account;
}
