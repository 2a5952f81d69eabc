import { sql } from 'kysely';

import { audit } from '../audit.ts';
import { type Account, forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { moment } from '../db/rows.ts';
import { findUser } from '../users/create.ts';

const ACTION = 'user.sign_in_blocked';

/** Times that are shown, and for how many days. */
const MAX_SHOWN = 20;
const DAYS_SHOWN = 30;

/**
 * Records, for the owner to see, that somebody gave so many wrong passwords for an email that they have to wait. An email that
 * is nobody's leaves no trace.
 * @param address of the network that they came from
 */
export async function recordBlockedSignIn(
  db: Db,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const user = await findUser(db, email);
  if (user === null) return;
  const account = forAccount(db, user.account_id, { kind: 'system' });
  await audit(account, ACTION, user.user_id, { address });
}

/** When and from where somebody was made to wait who tried passwords for a user, the latest first. */
export async function listBlockedSignIns(account: Account, { user_id }: { user_id: string }) {
  const rows = await account
    .select('audit_log')
    .select(['at', 'details'])
    .where('action', '=', sql.lit(ACTION))
    .where('object_id', '=', user_id)
    .where('at', '>', sql<Date>`clock_timestamp() - ${DAYS_SHOWN} * interval '1 day'`)
    .orderBy('at', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return rows.map(({ at, details }) => ({ at: moment(at), address: addressIn(details) }));
}

function addressIn(details: unknown): string {
  return typeof details === 'object' && details !== null && 'address' in details
    ? String(details.address)
    : 'unknown';
}
