import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** How far a replica must have come before it can answer an account: see db/replica.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
-- Unlogged: it is worth seconds, and a write should not wait for the disk once more.
create unlogged table account_writes (
  account_id uuid primary key references accounts on delete cascade,
  -- A place in the write-ahead log behind the latest change that a caller of the account made.
  lsn pg_lsn not null
);
`,
  );
}
