import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import { installFigures, lockFacts, rebuildFigures } from '../figures/install.ts';
import type { Db } from './connect.ts';
import * as model from './migrations/0001-model.ts';
import * as secrets from './migrations/0002-secrets.ts';
import * as numbers from './migrations/0003-numbers.ts';
import { retried } from './retry.ts';

const MIGRATIONS: Record<string, Migration> = {
  '0001-model': model,
  '0002-secrets': secrets,
  '0003-numbers': numbers,
};

/** Any number will do, so long as nothing else in the database locks on it. */
const MIGRATION_LOCK = 4_400_400;

/**
 * Brings the schema and the figures up to this program. Forward only; safe to run twice, and from two processes at once.
 * @param db a patient connection where the history is large, since its figures are built in one statement each
 * @returns the names of the migrations that were applied.
 */
export function migrate(db: Db): Promise<string[]> {
  return alone(db, async (connection) => {
    const { results, error } = await new Migrator({
      db: connection,
      provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
    }).migrateToLatest();
    if (error) throw error;
    await retried(() => connection.transaction().execute(installFigures));
    return (results ?? []).map((result) => result.migrationName);
  });
}

/**
 * Makes every stored figure anew from the facts, which nobody writes meanwhile.
 * @param db a patient connection
 */
export function repairFigures(db: Db): Promise<void> {
  return alone(db, (connection) =>
    retried(() =>
      connection.transaction().execute(async (transaction) => {
        await lockFacts(transaction);
        await rebuildFigures(transaction);
      }),
    ),
  );
}

/** Works on the schema or its figures while no other process does. */
function alone<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}
