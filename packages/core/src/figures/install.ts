import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { runStatements } from '../db/statements.ts';
import { COUNTERS } from './contributions.ts';
import { createCounters, createCounterTriggers, rebuildCounters } from './counters.ts';
import { createEngagementTriggers, refreshAllEngagement } from './engagement.ts';
import { createMarks, createMarkTriggers, rebuildMarks } from './marks.ts';
import { createProgressTriggers, refreshAllProgress } from './progress.ts';
import { createLeadScore } from './score.ts';
import { createTexts, createTextTriggers, rebuildTexts } from './texts.ts';

/** Tables that hold nothing but what the facts say, and can be made from them again. */
export const DERIVED_TABLES = [...Object.keys(COUNTERS), 'audience_marks', 'audience_texts'];

const FUNCTIONS = [createLeadScore()];
const TABLES = [createCounters(), createMarks(), createTexts()];
const TRIGGERS = [
  createCounterTriggers(),
  createMarkTriggers(),
  createTextTriggers(),
  createProgressTriggers(),
  createEngagementTriggers(),
];
const PROGRAM = [...FUNCTIONS, ...TABLES, ...TRIGGERS];
const VERSION = createHash('sha256').update(PROGRAM.join()).digest('hex');

/**
 * Makes the derived tables, the score and the triggers what this program defines, and fills them from the facts. Does nothing
 * when the database has this very definition already. Call it inside the migration's lock.
 * @returns whether anything was installed.
 */
export async function installFigures(db: Db): Promise<boolean> {
  await sql`create table if not exists figures_version (version text primary key)`.execute(db);
  const installed = await sql<{ version: string }>`select version from figures_version`.execute(db);
  if (installed.rows[0]?.version === VERSION) return false;

  await lockFacts(db);
  for (const table of DERIVED_TABLES) await sql`drop table if exists ${sql.table(table)}`.execute(db);
  for (const text of PROGRAM) await runStatements(db, text);
  await rebuildFigures(db);
  await sql`delete from figures_version`.execute(db);
  await sql`insert into figures_version values (${VERSION})`.execute(db);
  return true;
}

/**
 * Lets nobody write facts until the transaction ends. Whoever writes one has it when they want its figures, so these may not
 * be locked first.
 */
export async function lockFacts(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name
    from pg_trigger as t
    join pg_class as c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
    order by c.relname`.execute(db);
  if (rows.length === 0) return;
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  await sql`lock table ${tables} in share row exclusive mode`.execute(db);
}

/** Brings every derived column and every derived table up to the facts, whatever they were. */
export async function rebuildFigures(db: Db): Promise<void> {
  for (const text of [refreshAllProgress(), refreshAllEngagement()]) await runStatements(db, text);
  await rebuildDerivedTables(db);
}

/** Makes the derived tables anew from columns that are up to the facts. */
export async function rebuildDerivedTables(db: Db): Promise<void> {
  for (const text of [rebuildCounters(), rebuildMarks(), rebuildTexts()]) await runStatements(db, text);
}
