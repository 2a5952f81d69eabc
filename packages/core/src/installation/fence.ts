import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';

/** What a process knows of its installation. */
export interface Local {
  /** From its environment; null where none is given. Machines that share a database have the same. */
  name: string | null;
  /** From its data directory: how far it saw each database that it may send from, by `databaseId`. */
  generations: Record<string, number>;
}

/** What a process that may send remembers in its data directory. */
export interface Remembered {
  databaseId: string;
  generation: number;
}

/**
 * Why nothing may be sent: the database has sent before, and
 * - `unknown`: this process has never seen it, as after a restore to another machine, or beside a copy;
 * - `other`: it belongs to an installation of another name;
 * - `restored`: it is older than what this process saw last;
 * - `moved`: it was restored from a dump, or copied inside PostgreSQL, since anything was sent from it;
 * - `stopped`: an operator holds it.
 */
export type HeldReason = 'unknown' | 'other' | 'restored' | 'moved' | 'stopped';

type Entered = { held: null; remember: Remembered } | { held: HeldReason };

interface Installation {
  name: string | null;
  database_id: string;
  generation: number;
  place: string | null;
  here: string;
}

/** In place of a location, where sending is held by hand. */
const STOPPED = 'stopped';

/**
 * Says whether this process may send from the database, and moves its generation on when it may. A database that has never sent
 * belongs to whoever comes.
 */
export function enterInstallation(db: Db, local: Local): Promise<Entered> {
  return db.transaction().execute(async (transaction) => {
    const stored = await storedIn(transaction);
    const held =
      stored.place === STOPPED || (await hasSent(transaction)) ? reasonAgainst(local, stored) : null;
    return held === null ? { held, remember: await moveOn(transaction, local, stored) } : { held };
  });
}

/**
 * Lets this process send from the database after all: an operator says that nothing else sends from it, or from what it is a
 * copy of.
 */
export function adoptInstallation(db: Db, local: Local): Promise<Remembered> {
  return db
    .transaction()
    .execute(async (transaction) => moveOn(transaction, local, await storedIn(transaction)));
}

/** Holds sending from this database, for every process, until it is adopted. */
export async function stopInstallation(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await storedIn(transaction);
    await sql`update installation set place = ${STOPPED}`.execute(transaction);
  });
}

/** Which database this is; its copies have the same. It shows whether two addresses lead to one database. */
export function databaseIdOf(db: Db): Promise<string> {
  return db.transaction().execute(async (transaction) => (await storedIn(transaction)).database_id);
}

/** Keeps where people reach the application, for commands that print links. */
export async function keepPublicUrl(db: Db, url: string): Promise<void> {
  await sql`update installation set public_url = ${url} where public_url is distinct from ${url}`.execute(db);
}

/** Where people reach the application, as the server that started last had it. */
export async function readPublicUrl(db: Db): Promise<string | null> {
  const { rows } = await sql<{ public_url: string | null }>`select public_url from installation`.execute(db);
  return rows[0]?.public_url ?? null;
}

/** The row, added by the first process to come, and locked against the others. */
async function storedIn(db: Db): Promise<Installation> {
  await sql`insert into installation default values on conflict do nothing`.execute(db);
  const { rows } = await sql<Installation>`
    select name, database_id, generation, place,
      (select oid from pg_database where datname = current_database()) || '/' || 'installation'::regclass::oid as here
    from installation for update`.execute(db);
  const [stored] = rows;
  if (stored === undefined) throw new Error('The row of the installation is gone.');
  return stored;
}

async function moveOn(db: Db, local: Local, stored: Installation): Promise<Remembered> {
  const generation = Math.max(stored.generation, seen(local, stored) ?? 0) + 1;
  const name = local.name ?? stored.name;
  await sql`update installation set name = ${name}, generation = ${generation}, place = ${stored.here}`.execute(
    db,
  );
  return { databaseId: stored.database_id, generation };
}

function reasonAgainst(local: Local, stored: Installation): HeldReason | null {
  const generation = seen(local, stored);
  if (stored.place === STOPPED) return 'stopped';
  if (stored.place !== null && stored.place !== stored.here) return 'moved';
  if (local.name !== null && stored.name !== null) {
    if (local.name !== stored.name) return 'other';
  } else if (generation === undefined) return 'unknown';
  return generation !== undefined && generation > stored.generation ? 'restored' : null;
}

function seen({ generations }: Local, { database_id }: Installation): number | undefined {
  return generations[database_id];
}

/** Whether any email was ever handed to a server. */
async function hasSent(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from mails where state in ('claimed', 'sent', 'in_doubt') limit 1`.execute(db);
  return rows.length > 0;
}
