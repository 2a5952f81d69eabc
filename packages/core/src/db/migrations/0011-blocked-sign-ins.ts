import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** The few rows of the audit log that a user's settings show, found without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `create index audit_log_blocked_sign_ins on audit_log (account_id, object_id, at) where action = 'user.sign_in_blocked'`,
  );
}
