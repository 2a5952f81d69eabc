import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Which installation may send from this database, and what all of its processes share: see installation/fence.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, installation);
}

const installation = `
create table installation (
  -- There is one row.
  one boolean primary key default true check (one),
  -- As its processes have it in their environment; null where none has.
  name text check (length(name) between 1 and 200),
  -- Of this database, and of its copies.
  database_id uuid not null default gen_random_uuid(),
  -- Goes up with time: a database that is behind what a process saw last has been restored.
  generation integer not null default 1,
  -- Where people reach the application, as the server that started last has it.
  public_url text,
  -- Which key the secrets in it are encrypted with.
  secret_key_id text
);
`;
