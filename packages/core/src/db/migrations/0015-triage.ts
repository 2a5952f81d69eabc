import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Whether a conversation was opened and dealt with since its latest message, and the inbox by intent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, triage);
}

const triage = `
alter table enrollments
  add column read_at timestamptz(3),
  add column done_at timestamptz(3);

create index enrollments_open on enrollments (account_id, last_message_at desc, id)
  where last_message_at is not null and (done_at is null or done_at < last_message_at);

create index enrollments_unread on enrollments (account_id, last_message_at desc, id)
  where last_message_at is not null and (read_at is null or read_at < last_message_at);

create index enrollments_by_intent on enrollments (account_id, reply_intent, last_message_at desc, id)
  where last_message_at is not null;
`;
