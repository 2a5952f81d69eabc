import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** The user's sessions that have not expired, the one last seen first. `current` marks the one that asks. */
export async function listSessions(
  account: Account,
  { user_id, session_id }: { user_id: string; session_id: string },
) {
  const sessions = await account
    .select('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return sessions.map(({ id, user_agent, ...at }) => ({
    id: toWire('ses', id),
    user_agent,
    current: id === session_id,
    created_at: moment(at.created_at),
    last_seen_at: moment(at.last_seen_at),
    expires_at: moment(at.expires_at),
  }));
}

/**
 * Ends one of the user's sessions, from the very next request on.
 * @throws Refusal `not_found`
 */
export async function endSession(
  account: Account,
  { id, user_id }: { id: string; user_id: string },
): Promise<void> {
  const uuid = uuidOf('ses', id, 'session');
  await account.transaction(async (account) => {
    const ended = await account
      .remove('sessions')
      .where('id', '=', uuid)
      .where('user_id', '=', user_id)
      .returning('id')
      .execute();
    if (ended.length === 0) throw notFound('session');
    await audit(account, 'session.end', uuid);
  });
}

/** Ends all of the user's sessions but one. @returns how many. */
export async function endOtherSessions(
  account: Account,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<number> {
  return account.transaction(async (account) => {
    const ended = await account
      .remove('sessions')
      .where('user_id', '=', user_id)
      .where('id', '<>', session_id)
      .returning('id')
      .execute();
    if (ended.length > 0) await audit(account, 'session.end_others', null, { ended: ended.length });
    return ended.length;
  });
}

/** Ends every way in that a user had before a new password or email, but for the session that changed it. */
export async function endOtherAccess(
  account: Account,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<void> {
  for (const table of ['sign_in_links', 'email_changes', 'sign_in_challenges'] as const) {
    await account.remove(table).where('user_id', '=', user_id).execute();
  }
  await endOtherSessions(account, { user_id, session_id });
}
