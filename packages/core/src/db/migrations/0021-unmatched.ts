import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Emails that are about none of ours, in the order in which they are listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create index inbox_messages_unmatched on inbox_messages (account_id, received_at desc, id)
  where enrollment_id is null and mail_id is null;`,
  );
}
