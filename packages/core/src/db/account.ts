import type { InsertObject, Kysely, Updateable } from 'kysely';

import type { Db } from './connect.ts';
import { type LinkKind, readLinkSecret } from './link-secrets.ts';
import { type People, peopleIn } from './people.ts';
import { readSomewhere, rememberWrite } from './replica.ts';
import { retried } from './retry.ts';
import type { Accounts, TenantTables } from './schema.ts';
import { type Own, type Sql, tablesOf } from './sql.ts';
import { known, type TenantTable } from './tenant-tables.ts';
import { type Walk, walkOf } from './walks.ts';

/** Who acts, for the audit log. */
export type Actor = { kind: 'key' | 'user'; id: string } | { kind: 'subscriber' | 'operator' | 'system' };

type NewRow<T extends TenantTable> = Omit<InsertObject<TenantTables, T>, 'account_id'>;

/** Kysely's statements on one table of the account, typed by that table, with `account_id` written into them. */
type Statements = ReturnType<typeof statementsOf>;

/**
 * The one door to an account's data. Whatever is read, changed or added through it belongs to the account, since it is the
 * door that writes `account_id` into the statement; what lies behind it has no other way to the tenant tables.
 */
export interface Account extends Statements {
  readonly id: string;
  readonly actor: Actor;
  /** The time, as the process's clock tells it. */
  readonly now: () => Date;
  /** Where the pages that this actor read of a list ended. */
  readonly walk: Walk;
  /** One row, or several in one statement. */
  insert<T extends TenantTable>(table: T, rows: NewRow<T> | readonly NewRow<T>[]): Promise<void>;
  /** Changes the account itself. */
  change(columns: Updateable<Accounts>): Promise<void>;
  /** Rows of a query in plain SQL, whose tables come from `own`. */
  rows<Row>(query: (own: Own) => Sql<Row>): Promise<Row[]>;
  /** The identities that accounts share: their ids never leave this package. */
  readonly people: People;
  /** What the account's links of that kind are signed with. */
  linkSecret(kind: LinkKind): Promise<Uint8Array>;
  /**
   * All or nothing, and begun again after a deadlock: do nothing in it but database work. Use the account that is handed
   * in: the embedded database has a single connection.
   */
  transaction<Result>(work: (account: Account) => Promise<Result>): Promise<Result>;
  /**
   * Work that only reads, for a caller: on a replica, if there is one that already has everything `write` did, in whatever
   * process. Use the account that is handed in. It may be begun again.
   */
  read<Result>(work: (account: Account) => Promise<Result>): Promise<Result>;
  /** A caller's work that may write: what the account reads after it by `read` has it. */
  write<Result>(work: (account: Account) => Promise<Result>): Promise<Result>;
}

/** Opens the door to one account. */
export function forAccount(db: Db, id: string, actor: Actor, now: () => Date = () => new Date()): Account {
  const own = tablesOf(id);
  const walk = walkOf(db, `${id} ${actor.kind} ${'id' in actor ? actor.id : ''}`);
  return {
    ...statementsOf(db, id),
    id,
    actor,
    now,
    walk,
    insert: (table, rows) => insertInto(db, table, id, Array.isArray(rows) ? rows : [rows]),
    change: async (columns) => {
      await db.updateTable('accounts').set(columns).where('id', '=', id).execute();
    },
    rows: async (query) => (await query(own).execute(db)).rows,
    people: peopleIn(db),
    linkSecret: (kind) => readLinkSecret(db, kind),
    transaction: (work) => {
      const attempt = () =>
        db.transaction().execute((transaction) => work(forAccount(transaction, id, actor, now)));
      return db.isTransaction ? work(forAccount(db, id, actor, now)) : retried(attempt);
    },
    read: (work) => readSomewhere(db, id, (where) => work({ ...forAccount(where, id, actor, now), walk })),
    write: (work) => work(forAccount(db, id, actor, now)).finally(() => rememberWrite(db, id)),
  };
}

// `dynamic` is how Kysely types a statement on a table that a type parameter names.
function statementsOf(db: Kysely<TenantTables>, id: string) {
  const { table, ref } = db.dynamic;
  const narrowed = <T extends TenantTable>(name: T) => table(known(name)).as(name);
  return {
    select: <T extends TenantTable>(name: T) =>
      db.selectFrom(narrowed(name)).where(ref('account_id'), '=', id),
    update: <T extends TenantTable>(name: T) =>
      db.updateTable(narrowed(name)).where(ref('account_id'), '=', id),
    remove: <T extends TenantTable>(name: T) =>
      db.deleteFrom(narrowed(name)).where(ref('account_id'), '=', id),
  };
}

// The rows are typed by the door; here they are rows of any table.
async function insertInto(db: Db, table: TenantTable, accountId: string, rows: readonly object[]) {
  if (rows.length === 0) return;
  await db
    .$pickTables<never>()
    .withTables<Record<TenantTable, Record<string, unknown>>>()
    .insertInto(known(table))
    .values(rows.map((row) => ({ ...row, account_id: accountId })))
    .execute();
}
