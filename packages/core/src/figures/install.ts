import { type RawBuilder, sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { runStatements } from '../db/statements.ts';
import { FACTS } from './facts.ts';
import {
  definitionOf,
  type Figure,
  FIGURES,
  FUNCTIONS,
  TRIGGERS,
  TRIGGERS_DEFINITION,
  TRIGGERS_VERSION,
} from './figures.ts';

/** Figures that were kept once. Their tables are dropped; a name that is in neither list is a newer program's. */
const RETIRED: ReadonlySet<string> = new Set();

/** Told before each figure that is made, and once more at the end. What it returns is awaited. */
export type OnFigure = (done: number, total: number, figure: string) => unknown;

interface Installed {
  name: string;
  version: number;
  definition: string;
}

/**
 * Makes the figures that are not yet what this program defines, and only those, and the triggers that keep them. Their facts
 * are not written meanwhile; a figure is made beside the one before, which is read until the new one takes its place. Call it
 * inside the migration's lock, in a transaction, after `hasNewerFigures` was asked.
 */
export async function installFigures(db: Db, onFigure: OnFigure = () => {}): Promise<void> {
  await sql`
    create table if not exists figures (name text primary key, version integer not null, definition text not null)`.execute(
    db,
  );
  const installed = new Map((await readInstalled(db)).map((figure) => [figure.name, figure]));
  const triggers = TRIGGERS.flatMap(({ statements }) => statements);
  const keptAnew = installed.get(TRIGGERS_VERSION.name)?.definition !== TRIGGERS_DEFINITION;
  const changed = changedFrom(installed);
  const retired = [...installed.keys()].filter((name) => RETIRED.has(name));
  if (!keptAnew && changed.length === 0 && retired.length === 0) return;

  await lockTables(db, keptAnew ? Object.keys(FACTS) : changed.flatMap(({ facts }) => facts));
  await runStatements(db, FUNCTIONS);
  await make(db, changed, onFigure);
  // What readers wait for comes last, so that they wait for the end of the transaction and not for the figures.
  await replaceTables(db, changed);
  if (keptAnew) {
    await dropTriggers(db, triggers);
    await runStatements(db, triggers);
  }
  await dropFirstGeneration(db);
  for (const name of retired) await sql`drop table if exists ${sql.table(name)}`.execute(db);

  await sql`delete from figures where name = any (${retired}::text[])`.execute(db);
  for (const figure of changed) await note(db, figure.name, figure.version, definitionOf(figure));
  await note(db, TRIGGERS_VERSION.name, TRIGGERS_VERSION.version, TRIGGERS_DEFINITION);
}

/** Whether the database has figures of a program newer than this one. */
export async function hasNewerFigures(db: Db): Promise<boolean> {
  const known = new Map([...FIGURES, TRIGGERS_VERSION].map(({ name, version }) => [name, version]));
  return (await readInstalled(db)).some(
    ({ name, version }) => version > (known.get(name) ?? (RETIRED.has(name) ? version : 0)),
  );
}

/** Whether every figure in the database is what this program defines. */
export async function hasCurrentFigures(db: Db): Promise<boolean> {
  const installed = new Map((await readInstalled(db)).map((figure) => [figure.name, figure]));
  return (
    changedFrom(installed).length === 0 &&
    installed.get(TRIGGERS_VERSION.name)?.definition === TRIGGERS_DEFINITION
  );
}

/**
 * Brings every derived column and every derived table up to the facts, whatever they were. Nobody may write facts meanwhile:
 * see `lockFacts`.
 */
export async function rebuildFigures(db: Db, onFigure: OnFigure = () => {}): Promise<void> {
  for (const [done, figure] of FIGURES.entries()) {
    await onFigure(done, FIGURES.length, figure.name);
    if (figure.create.length === 0) await refreshColumns(db, figure);
    else await refill(db, figure);
  }
  await onFigure(FIGURES.length, FIGURES.length, 'done');
}

/** Makes the derived tables again from columns that are up to the facts. */
export async function rebuildDerivedTables(db: Db): Promise<void> {
  for (const figure of FIGURES.filter(({ create }) => create.length > 0)) await refill(db, figure);
}

/**
 * Lets nobody write facts until the transaction ends. Whoever writes one has it when they want its figures, so these may not
 * be locked first.
 */
export function lockFacts(db: Db): Promise<void> {
  return lockTables(db, Object.keys(FACTS));
}

function changedFrom(installed: ReadonlyMap<string, Installed>): Figure[] {
  const changed = new Set<string>();
  for (const figure of FIGURES) {
    const same = installed.get(figure.name)?.definition === definitionOf(figure);
    if (!same || figure.madeFrom.some((name) => changed.has(name))) changed.add(figure.name);
  }
  return FIGURES.filter(({ name }) => changed.has(name));
}

async function readInstalled(db: Db): Promise<Installed[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('figures') is not null as found`.execute(
    db,
  );
  if (!rows[0]?.found) return [];
  return (await sql<Installed>`select name, version, definition from figures`.execute(db)).rows;
}

async function note(db: Db, name: string, version: number, definition: string): Promise<void> {
  await sql`
    insert into figures (name, version, definition) values (${name}, ${version}, ${definition})
    on conflict (name) do update set version = excluded.version, definition = excluded.definition`.execute(
    db,
  );
}

async function make(db: Db, changed: readonly Figure[], onFigure: OnFigure): Promise<void> {
  const schema = await currentSchema(db);
  await sql`create schema figures_in_the_making`.execute(db);
  for (const [done, figure] of changed.entries()) {
    await onFigure(done, changed.length, figure.name);
    if (figure.create.length === 0) {
      await refreshColumns(db, figure);
      continue;
    }
    await sql`set local search_path = figures_in_the_making, ${schema}`.execute(db);
    await runStatements(db, [...figure.create, ...figure.fill]);
    await sql`set local search_path = ${schema}`.execute(db);
  }
  await onFigure(changed.length, changed.length, 'done');
}

/** Puts the tables that were made in the place of those before. */
async function replaceTables(db: Db, changed: readonly Figure[]): Promise<void> {
  const schema = await currentSchema(db);
  for (const { name } of changed.filter(({ create }) => create.length > 0)) {
    await sql`drop table if exists ${sql.table(name)}`.execute(db);
    await sql`alter table figures_in_the_making.${sql.table(name)} set schema ${schema}`.execute(db);
  }
  await sql`drop schema figures_in_the_making`.execute(db);
}

async function currentSchema(db: Db): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return sql.id(rows[0]?.schema ?? 'public');
}

async function refill(db: Db, { name, fill }: Figure): Promise<void> {
  // Nobody folds its lanes meanwhile.
  await lockTables(db, [name]);
  await sql`delete from ${sql.table(name)}`.execute(db);
  await runStatements(db, fill);
}

/** What is made from the columns is made again as well, so that no trigger need follow every row. */
async function refreshColumns(db: Db, { name, fill }: Figure): Promise<void> {
  const table = sql.table(name === 'progress' ? 'enrollments' : 'subscribers');
  await sql`alter table ${table} disable trigger user`.execute(db);
  await runStatements(db, fill);
  await sql`alter table ${table} enable trigger user`.execute(db);
}

async function lockTables(db: Db, names: readonly string[]): Promise<void> {
  const tables = [...new Set(names)].toSorted().map((name) => sql.table(name));
  await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(db);
}

/**
 * Drops the triggers that are defined no more, with their functions. Those that are defined are replaced, which lets everybody
 * read meanwhile.
 */
async function dropTriggers(db: Db, defined: readonly string[]): Promise<void> {
  const kept = defined.flatMap((statement) => /^create or replace function (\w+)/.exec(statement)?.[1] ?? []);
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
      and proname ~ '^(figures_(on|before)_|(a_count|a_mark|a_text|b_progress|c_engage)_)'
      and proname <> all (${kept}::text[])`.execute(db);
  for (const { name } of rows) await sql`drop function ${sql.id(name)}() cascade`.execute(db);
}

/** Figures were installed all at once before each had its version. */
async function dropFirstGeneration(db: Db): Promise<void> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass('figures_version') is not null as found`.execute(db);
  if (!rows[0]?.found) return;
  await sql`drop table audience_marks, audience_texts, figures_version`.execute(db);
}
