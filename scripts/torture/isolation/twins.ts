import { setImmediate } from 'node:timers/promises';

import {
  type Account,
  connect,
  createKey,
  type Db,
  forAccount,
  migrate,
  SCOPES,
  startSession,
} from '@lodestone/core';
import { ALL_TABLES } from '@lodestone/core/db/tenant-tables.js';
import { hashPassword } from '@lodestone/core/users/password.js';
import { seedDemo } from '@lodestone/demo';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  sql,
} from 'kysely';
import { Client, types } from 'pg';

/** Two accounts that have the same rows under the same ids, and other words in them. */
export interface Twins {
  /** The one connection, for what the acts are judged by. */
  client: Client;
  /** Resolves when nobody holds the connection. */
  idle(): Promise<void>;
  /** Everything that goes through it is undone by `rollback` of the connection. */
  db: Db;
  /** Whoever acts; its rows stand behind those of the other. */
  account: Account;
  other: Account;
  key: string;
  cookie: string;
  /** Removes all that the other has. */
  leaveAlone(): Promise<void>;
}

/** What everybody signs in with, and what a form of the acts that asks for a password is given. */
export const PASSWORD = 'four words nobody guesses';

/** Texts that the other has otherwise, so that they show where they should not. */
const WORDS: Record<string, readonly string[]> = {
  magnets: ['title', 'description'],
  subscribers: ['first_name', 'last_name'],
  campaigns: ['name'],
  email_accounts: ['display_name'],
  inbox_messages: ['body', 'subject'],
  step_variants: ['subject', 'body'],
};

/** What makes work for the jobs: old things, lapsed things, and campaigns at an end. The account stands for `$1`. */
const BEFORE = [
  `set session_replication_role = replica`,
  `update job_runs set started_at = started_at - interval '200 days' where account_id = $1 and status <> 'running'`,
  `insert into sessions (account_id, id, user_id, token_hash, expires_at)
   select account_id, gen_random_uuid(), id, sha256('a session'), now() - interval '1 day' from users where account_id = $1 limit 1`,
  `insert into sign_in_links (account_id, id, user_id, token_hash, expires_at)
   select account_id, gen_random_uuid(), id, sha256('a link'), now() - interval '1 day' from users where account_id = $1 limit 1`,
  `insert into used_forms (account_id, nonce, used_at) values ($1, 'long ago used', now() - interval '90 days')`,
  `insert into raw_mails (account_id, inbox_message_id, raw, size, kept_at)
   select account_id, id, 'An email', 8, now() - interval '90 days' from inbox_messages where account_id = $1 limit 1`,
  `update magnet_assets set whole = false, created_at = now() - interval '2 days'
   where account_id = $1 and id in (select id from magnet_assets where account_id = $1 order by id limit 2)`,
  `insert into mail_events (account_id, id, mail_id, kind, judged, rule, at, counted_at, user_agent)
   select account_id, '01800000-0000-7000-8000-000000000001', id, 'open', 'machine', 'none', sent_at, sent_at, 'Some browser'
   from mails where account_id = $1 and sent_at is not null order by id limit 1`,
  `update campaigns set scheduled_for = now() - interval '1 hour' where account_id = $1 and status = 'scheduled'`,
  `update mails set state = 'in_doubt', sent_at = null, claimed_at = now() - interval '9 days'
   where account_id = $1 and kind = 'step' and id in (
     select id from mails where account_id = $1 and kind = 'step' order by id limit 5)`,
  `update deliveries set status = 'sent', delivered_at = null, sent_at = now() - interval '2 days'
   where account_id = $1 and id in (
     select id from deliveries where account_id = $1 and status = 'delivered' and opened_at is null limit 20)`,
  `update mails set state = 'claimed', sent_at = null, claimed_at = now() - interval '2 hours',
     lease_until = now() - interval '1 hour'
   where account_id = $1 and id in (select id from mails where account_id = $1 order by id desc limit 40)`,
  `update subscribers set lead_score = least(lead_score + 7, 100) where account_id = $1 and number % 3 = 0`,
  `insert into system_pauses (account_id, id, kind, of_id, cause, threshold)
   select account_id, gen_random_uuid(), 'campaign', id, 'no_inbox', '{}' from campaigns
   where account_id = $1 and status in ('stalled', 'paused') on conflict do nothing`,
  `insert into system_pauses (account_id, id, kind, of_id, cause, threshold)
   select account_id, gen_random_uuid(), 'inbox', id, 'bounces', '{}' from email_accounts
   where account_id = $1 and system_paused_at is not null on conflict do nothing`,
  `set session_replication_role = origin`,
];

