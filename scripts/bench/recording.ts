import { type Account, authenticateKey, type Db, forAccount, type Key } from '@lodestone/core';
import type { CompiledQuery, KyselyPlugin } from 'kysely';

import type { Read } from './operations.ts';

export interface Recorded {
  authentication: CompiledQuery;
  key: Key;
  /** Statements of each operation, in their order. */
  statements: Map<string, CompiledQuery[]>;
}

/** Runs each operation once and keeps the SQL that it sent, so that the floor sends the same. */
export async function record(db: Db, token: string, operations: readonly Read[]): Promise<Recorded> {
  let sent: CompiledQuery[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      sent.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const watched = db.withPlugin(recorder);
  const found = await authenticateKey(watched, token);
  const [authentication] = sent;
  if (found.state !== 'valid' || sent.length !== 1 || !authentication) {
    throw new Error(`Authentication took ${sent.length} queries and ended as ${found.state}.`);
  }
  const account = forAccount(watched, found.account_id, { kind: 'operator' });
  const statements = new Map<string, CompiledQuery[]>();
  for (const { id, run } of operations) {
    sent = [];
    await run(account, found.key);
    statements.set(id, sent);
  }
  return { authentication, key: found.key, statements };
}

/** An account that answers from what `query` gives for each recorded statement, without building one. */
export function replaying(
  account: Account,
  statements: readonly CompiledQuery[],
  query: (statement: CompiledQuery) => Promise<never[]>,
): Account {
  let at = 0;
  const rows = () => {
    const statement = statements[at++];
    if (!statement) throw new Error('The operation sent another query than when it was recorded.');
    return query(statement);
  };
  return { ...account, rows };
}
