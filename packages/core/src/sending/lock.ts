import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/**
 * Lets one transaction of an account at a time claim, settle or opt out, from here to its end. All of these write the same
 * counters in several statements, and would otherwise wait for each other in a circle. Take it before any other lock.
 */
export async function lockSending(account: Account): Promise<void> {
  await account.rows(
    () => sql`select pg_advisory_xact_lock(hashtextextended(${`sending ${account.id}`}, 0))`,
  );
}
