import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/** Forgets sessions and sign-in links that have expired. @returns how many there were */
export async function pruneSessions(account: Account): Promise<number> {
  const now = sql<Date>`clock_timestamp()`;
  const sessions = await account.remove('sessions').where('expires_at', '<', now).executeTakeFirst();
  const links = await account.remove('sign_in_links').where('expires_at', '<', now).executeTakeFirst();
  return Number(sessions.numDeletedRows + links.numDeletedRows);
}
