import { type Own, type Sql, sql } from '../db/sql.ts';

/** SQL: whether nothing may be sent to an address, for its own sake or its domain's. */
export function isSuppressed(own: Own, address: Sql): Sql<boolean> {
  return isSuppressedAs(own, address, sql`true`);
}

/** SQL: whether nothing may be sent to an address because it bounced, or whoever has it complained. */
export function isLost(own: Own, address: Sql): Sql<boolean> {
  return isSuppressedAs(own, address, sql`suppressed.reason in ('hard_bounce', 'complaint')`);
}

function isSuppressedAs(own: Own, address: Sql, which: Sql): Sql<boolean> {
  return sql<boolean>`exists (
    select from ${own('suppressions')} as suppressed
    where (suppressed.kind, suppressed.value) in (
      ('address', lower(${address})), ('domain', lower(split_part(${address}, '@', 2)))
    ) and ${which}
  )`;
}
