import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** The audit log by time, for all, for who acted and for what was done. Visitors and jobs write most of it, without an id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create index audit_log_latest on audit_log (account_id, at desc, id desc);

create index audit_log_by_actor on audit_log (account_id, actor_id, at desc, id desc) where actor_id is not null;

create index audit_log_by_action on audit_log (account_id, action, at desc, id desc);
`,
  );
}
