import type { Account } from './account.ts';
import { type Own, type Sql, sql } from './sql.ts';

/**
 * Runs a statement that joins its tables in the order in which they are written and finds their rows by index, however many the
 * database believes them to have: a few rows of tables that grow while it is used. Looking for the best order of six tables
 * takes the embedded database several times as long as running such a statement.
 */
export function rowsByIndex<Row>(account: Account, query: (own: Own) => Sql<Row>): Promise<Row[]> {
  return account.transaction(async (account) => {
    await setPlanner(account, { joins: 1, choices: 'off' });
    const rows = await account.rows<Row>(query);
    await setPlanner(account, { joins: 8, choices: 'on' });
    return rows;
  });
}

/** Until the transaction ends: how many tables it may bring into another order, and whether it has a choice of how to join and find them. */
async function setPlanner(
  account: Account,
  { joins, choices }: { joins: number; choices: 'on' | 'off' },
): Promise<void> {
  await account.rows(
    () => sql`
      select set_config('join_collapse_limit', ${String(joins)}, true), set_config('enable_seqscan', ${choices}, true),
        set_config('enable_hashjoin', ${choices}, true), set_config('enable_mergejoin', ${choices}, true)`,
  );
}
