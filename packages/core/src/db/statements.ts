import { type Kysely, sql, type Transaction } from 'kysely';

/**
 * Runs SQL statements one by one: PGlite takes one a query. A list has one statement each. A text has several, parted by
 * semicolons; those within quotes, dollar quotes and comments part nothing.
 */
export async function runStatements<T>(
  db: Kysely<T> | Transaction<T>,
  statements: string | readonly string[],
): Promise<void> {
  const list = typeof statements === 'string' ? statementsIn(statements) : statements;
  for (const statement of list) await sql.raw(statement).execute(db);
}

/** What may hold a semicolon that ends no statement: quoted texts and names, dollar-quoted bodies, comments. */
const TOKENS =
  /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;]+|[\s\S]/g;

/** The statements of a text. */
function statementsIn(text: string): string[] {
  const statements = [''];
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ';') statements.push('');
    else statements[statements.length - 1] += token;
  }
  return statements.filter((statement) => statement.replaceAll(/--[^\n]*|\s+/g, '') !== '');
}
