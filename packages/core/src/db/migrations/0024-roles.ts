import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Owners and members, and how a user is invited. Who was there before is an owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table users
  add column role text not null default 'owner' check (role in ('owner', 'member'));

-- From here on whoever adds a user says which.
alter table users alter column role drop default;

create table invitations (
  account_id uuid not null references accounts,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'member')),
  token_hash bytea not null unique,
  invited_by uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, email),
  foreign key (account_id, invited_by) references users on delete cascade
);
`,
  );
}
