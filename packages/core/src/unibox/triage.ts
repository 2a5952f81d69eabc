import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { fromWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** Notes that a conversation was opened; one without a message since the last time is left alone. */
export async function markRead(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = fromWire('enr', id);
  if (uuid === null) return;
  await account
    .update('enrollments')
    .set({ read_at: NOW })
    .where('id', '=', uuid)
    .where(sql<boolean>`(read_at is null or read_at < last_message_at)`)
    .execute();
}

/**
 * Puts a conversation out of the open ones, or back among them. A later message puts it back by itself.
 * @throws Refusal `not_found`
 */
export async function setDone(account: Account, { id, done }: { id: string; done: boolean }): Promise<void> {
  const uuid = uuidOf('enr', id, 'conversation');
  const changed = await account
    .update('enrollments')
    .set({ done_at: done ? NOW : null })
    .where('id', '=', uuid)
    .returning('id')
    .execute();
  if (changed.length === 0) throw notFound('conversation');
}

/** A message's own time may lie ahead of ours: what was seen is seen. */
const NOW = sql<Date>`greatest(clock_timestamp(), last_message_at)`;
