import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** An account's logo, as its public pages show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `create table account_logos (
      account_id uuid primary key references accounts,
      -- Stands in its address, and is another for another picture, so that it may be kept for ever.
      token text not null unique check (token ~ '^[A-Za-z0-9_-]{16}$'),
      type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      bytes bytea not null check (octet_length(bytes) between 1 and 204800)
    );`,
  );
}
