import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { runStatements } from '../db/statements.ts';
import { COUNTERS } from './contributions.ts';
import { createCounters, createCounterTriggers, rebuildCounters } from './counters.ts';
import { createEngagementTriggers, EVERYBODY, refreshEngagement } from './engagement.ts';
import { createProgressTriggers, EVERY_ENROLLMENT, refreshProgress } from './progress.ts';
import { createLeadScore } from './score.ts';

const DERIVED = [
  createLeadScore(),
  createCounterTriggers(),
  createProgressTriggers(),
  createEngagementTriggers(),
];
const VERSION = createHash('sha256')
  .update([createCounters(), ...DERIVED].join())
  .digest('hex');

/**
 * Makes the counters, the score and the triggers what this program defines, and fills them from the facts. Does nothing
 * when the database has this very definition already. Call it inside the migration's lock.
 * @returns whether anything was installed.
 */
export async function installFigures(db: Db): Promise<boolean> {
  await sql`create table if not exists figures_version (version text primary key)`.execute(db);
  const installed = await sql<{ version: string }>`select version from figures_version`.execute(db);
  if (installed.rows[0]?.version === VERSION) return false;

  for (const counter of Object.keys(COUNTERS))
    await sql`drop table if exists ${sql.table(counter)}`.execute(db);
  await runStatements(db, createCounters());
  for (const text of DERIVED) await runStatements(db, text);
  await rebuildFigures(db);
  await sql`delete from figures_version`.execute(db);
  await sql`insert into figures_version values (${VERSION})`.execute(db);
  return true;
}

/** Brings every derived column and every counter up to the facts, whatever they were. */
export async function rebuildFigures(db: Db): Promise<void> {
  await sql.raw(refreshProgress(EVERY_ENROLLMENT)).execute(db);
  await sql.raw(refreshEngagement(EVERYBODY)).execute(db);
  await runStatements(db, rebuildCounters());
}