const FIRST_CAMPAIGN = `(select id from campaigns where account_id = $1 and status = 'active' order by id limit 1)`;

/** What one of the two lacks, so that whoever looks at both finds something else. */
const LACKING: readonly (readonly [whose: 'acting' | 'other', statement: string])[] = [
  // The acting has one campaign that is through, and some inboxes that are not connected.
  ['acting', `delete from next_steps where account_id = $1 and campaign_id = ${FIRST_CAMPAIGN}`],
  [
    'acting',
    `update enrollments set status = 'completed' where account_id = $1 and status = 'active' and campaign_id = ${FIRST_CAMPAIGN}`,
  ],
  [
    'acting',
    `update campaigns set joined_at = now(), follow = false where account_id = $1 and id = ${FIRST_CAMPAIGN}`,
  ],
  [
    'acting',
    `update email_accounts set status = 'disconnected'
              where account_id = $1 and id in (select id from email_accounts where account_id = $1 order by id limit 3)`,
  ],
  ['acting', `delete from campaign_inboxes where account_id = $1 and campaign_id = ${FIRST_CAMPAIGN}`],
  ['acting', `delete from system_pauses where account_id = $1`],
  [
    'acting',
    `update accounts set name = 'Acting', brand_name = 'Acting', postal_address = 'Elsewhere 1' where id = $1`,
  ],
  [
    'other',
    `update campaigns set status = 'draft' where account_id = $1 and status = 'active' and id <> ${FIRST_CAMPAIGN}`,
  ],
  [
    'other',
    `update subscribers set unsubscribed_at = now()
             where account_id = $1 and status = 'active' and number % 2 = 0`,
  ],
];

/** Columns that no two accounts share: `~` is put to what stands there. */
const UNIQUE: Record<string, readonly string[]> = {
  users: ['email'],
  mails: ['token'],
  api_keys: ['token_hash'],
  sessions: ['token_hash'],
  sign_in_links: ['token_hash'],
  sign_in_challenges: ['token_hash'],
  invitations: ['token_hash'],
  account_logos: ['token'],
};

/**
 * A database with such a pair, in an empty one of PostgreSQL. Ids are unique within an account alone, so a second account may have them as well; a
 * statement that forgets whose rows it means then finds two of each.
 */
