import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** 2-step sign-in: a user's authenticator, their recovery codes, and sign-ins that still wait for a code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table authenticators (
  account_id uuid not null,
  user_id uuid not null,
  -- Encrypted with the installation's key.
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Null until a first code has shown that it is set up.
  confirmed_at timestamptz(3),
  -- The time step of the last code that was taken.
  last_step integer not null default 0,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users on delete cascade
);

create table recovery_codes (
  account_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references authenticators on delete cascade
);

create table sign_in_challenges (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users on delete cascade
);
`,
  );
}
