import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

import {
  hasCurrentFigures,
  hasNewerFigures,
  installFigures,
  lockFacts,
  type OnFigure,
  rebuildFigures,
} from '../figures/install.ts';
import type { Db } from './connect.ts';
import * as model from './migrations/0001-model.ts';
import * as secrets from './migrations/0002-secrets.ts';
import * as numbers from './migrations/0003-numbers.ts';
import * as mails from './migrations/0004-mails.ts';
import * as jobs from './migrations/0005-jobs.ts';
import * as installation from './migrations/0006-installation.ts';
import * as capture from './migrations/0007-capture.ts';
import * as sending from './migrations/0008-sending.ts';
import * as lanes from './migrations/0009-lanes.ts';
import * as blockedSignIns from './migrations/0011-blocked-sign-ins.ts';
import * as replies from './migrations/0012-replies.ts';
import * as warmUp from './migrations/0013-warm-up.ts';
import * as failingDomains from './migrations/0014-failing-domains.ts';
import * as triage from './migrations/0015-triage.ts';
import * as sentCopies from './migrations/0016-sent-copies.ts';
import * as returned from './migrations/0017-returned.ts';
import * as firstSteps from './migrations/0018-first-steps.ts';
import * as auditPage from './migrations/0019-audit-page.ts';
import * as failedRuns from './migrations/0020-failed-runs.ts';
import * as unmatched from './migrations/0021-unmatched.ts';
import * as savedFilters from './migrations/0022-saved-filters.ts';
import * as logos from './migrations/0023-logos.ts';
import * as roles from './migrations/0024-roles.ts';
import * as twoStep from './migrations/0025-two-step.ts';
import * as emailChanges from './migrations/0026-email-changes.ts';
import * as numbersInSets from './migrations/0027-numbers-in-sets.ts';
import * as place from './migrations/0028-place.ts';
import * as accountWrites from './migrations/0029-account-writes.ts';
import * as junk from './migrations/0030-junk.ts';
import * as failedSteps from './migrations/0031-failed-steps.ts';
import { retried } from './retry.ts';

const MIGRATIONS: Record<string, Migration> = {
  '0001-model': model,
  '0002-secrets': secrets,
  '0003-numbers': numbers,
  '0004-mails': mails,
  '0005-jobs': jobs,
  '0006-installation': installation,
  '0007-capture': capture,
  '0008-sending': sending,
  '0009-lanes': lanes,
  '0011-blocked-sign-ins': blockedSignIns,
  '0012-replies': replies,
  '0013-warm-up': warmUp,
  '0014-failing-domains': failingDomains,
  '0015-triage': triage,
  '0016-sent-copies': sentCopies,
  '0017-returned': returned,
  '0018-first-steps': firstSteps,
  '0019-audit-page': auditPage,
  '0020-failed-runs': failedRuns,
  '0021-unmatched': unmatched,
  '0022-saved-filters': savedFilters,
  '0023-logos': logos,
  '0024-roles': roles,
  '0025-two-step': twoStep,
  '0026-email-changes': emailChanges,
  '0027-numbers-in-sets': numbersInSets,
  '0028-place': place,
  '0029-account-writes': accountWrites,
  '0030-junk': junk,
  '0031-failed-steps': failedSteps,
};

/** Any number will do, so long as nothing else in the database locks on it. */
const MIGRATION_LOCK = 4_400_400;

/** How a database stands to this program. `empty` has no schema yet; `newer` was migrated by a program that came after it. */
type SchemaState = 'empty' | 'older' | 'current' | 'newer';

/** The database was migrated by a newer program. Nothing of it was changed. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';
}

/** How the schema and the figures of a database stand to this program. Changes nothing. */
export async function schemaState(db: Db): Promise<SchemaState> {
  const { rows } = await sql<{
    migrated: boolean;
  }>`select to_regclass('kysely_migration') is not null as migrated`.execute(db);
  if (!rows[0]?.migrated) return 'empty';
  const applied = (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(
    ({ name }) => name,
  );
  if (applied.length === 0) return 'empty';
  if (applied.some((name) => !Object.hasOwn(MIGRATIONS, name)) || (await hasNewerFigures(db))) return 'newer';
  const complete = applied.length === Object.keys(MIGRATIONS).length && (await hasCurrentFigures(db));
  return complete ? 'current' : 'older';
}

/**
 * Brings the schema and the figures up to this program. Forward only; safe to run twice, and from two processes at once. Figures
 * that are what they were before are left alone.
 * @param db a patient connection where the history is large, since its figures are built in one statement each
 * @param onStep told before each migration of a database that is in use and before each figure that is made again, and once more
 * at the end
 * @returns the names of the migrations that were applied.
 * @throws NewerSchema before anything is changed
 */
export function migrate(db: Db, onStep?: OnFigure): Promise<string[]> {
  return alone(db, async (connection) => {
    if ((await schemaState(connection)) === 'newer') {
      throw new NewerSchema(
        'The database was made by a newer version of Lodestone than this program. Nothing was changed. Run that version, or restore an earlier backup.',
      );
    }
    const applied = await applyMigrations(connection, onStep);
    await retried(() =>
      connection.transaction().execute((transaction) => installFigures(transaction, onStep)),
    );
    return applied;
  });
}

/** An empty database is made at once. One that is read meanwhile is brought on a migration at a time, each committed by itself. */
async function applyMigrations(connection: Db, onStep: OnFigure = () => {}): Promise<string[]> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
  });
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  const atOnce = pending.length === Object.keys(MIGRATIONS).length;
  for (const [done, { name }] of pending.entries()) {
    if (!atOnce) await onStep(done, pending.length, name);
    const { error } = atOnce ? await migrator.migrateToLatest() : await migrator.migrateTo(name);
    if (error) throw error;
    if (atOnce) break;
  }
  return pending.map(({ name }) => name);
}

/**
 * Makes every stored figure again from the facts, which nobody writes meanwhile.
 * @param db a patient connection
 * @param onFigure told before each figure, and once more at the end
 */
export function repairFigures(db: Db, onFigure?: OnFigure): Promise<void> {
  return alone(db, (connection) =>
    retried(() =>
      connection.transaction().execute(async (transaction) => {
        await lockFacts(transaction);
        await rebuildFigures(transaction, onFigure);
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
