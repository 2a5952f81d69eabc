import { createHash } from 'node:crypto';
import { Client } from 'pg';

import { type Sql, sql } from './sql.ts';

const EACH_TIME = '/* planned each time */';

/**
 * Begins a statement whose best plan depends on its values, so much that planning it each time is worth it: one that
 * finds a handful of rows for one value, and half the table for another.
 */
export const PLANNED_EACH_TIME: Sql = sql.raw(EACH_TIME);

/** Statements that a connection may hold. What is composed freely must not fill the server's memory. */
const MAX_STATEMENTS = 500;

const names = new Map<string, string>();

/** A connection that ends when an answer does not come in time. */
export class ImpatientClient extends Client {
  override query(...given: never[]): never {
    const answer: unknown = super.query(...(given as [never]));
    // A connection that owes an answer gives no other before it, so that all who get it from the pool would wait in vain.
    if (answer instanceof Promise)
      answer.catch((error) => isOverdue(error) && void this.end().catch(() => {}));
    return answer as never;
  }
}

/**
 * A connection that has PostgreSQL parse and plan a statement with parameters once, and not for each request. Its name is
 * made of its text, so that processes that share connections never mean different statements by one name.
 */
export class PreparingClient extends ImpatientClient {
  override query(...given: never[]): never {
    const [text, values] = given as unknown[];
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined
      ? super.query(...given)
      : super.query(...([{ name, text, values }] as unknown as never[]));
  }
}

function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS || text.trimStart().startsWith(EACH_TIME))
    return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
