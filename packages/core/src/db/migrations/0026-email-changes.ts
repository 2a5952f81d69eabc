import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** A user's new sign-in email, until it is confirmed from there; and what is written to users themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('delivery', 'step', 'confirmation', 'test', 'answer', 'email_change', 'email_changed'));

create table email_changes (
  account_id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  -- The email whose link confirms it.
  mail_id uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users on delete cascade,
  foreign key (account_id, mail_id) references mails on delete cascade
);
`,
  );
}
