import { sql, type Transaction } from 'kysely';

import type { Tables } from '@lodestone/core/db/schema.js';

/** Something that is made once over all rows faster than row by row, and the statement that makes it. */
export interface DroppedIndex {
  table: string;
  kind: 'primary key' | 'unique' | 'index' | 'foreign key';
  restore: string;
}

/**
 * Drops the keys, the links and the indexes of tables, and the links to them, until a load is over: in the transaction of
 * the load, so that nobody ever sees the tables without. Restore them in the order of the answer.
 */
export async function dropIndexes(
  db: Transaction<Tables>,
  tables: readonly string[],
): Promise<DroppedIndex[]> {
  const { rows: constraints } = await sql<DroppedIndex & { drop: string }>`
    select
      conrelid::regclass::text as "table",
      case contype when 'p' then 'primary key' when 'u' then 'unique' else 'foreign key' end as kind,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint
    where contype in ('p', 'u') and conrelid = any (${tables}::text[]::regclass[])
      or contype = 'f' and (conrelid = any (${tables}::text[]::regclass[]) or confrelid = any (${tables}::text[]::regclass[]))
    order by contype = 'f' desc, conrelid::regclass::text, conname`.execute(db);
  for (const { drop } of constraints) await sql.raw(drop).execute(db);

  const { rows: indexes } = await sql<DroppedIndex & { drop: string }>`
    select
      indrelid::regclass::text as "table", 'index' as kind,
      format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
    from pg_index
    where indrelid = any (${tables}::text[]::regclass[])
    order by indexrelid::regclass::text`.execute(db);
  for (const { drop } of indexes) await sql.raw(drop).execute(db);

  const order = ['primary key', 'unique', 'index', 'foreign key'];
  return [...constraints, ...indexes].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
