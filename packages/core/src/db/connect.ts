import type { PGlite } from '@electric-sql/pglite';
import type { Filesystem } from '@electric-sql/pglite/basefs';
import { CompiledQuery, type Dialect, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';

import { diskState, type DiskState, refuseWhenUnwritable, stopWhenLogFails } from './disk-space.ts';
import { openOrMake } from './embedded-directory.ts';
import { ImpatientClient, PreparingClient } from './prepared.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** Where the embedded database keeps its data. In memory it may begin with files. */
type EmbeddedLocation = { dataDir: string } | { memory: true; files?: Filesystem };

/**
 * Where the data lies: a PostgreSQL server, a directory of the embedded database, or memory. `patient` lets a statement
 * take as long as it needs, for what an operator runs: migrating, seeding, reconciling. A server's requests have no time
 * for that: a statement of theirs ends after `longestStatement`, in milliseconds. Behind a pooler in transaction mode (`pooled`) nothing
 * outlasts a transaction: no prepared statement, no setting, no lock of a session.
 */
export type Location = PostgresLocation | EmbeddedLocation;

export interface PostgresLocation {
  databaseUrl: string;
  poolSize?: number;
  patient?: boolean;
  longestStatement?: number;
  pooled?: boolean;
}

/** Milliseconds that a statement of a request may take. */
const LONGEST_STATEMENT = 2_300;

// Counts and sums as numbers, and a day as its text: a Date would move it into the process's time zone.
const PARSERS: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1082: (day) => day };

/**
 * Opens the database. The connection is made at the first query. `db.destroy()` closes it.
 * The embedded database takes no lock on its directory: see `lockDataDir`.
 */
export function connect(location: Location): Db {
  if ('databaseUrl' in location) {
    const pool = poolOf(location);
    const db = new Kysely<Tables>({ dialect: postgres(pool, location) });
    pools.set(db, pool);
    return db;
  }
  let opened: Promise<PGlite> | undefined;
  const open = () => (opened ??= openEmbedded(location));
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: open }) });
  embedded.set(db, open);
  if ('dataDir' in location) directories.set(db, location.dataDir);
  return db;
}

const pools = new WeakMap<Db, Pool>();

/** How many connections of a process are open, how many of them do something, and how much waits for one. */
export interface PoolUse {
  open: number;
  busy: number;
  waiting: number;
}

/** How the connections of what `connect` opened are used; null for an embedded database, which has none. */
export function poolUse(db: Db): PoolUse | null {
  const pool = pools.get(db);
  if (pool === undefined) return null;
  return { open: pool.totalCount, busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount };
}

const embedded = new WeakMap<Db, () => Promise<PGlite>>();
const directories = new WeakMap<Db, string>();

/** The state of an embedded database's disk. PostgreSQL takes care of its own. */
export function diskStateOf(db: Db): DiskState {
  const directory = directories.get(db);
  return directory === undefined ? 'ok' : diskState(directory);
}

/** The embedded database behind what `connect` opened. Its queries and transactions wait for each other, whoever makes them. */
export function embeddedOf(db: Db): Promise<PGlite> {
  const open = embedded.get(db);
  if (open === undefined) throw new Error('This is not an embedded database.');
  return open();
}

/**
 * A second connection to an open embedded database, for work that must wait for others: each query and each transaction waits
 * for `turn` before it begins, and calls what that resolved to when it has ended. Destroying it closes nothing.
 */
export function connectBeside(db: Db, turn: () => Promise<() => void>): Db {
  const base = new PGliteDialect({ pglite: () => embeddedOf(db) });
  const dialect: Dialect = {
    createAdapter: () => base.createAdapter(),
    createIntrospector: (kysely) => base.createIntrospector(kysely),
    createQueryCompiler: () => base.createQueryCompiler(),
    createDriver: () => {
      const driver = base.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      const release = driver.releaseConnection.bind(driver);
      // Kysely has one of an embedded database's connections in use at a time.
      let ended: (() => void) | undefined;
      driver.acquireConnection = async (options) => {
        ended = await turn();
        return acquire(options);
      };
      driver.releaseConnection = async (connection) => {
        ended?.();
        await release(connection);
      };
      driver.destroy = () => Promise.resolve();
      return driver;
    },
  };
  return new Kysely<Tables>({ dialect });
}

const BYTEA = 17;

// PGlite's own go through them byte by byte, which took half the time of storing an email.
const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex');

/** PGlite's own are 128 MB of this process, all of which it comes to hold; the system keeps what was read of its files anyway. */
const SHARED_BUFFERS = '16MB';

/** The embedded database itself, for what Kysely has no word for: dumping an image. */
export async function openEmbedded(location: EmbeddedLocation): Promise<PGlite> {
  // A server on PostgreSQL needs none of it.
  const { PGlite } = await import('@electric-sql/pglite');
  const { btree_gin } = await import('@electric-sql/pglite/contrib/btree_gin');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const create = () =>
    PGlite.create({
      dataDir: 'dataDir' in location ? location.dataDir : 'memory://',
      ...('files' in location && location.files ? { fs: location.files } : {}),
      extensions: { pg_trgm, btree_gin },
      parsers: { ...PARSERS, [BYTEA]: bytesOf },
      serializers: { [BYTEA]: hexOf },
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    });
  if (!('dataDir' in location)) return create();
  const { dataDir } = location;
  const pglite = await openOrMake(dataDir, create);
  stopWhenLogFails(pglite);
  refuseWhenUnwritable(pglite, () => diskState(dataDir));
  return pglite;
}

/** Every wait on PostgreSQL ends: a frozen server costs a request three seconds at most. 0 is no limit, in milliseconds. */
function poolOf({ databaseUrl, poolSize = 10, patient, longestStatement, pooled }: PostgresLocation): Pool {
  const longest = patient ? 0 : (longestStatement ?? LONGEST_STATEMENT);
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 2_000,
    // A little later than PostgreSQL, which is the one to say what ran too long: a driver that stops waiting cannot tell.
    query_timeout: longest && longest + 300,
    ...(pooled ? {} : settingsOf(longest)),
    Client: pooled ? ImpatientClient : PreparingClient,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : PARSERS[oid]) ?? types.getTypeParser(oid, format as 'text'),
    } as typeof types,
  });
  // A connection that breaks emits an error of its own, in a transaction even twice; the pool replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** What PostgreSQL holds a connection to. PgBouncer would pass it on to the next client, so it refuses such settings. */
function settingsOf(longest: number) {
  return { statement_timeout: longest, idle_in_transaction_session_timeout: idleTimeout(longest) };
}

/** How long a client that vanishes inside a transaction keeps its locks. A request never pauses inside one. */
function idleTimeout(longest: number): number {
  return longest === LONGEST_STATEMENT ? 3_000 : 10_000;
}

function postgres(pool: Pool, { pooled }: PostgresLocation): PostgresDialect {
  if (pooled) return new PostgresDialect({ pool });
  return new PostgresDialect({
    pool,
    // Compiling takes longer than the slowest query here runs.
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('set jit = off'));
    },
  });
}
