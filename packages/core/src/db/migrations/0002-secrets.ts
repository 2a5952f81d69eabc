import { randomBytes } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import { runStatements } from '../statements.ts';

/** Secrets of the installation itself. They are made once, here, so that every process signs with the same one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table secrets (
  name text primary key,
  value bytea not null check (length(value) >= 32)
);
`,
  );
  await sql`insert into secrets (name, value) values ('subscriber_link', ${randomBytes(32)})`.execute(db);
}
