import { createHash } from 'node:crypto';

import { type RawBuilder, sql } from 'kysely';
import { Client } from 'pg';

const MARK = '/* planned anew */';

/**
 * Begins a statement whose best plan depends on its values, so much that planning it anew each time is worth it: one that
 * finds a handful of rows for one value, and half the table for another.
 */
export const PLANNED_ANEW: RawBuilder<unknown> = sql.raw(MARK);

/** Statements that a connection may hold. What is composed freely must not fill the server's memory. */
const MOST = 500;

const names = new Map<string, string>();

/**
 * A connection that has PostgreSQL parse and plan a statement with parameters once, and not for each request. Its name is
 * made of its text, so that processes that share connections (PgBouncer) never mean different statements by one name.
 */
export class PreparingClient extends Client {
  override query(...given: never[]): never {
    const [text, values] = given as unknown[];
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    const answer: unknown =
      name === undefined ? super.query(...(given as [never])) : super.query({ name, text, values } as never);
    // A connection that owes an answer gives no other before it, so that all who get it from the pool would wait in vain.
    if (answer instanceof Promise)
      answer.catch((error) => isOverdue(error) && void this.end().catch(() => {}));
    return answer as never;
  }
}

function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST || text.trimStart().startsWith(MARK)) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}
