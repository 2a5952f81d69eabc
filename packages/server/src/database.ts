import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { connect, type Db, encodingOf, isOutage, lockDataDir, migrate } from '@lodestone/core';

import type { Config } from './config.ts';

/** A reason to stop that needs no stack trace. The message says what is wrong and what to do. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

export interface OpenDatabase {
  db: Db;
  /** Closes the database and gives its directory free. */
  close(): Promise<void>;
}

/**
 * Opens the configured database. One that is embedded is locked for this process first.
 * @param command what is run, for whoever finds the directory locked
 * @param patient lets statements take their time, for what an operator runs
 * @throws DataDirInUse, Stop
 */
export async function openDatabase(
  config: Config,
  command: string,
  { patient = false } = {},
): Promise<OpenDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return openEmbedded(config.dataDir, command);
  const db = connect({ databaseUrl, poolSize: config.poolSize, patient });
  return { db, close: () => db.destroy() };
}

/** Opens the database, brings its schema up to date and closes it again. */
export async function withDatabase<T>(
  config: Config,
  command: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(config, command, { patient: true });
  try {
    await migrateOrStop(db, config);
    return await work(db);
  } finally {
    await close();
  }
}

/** Migrates, which is also the first time that the database is spoken to. @throws Stop when it does not answer */
export async function migrateOrStop(db: Db, config: Config): Promise<string[]> {
  try {
    await stopUnlessUtf8(db);
    return await migrate(db);
  } catch (error) {
    if (config.databaseUrl === undefined) throw error;
    const where = placeOf(config.databaseUrl);
    if (isOutage(error)) {
      throw new Stop(
        `PostgreSQL does not answer at ${where} (${reasonOf(error)}). Start it, or correct DATABASE_URL.`,
      );
    }
    // Invalid passwords, roles and databases (SQLSTATE 28xxx, 3D000), no right to create (42501).
    if (error instanceof Error && 'code' in error && /^(28...|3D000|42501)$/.test(String(error.code))) {
      throw new Stop(
        `PostgreSQL at ${where} refuses: ${error.message}. Correct DATABASE_URL, or the role's rights.`,
      );
    }
    throw error;
  }
}

async function stopUnlessUtf8(db: Db): Promise<void> {
  const encoding = await encodingOf(db);
  if (encoding === 'UTF8') return;
  throw new Stop(
    `The database keeps text in ${encoding}, which cannot hold every name. Create one with encoding 'UTF8'.`,
  );
}

function openEmbedded(dataDir: string, command: string): OpenDatabase {
  const unlock = lockDataDir(dataDir, command);
  const directory = join(dataDir, 'database');
  mkdirSync(directory, { recursive: true });
  const db = connect({ dataDir: directory });
  return {
    db,
    close: async () => {
      await db.destroy();
      unlock();
    },
  };
}

/** Host and database, without the password. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error
    ? error.message || ('code' in error ? String(error.code) : error.name)
    : String(error);
}