export async function openTwins(databaseUrl: string): Promise<Twins> {
  const plain = connect({ databaseUrl, poolSize: 1, patient: true });
  await migrate(plain);
  const demo = await seedDemo(plain, { scale: 'small' });
  const [first] = demo.accounts;
  if (!first) throw new Error('The demo has no account.');
  const other = forAccount(plain, first.id, { kind: 'operator' });
  for (const before of BEFORE) await sql.raw(before.replaceAll('$1', `'${first.id}'`)).execute(plain);
  await other
    .update('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute();
  const tables = await tablesOf(plain);
  const id = await cloned(plain, other, tables);
  const account = forAccount(plain, id, { kind: 'operator' });
  const user = await account
    .select('users')
    .select('id')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  const { token: cookie } = await startSession(account, { user_id: user.id });
  const { token: key } = await createKey(account, { name: 'Twin', scopes: SCOPES, expires_in_days: null });
  await sql`analyze`.execute(plain);
  await plain.destroy();
  const client = new Client({
    connectionString: databaseUrl,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  });
  await client.connect();
  await client.query('set jit = off');
  const { dialect, idle } = undoable(client);
  const db: Db = new Kysely({ dialect });
  return {
    client,
    idle,
    db,
    account: forAccount(db, id, { kind: 'operator' }),
    other: forAccount(db, other.id, { kind: 'operator' }),
    key,
    cookie: `lodestone_session=${cookie}`,
    leaveAlone: async () => {
      await client.query('set session_replication_role = replica');
      for (const { name } of tables)
        await client.query(`delete from ${name} where account_id = $1`, [other.id]);
      await client.query('delete from accounts where id = $1', [other.id]);
      await client.query('set session_replication_role = origin');
    },
  };
}

interface Table {
  name: string;
  columns: string[];
}

/** The tables whose rows belong to accounts. */
async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relname = any (${ALL_TABLES}::text[]) and c.relkind = 'r'
    group by c.relname
    having bool_or(a.attname = 'account_id')`.execute(db);
  return rows;
}

/** Gives the account a twin, whose tables have its rows. @returns the twin's id */
async function cloned(db: Db, { id: from }: Account, tables: readonly Table[]): Promise<string> {
  const id = '0aaaaaaa-0000-7000-8000-000000000000';
  // Neither triggers nor foreign keys: all that they would see to is copied as well.
  await sql`set session_replication_role = replica`.execute(db);
  await copy(db, 'accounts', await columnsOf(db, 'accounts'), from, (column) =>
    column === 'id'
      ? sql`${id}::uuid`
      : ['slug', 'email'].includes(column)
        ? sql`'twin-' || ${sql.ref(column)}`
        : null,
  );
  for (const { name, columns } of tables) {
    await copy(db, name, columns, from, (column) => {
      if (column === 'account_id') return sql`${id}::uuid`;
      if (!UNIQUE[name]?.includes(column)) return null;
      return column === 'token_hash'
        ? sql`sha256(${sql.ref(column)})`
        : sql`'t' || substr(${sql.ref(column)}, 2)`;
    });
  }
  for (const [name, columns] of Object.entries(WORDS)) {
    for (const column of columns)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = 'Otherwise ' || left(${sql.ref(column)}, 40)
        where account_id = ${from}`.execute(db);
  }
  for (const [whose, statement] of LACKING) {
    await sql.raw(statement.replaceAll('$1', `'${whose === 'acting' ? id : from}'`)).execute(db);
  }
  await sql`set session_replication_role = origin`.execute(db);
  return id;
}

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function copy(
  db: Db,
  table: string,
  columns: readonly string[],
  from: string,
  instead: (column: string) => ReturnType<typeof sql> | null,
): Promise<void> {
  const values = columns.map((column) => instead(column) ?? sql.ref(column));
  const owner = table === 'accounts' ? 'id' : 'account_id';
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from ${sql.table(table)} where ${sql.ref(owner)} = ${from}`.execute(db);
}

/** As core's own connections read them: numbers, and days as text. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === 20 || oid === 1700) return Number;
  return oid === 1082 ? String : types.getTypeParser(oid, format as 'text');
}

/**
 * A way to the database on which nothing is final: its transactions are savepoints, and so is each query outside of one, so that
 * one that fails spoils no other. Whoever holds the connection has it alone.
 */
function undoable(client: Client): { dialect: Dialect; idle(): Promise<void> } {
  const base = new PostgresDialect({
    pool: async () => Promise.reject(new Error('There is one connection.')),
  });
  let last: Promise<void> = Promise.resolve();
  let within = 0;
  const connection: DatabaseConnection & { free?: () => void } = {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery) {
      const alone = within === 0;
      if (alone) await client.query('savepoint alone');
      try {
        const { rows, rowCount } = await client.query<R & object>(text, [...parameters]);
        if (alone) await client.query('release savepoint alone');
        return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
      } catch (error) {
        if (alone) await client.query('rollback to savepoint alone; release savepoint alone');
        throw error;
      }
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed.');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      connection.free = resolve;
      return connection;
    },
    releaseConnection: async () => connection.free?.(),
    beginTransaction: async () => {
      within += 1;
      await client.query('savepoint within');
    },
    commitTransaction: async () => {
      within -= 1;
      await client.query('release savepoint within');
    },
    rollbackTransaction: async () => {
      within -= 1;
      await client.query('rollback to savepoint within; release savepoint within');
    },
    destroy: async () => {},
  };
  const dialect: Dialect = {
    createAdapter: () => base.createAdapter(),
    createIntrospector: (db) => base.createIntrospector(db),
    createQueryCompiler: () => base.createQueryCompiler(),
    createDriver: () => driver,
  };
  const idle = async () => {
    for (let seen; seen !== last; await setImmediate()) await (seen = last);
  };
  return { dialect, idle };
}
