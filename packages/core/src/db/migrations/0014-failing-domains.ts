import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Since when a domain's checks have failed, and when a look-up last said so, so that an inbox is paused after a time of grace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table email_accounts
  add column domain_failing_since timestamptz(3),
  add column domain_failed_at timestamptz(3),
  add constraint fails_since_it_failed check (domain_failed_at is null or domain_failing_since <= domain_failed_at);`,
  );
}
