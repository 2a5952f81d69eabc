import type { AliasedRawBuilder } from 'kysely';

import { type Sql, sql } from './sql.ts';

/** A moment on the wire: RFC 3339 in UTC with milliseconds. Takes what the driver gives, or JSON made by the database. */
export function moment(at: Date | string): string {
  return (at instanceof Date ? at : new Date(at)).toISOString();
}

/** The same, for what may not have happened. */
export function momentOrNull(at: Date | string | null): string | null {
  return at === null ? null : moment(at);
}

/** The rows of a query as one JSON array in a column, so that a record and its lists come in one round trip. */
export function asJson(query: Sql): Sql {
  return sql`(select coalesce(json_agg(to_json(listed)), '[]') from (${query}) as listed)`;
}

/**
 * Rows of the program as a table in a statement, in one parameter however many there are.
 * @param columns the columns with their types in SQL, such as `id uuid, due_at timestamptz`
 */
export function asTable<Row extends object, Name extends string>(
  rows: readonly Row[],
  name: Name,
  columns: string,
): AliasedRawBuilder<Row, Name> {
  return sql<Row>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<Name>(sql.raw(`${name}(${columns})`));
}
