import { type Kysely, sql, type Transaction } from 'kysely';

/**
 * Runs a text of several SQL statements one by one: PGlite takes one statement a query. A statement ends with a
 * semicolon at the end of a line, followed by a blank line, a comment, or the word that begins the next one.
 */
export async function runStatements<T>(db: Kysely<T> | Transaction<T>, text: string): Promise<void> {
  for (const statement of text.split(
    /;\s*\n(?=\s*\n|--|create |alter |drop |insert |update |delete |comment )/,
  )) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
}
