import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * What came back without blaming the address: deliveries, which time alone makes delivered no more, and emails that were refused
 * because of us, which are held against the inbox. And the order in which a campaign's latest sends are judged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table deliveries add column returned_at timestamptz(3);

drop index deliveries_sent;

create index deliveries_sent on deliveries (account_id, sent_at) where status = 'sent' and returned_at is null;

alter table mails add column blamed_at timestamptz(3);

create index mails_blamed on mails (account_id, email_account_id, blamed_at) where blamed_at is not null;

create index campaign_sends_latest on campaign_sends (account_id, campaign_id, sent_at desc, id)
  where status in ('sent', 'bounced');`,
  );
}
