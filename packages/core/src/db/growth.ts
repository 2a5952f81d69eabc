import type { Db } from './connect.ts';
import { runStatements } from './statements.ts';

/** What every email adds rows to. What counts is the number of rows, and that all are of one account: what is not looked at is taken for a two hundredth. */
const GROWING = ['mails (account_id, id)', 'campaign_sends (account_id, id)', 'mail_links (account_id)'];

/** Emails after which it looks first. */
const FIRST = 100;

/**
 * Has the database look how large the tables are that emails fill, each time they may have doubled. Otherwise it keeps the
 * plans from when they were small, and reads all of an account for each email: PostgreSQL looks by itself within a minute or so, the
 * embedded database never.
 * @returns to be told of how many emails were added
 */
export function watchGrowth(): (db: Db, emails: number) => Promise<void> {
  let [added, next] = [0, FIRST];
  return async (db, emails) => {
    added += emails;
    if (added < next) return;
    next = 2 * added;
    await runStatements(
      db,
      GROWING.map((table) => `analyze (skip_locked) ${table}`),
    );
  };
}
