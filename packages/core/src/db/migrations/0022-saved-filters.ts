import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Filters of the subscriber list that an account keeps under a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table saved_filters (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null check (name <> '' and length(name) <= 120),
  -- Parameters of the list's address.
  query text not null check (length(query) <= 8000),
  primary key (account_id, id),
  unique (account_id, name)
);`,
  );
}
