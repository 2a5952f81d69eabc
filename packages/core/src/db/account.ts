import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type InsertObject,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';

import { COUNTERS, type CounterName } from '../figures/contributions.ts';
import type { Db } from './connect.ts';
import { retried } from './retry.ts';
import type { Tables, TenantTables } from './schema.ts';

/** Who acts, for the audit log. */
export type Actor = { kind: 'key' | 'user'; id: string } | { kind: 'subscriber' | 'operator' | 'system' };

type TenantTable = keyof TenantTables;

/** A tenant table, a derived one or the account itself as plain SQL sees it: already narrowed to the account. */
export type Own = (
  table: TenantTable | CounterName | (typeof AUDIENCE_TABLES)[number] | 'accounts',
) => RawBuilder<unknown>;

/** What filters and searches of the audience are answered from: see figures/marks.ts and figures/texts.ts. */
const AUDIENCE_TABLES = ['audience_marks', 'audience_texts'] as const;

/**
 * The one door to an account's data. Whatever is read, changed or added through it belongs to the account, since it is the
 * door that writes `account_id` into the statement; what lies behind it has no other way to the tenant tables.
 */
export interface Account {
  readonly id: string;
  readonly actor: Actor;
  /** The time, as the process's clock tells it. */
  readonly now: () => Date;
  select<T extends TenantTable>(table: T): SelectQueryBuilder<Tables, T, object>;
  update<T extends TenantTable>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  remove<T extends TenantTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>;
  insert<T extends TenantTable>(table: T, row: Omit<InsertObject<Tables, T>, 'account_id'>): Promise<void>;
  /** Rows of a query in plain SQL, whose tables come from `own`. */
  rows<Row>(query: (own: Own) => RawBuilder<Row>): Promise<Row[]>;
  /**
   * All or nothing, and begun again after a deadlock: do nothing in it but database work. Use the account that is handed
   * in: the embedded database has a single connection.
   */
  transaction<Result>(work: (account: Account) => Promise<Result>): Promise<Result>;
}

/** Opens the door to one account. */
export function forAccount(db: Db, id: string, actor: Actor, now: () => Date = () => new Date()): Account {
  const own: Own = (table) =>
    table === 'accounts'
      ? sql`(select * from accounts where id = ${id})`
      : sql`(select * from ${sql.table(known(table))} where account_id = ${id})`;
  return {
    id,
    actor,
    now,
    select: (table) => db.selectFrom(any(table)).where('account_id', '=', id) as never,
    update: (table) => db.updateTable(any(table)).where('account_id', '=', id) as never,
    remove: (table) => db.deleteFrom(any(table)).where('account_id', '=', id) as never,
    insert: async (table, row) => {
      await db
        .insertInto(table)
        .values({ ...row, account_id: id } as never)
        .execute();
    },
    rows: async (query) => (await query(own).execute(db)).rows,
    transaction: (work) => {
      const attempt = () =>
        db.transaction().execute((transaction) => work(forAccount(transaction, id, actor, now)));
      return db.isTransaction ? work(forAccount(db, id, actor, now)) : retried(attempt);
    },
  };
}

// Kysely cannot type a query on a table that is not known yet. All of these have `account_id`; one stands for them.
function any(table: TenantTable): 'magnets' {
  return known(table) as 'magnets';
}

const TENANT_TABLES: Record<TenantTable, true> = {
  users: true,
  sessions: true,
  sign_in_links: true,
  api_keys: true,
  audit_log: true,
  subscribers: true,
  magnets: true,
  magnet_test_sends: true,
  magnet_requests: true,
  deliveries: true,
  email_accounts: true,
  campaigns: true,
  campaign_steps: true,
  step_variants: true,
  enrollments: true,
  campaign_sends: true,
  conversions: true,
  inbox_messages: true,
  ai_calls: true,
  job_runs: true,
};

function known(table: string): string {
  const derived = Object.hasOwn(COUNTERS, table) || AUDIENCE_TABLES.some((name) => name === table);
  if (!Object.hasOwn(TENANT_TABLES, table) && !derived) {
    throw new Error(`${table} is not a table of an account.`);
  }
  return table;
}
