import type { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';

import { PreparingClient } from './prepared.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** Where the embedded database keeps its data. In memory it may begin as a copy, made by PGlite's `dumpDataDir`. */
export type EmbeddedLocation = { dataDir: string } | { memory: true; snapshot?: Blob };

/**
 * Where the data lies: a PostgreSQL server, a directory of the embedded database, or memory. `patient` lets a statement
 * take as long as it needs, for what an operator runs: migrating, seeding, reconciling. A server's requests have no time
 * for that.
 */
export type Location = { databaseUrl: string; poolSize?: number; patient?: boolean } | EmbeddedLocation;

// Counts and sums as numbers, and a day as its text: a Date would move it into the process's time zone.
const PARSERS: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1082: (day) => day };

/**
 * Opens the database. The connection is made at the first query. `db.destroy()` closes it.
 * The embedded database takes no lock on its directory: see `lockDataDir`.
 */
export function connect(location: Location): Db {
  return new Kysely<Tables>({
    dialect:
      'databaseUrl' in location
        ? postgres(location.databaseUrl, location.poolSize ?? 10, location.patient ? 0 : 2_500)
        : new PGliteDialect({ pglite: () => openEmbedded(location) }),
  });
}

/** The embedded database itself, for what Kysely has no word for: dumping a snapshot. */
export async function openEmbedded(location: EmbeddedLocation): Promise<PGlite> {
  // A server on PostgreSQL has no use for any of it.
  const { PGlite } = await import('@electric-sql/pglite');
  const { btree_gin } = await import('@electric-sql/pglite/contrib/btree_gin');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  return PGlite.create({
    dataDir: 'dataDir' in location ? location.dataDir : 'memory://',
    ...('snapshot' in location && location.snapshot ? { loadDataDir: location.snapshot } : {}),
    extensions: { pg_trgm, btree_gin },
    parsers: PARSERS,
  });
}

/** Every wait on PostgreSQL ends: a frozen server costs a request three seconds at most. 0 is no limit, in milliseconds. */
function postgres(connectionString: string, max: number, longestStatement: number): PostgresDialect {
  const pool = new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 2_000,
    query_timeout: longestStatement,
    statement_timeout: longestStatement,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    Client: PreparingClient,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : PARSERS[oid]) ?? types.getTypeParser(oid, format as 'text'),
    } as typeof types,
  });
  // A connection that breaks emits an error of its own, in a transaction even twice; the pool replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({
    pool,
    // Compiling takes longer than the slowest query here runs.
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('set jit = off'));
    },
  });
}
