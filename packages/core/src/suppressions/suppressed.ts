import { type Own, type Sql, sql } from '../db/sql.ts';

/** SQL: whether nothing may be sent to an address, for its own sake or its domain's. */
export function isSuppressed(own: Own, address: Sql): Sql<boolean> {
  return sql<boolean>`exists (
    select from ${own('suppressions')} as suppressed
    where (suppressed.kind, suppressed.value) in (
      ('address', lower(${address})), ('domain', lower(split_part(${address}, '@', 2)))
    )
  )`;
}
