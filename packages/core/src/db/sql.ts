import { type RawBuilder, sql as kysely } from 'kysely';

import { ALL_TABLES, known, type OwnTable } from './tenant-tables.ts';

declare const withoutTables: unique symbol;

/**
 * SQL that reaches tables through the door alone: it names none, and has them from `own`. Only what stands in this file makes
 * it, and the door (db/account.ts) runs nothing else.
 */
export interface Sql<Row = unknown> extends RawBuilder<Row> {
  readonly [withoutTables]: true;
}

/** A tenant table, a derived one or the account itself, already narrowed to the account. */
export type Own = (table: OwnTable | 'accounts') => Sql;

type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** What may stand in the text: other SQL of this kind, and values, which become parameters. */
type Piece = Sql | Value | readonly Value[];

/** The tables of one account. */
export function tablesOf(accountId: string): Own {
  return (table) =>
    made(
      table === 'accounts'
        ? kysely`(select * from accounts where id = ${accountId})`
        : kysely`(select * from ${kysely.table(known(table))} where account_id = ${accountId})`,
    );
}

/**
 * A query, or a part of one: Kysely's `sql` for all that works on one account.
 * @throws Error when the text itself names a table
 */
export function sql<Row = unknown>(text: TemplateStringsArray, ...pieces: readonly Piece[]): Sql<Row> {
  if (!seen.has(text)) {
    text.forEach(refuseTables);
    seen.add(text);
  }
  return made(kysely<Row>(text, ...pieces));
}

/** SQL made of constants of the program, such as a figure's definition. */
sql.raw = <Row = unknown>(text: string): Sql<Row> => {
  refuseTables(text);
  return made(kysely.raw<Row>(text));
};

/** A name: of a column, of a common table expression. */
sql.id = (name: string): Sql => made(kysely.id(name));

/** A column by its name, which may be qualified: `mails.id`. */
sql.ref = (name: string): Sql => made(kysely.ref(name));

/** A constant of the program, written out. */
sql.lit = (value: string | number): Sql => made(kysely.lit(value));

/** Several, parted by a comma or by what is given. */
sql.join = (pieces: readonly Piece[], between?: Sql): Sql => made(kysely.join(pieces, between));

/** Texts that were looked at: each stands in the program once. */
const seen = new WeakSet<TemplateStringsArray>();

const NAMES_A_TABLE = new RegExp(
  String.raw`\b(?:from|join|update|into|using|table|only)\s+"?(${ALL_TABLES.join('|')})\b`,
  'i',
);

function refuseTables(text: string): void {
  const [, table] = NAMES_A_TABLE.exec(text) ?? [];
  if (table !== undefined) {
    throw new Error(`This SQL names the table ${table}, of every account. Take it from own('${table}').`);
  }
}

function made<Row>(query: RawBuilder<Row>): Sql<Row> {
  return query as Sql<Row>;
}
