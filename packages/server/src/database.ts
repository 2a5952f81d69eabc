import { join, resolve } from 'node:path';

import {
  connect,
  type Db,
  databaseIdOf,
  encodingOf,
  FREE_MARGIN,
  freeBytes,
  hasOwnSession,
  isMade,
  isOutage,
  lockDataDir,
  makeFolder,
  migrate,
  NewerSchema,
  schemaState,
  Unopenable,
} from '@lodestone/core';

import { type Config, direct } from './config.ts';
import { operatorCommand } from './operator-command.ts';

/** A reason to stop that needs no stack trace. The message says what is wrong and what to do. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

export interface OpenDatabase {
  db: Db;
  /** Closes the database and gives its directory free. */
  close(): Promise<void>;
}

/** Embedded databases that this process has open, by their directories. */
const opened = new Map<string, Db>();

/**
 * Opens the configured database. One that is embedded is locked for this process first; where this process has it open already,
 * as a server that runs an operator's command, that is used.
 * @param command what is run, for whoever finds the directory locked
 * @param patient lets statements take their time, for what an operator runs, and goes past the pooler, if there is one
 * @throws DataDirInUse, Stop
 */
export async function openDatabase(
  config: Config,
  command: string,
  { patient = false } = {},
): Promise<OpenDatabase> {
  const { databaseUrl, directUrl, poolSize } = patient ? direct(config) : config;
  if (databaseUrl === undefined) {
    const shared = opened.get(resolve(config.dataDir));
    return shared ? { db: shared, close: () => Promise.resolve() } : openEmbedded(config.dataDir, command);
  }
  const db = connect({ databaseUrl, poolSize, patient, pooled: directUrl !== undefined });
  return { db, close: () => db.destroy() };
}

/**
 * Opens the database for a command, and closes it again. One that is empty is given its schema; one that is of another version
 * is refused, since only `migrate` and `serve` bring a database up to this program.
 * @throws Stop
 */
export async function withDatabase<T>(
  config: Config,
  command: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase(config, command, { patient: true });
  try {
    await currentOrStop(db, config);
    return await work(db);
  } finally {
    await close();
  }
}

/** Migrates, which is also the first time that the database is spoken to. @throws Stop when it does not answer, or is newer */
export function migrateOrStop(
  db: Db,
  config: Config,
  onFigure?: Parameters<typeof migrate>[1],
): Promise<string[]> {
  return orPatientStop(config, async () => {
    await stopWhenPooled(db, config);
    await stopUnlessUtf8(db);
    return migrate(db, onFigure);
  });
}

/** Sees that the schema is this program's. @throws Stop when it does not answer, or is of another version */
export async function currentOrStop(db: Db, config: Config): Promise<void> {
  const state = await orPatientStop(config, async () => {
    await stopWhenPooled(db, config);
    return schemaState(db);
  });
  if (state === 'empty') await migrateOrStop(db, config);
  if (state === 'older') {
    throw new Stop(
      `The database was made by an older version of Lodestone than this program. Start the server, or run: ${operatorCommand('migrate', config)}`,
    );
  }
  if (state === 'newer') {
    throw new Stop(
      'The database was made by a newer version of Lodestone than this program. Use that version for this command.',
    );
  }
}

/** Sees that a pooler leads to the database that was made ready, and in transaction mode. @throws Stop */
export async function stopUnlessSame(pooled: Db, db: Db, config: Config): Promise<void> {
  const expected = await databaseIdOf(db);
  const reached = await orStop(config, () => databaseIdOf(pooled)).catch((error: unknown) => {
    // There is no such table.
    if (error instanceof Error && 'code' in error && error.code === '42P01') return undefined;
    throw error;
  });
  if (reached === expected) return;
  throw new Stop('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Correct one of them.');
}

/** What needs a session works behind a pooler until it does not; so it does not begin. */
async function stopWhenPooled(db: Db, config: Config): Promise<void> {
  if (config.databaseUrl !== undefined && !(await hasOwnSession(db))) throw new Stop(behindPooler(config));
}

function behindPooler({ databaseUrl = '', directUrl }: Config): string {
  return directUrl === undefined
    ? `DATABASE_URL leads to PostgreSQL through a pooler at ${placeOf(databaseUrl)}. Set DATABASE_DIRECT_URL to PostgreSQL itself, for migrations and jobs.`
    : `DATABASE_DIRECT_URL leads through a pooler at ${placeOf(directUrl)}. It must lead to PostgreSQL itself.`;
}

/** For what goes past the pooler, if there is one. */
function orPatientStop<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const { directUrl } = config;
  return directUrl === undefined
    ? orStop(config, work)
    : orStop(config, work, { name: 'DATABASE_DIRECT_URL', url: directUrl });
}

async function orStop<T>(
  config: Config,
  work: () => Promise<T>,
  { name, url } = { name: 'DATABASE_URL', url: config.databaseUrl },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NewerSchema) throw new Stop(error.message);
    const problem =
      url === undefined ? embeddedProblem(error, config) : postgresProblem(error, name, url, config);
    throw problem === undefined ? error : new Stop(problem);
  }
}

/** What is wrong with the embedded database, and what to do; undefined for what nobody foresaw. */
function embeddedProblem(error: unknown, { dataDir }: Config): string | undefined {
  // What the embedded database's own file system fails with has a number and no message.
  const cause = error instanceof Unopenable ? error.cause : error;
  if (!(cause instanceof Error) || cause.name === 'ErrnoError') {
    return `The embedded database in ${dataDir} cannot read or write its files. Check the disk and the directory's permissions.`;
  }
  if (!(error instanceof Unopenable)) return undefined;
  return `${error.message} Put a backup of that directory in its place, or choose another --data-dir.`;
}

/** What is wrong with PostgreSQL or the way to it, and what to do; undefined for what nobody foresaw. */
function postgresProblem(error: unknown, name: string, url: string, config: Config): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  const code = 'code' in error ? String(error.code) : '';
  const where = placeOf(url);
  if (/does not support SSL/.test(message)) {
    return `PostgreSQL at ${where} offers no TLS, which ${name} asks for. Turn it on there, or leave sslmode out.`;
  }
  // What PgBouncer says, with a code that stands for many things.
  if (/unsupported startup parameter/.test(message)) return behindPooler(config);
  if (/statement pooling mode/.test(message)) {
    return `The pooler at ${where} is in statement mode. Set its pool_mode to transaction.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `PostgreSQL at ${where} has a certificate of another server (${message}). Name its host in ${name} as the certificate does.`;
  }
  if (UNVERIFIABLE.test(code)) {
    return `PostgreSQL at ${where} has a certificate that cannot be verified (${message}). Name who signed it in ${name}: sslmode=verify-full&sslrootcert=/path/to/ca.pem`;
  }
  // Files of certificates and keys, which the address names.
  if ('syscall' in error && error.syscall === 'open') {
    return `${name} names a file that cannot be read (${message}).`;
  }
  if (isOutage(error)) {
    return `PostgreSQL does not answer at ${where} (${reasonOf(error)}). Start it, or correct ${name}.`;
  }
  // Invalid passwords, roles and databases (SQLSTATE 28xxx, 3D000), no right to create (42501).
  if (/^(28...|3D000|42501)$/.test(code)) {
    return `PostgreSQL at ${where} refuses: ${message}. Correct ${name}, or the role's rights.`;
  }
  return undefined;
}

/** What Node says of a certificate that nobody it trusts has signed, or that is another server's. */
const UNVERIFIABLE = /SELF_SIGNED_CERT|UNABLE_TO_|^CERT_|ERR_TLS_CERT/;

async function stopUnlessUtf8(db: Db): Promise<void> {
  const encoding = await encodingOf(db);
  if (encoding === 'UTF8') return;
  throw new Stop(
    `The database keeps text in ${encoding}, which cannot hold every name. Create one with encoding 'UTF8'.`,
  );
}

/** Bytes that the first start needs: what it makes, and what making it takes for a while. */
const ROOM_TO_BEGIN = 256 * 2 ** 20;

function openEmbedded(dataDir: string, command: string): OpenDatabase {
  const directory = join(dataDir, 'database');
  const unlock = orCannotWrite(dataDir, () => {
    makeFolder(dataDir);
    stopWithoutRoom(dataDir, isMade(directory) ? FREE_MARGIN : ROOM_TO_BEGIN);
    const unlock = lockDataDir(dataDir, command);
    makeFolder(directory);
    return unlock;
  });
  const db = connect({ dataDir: directory });
  opened.set(resolve(dataDir), db);
  return {
    db,
    close: async () => {
      opened.delete(resolve(dataDir));
      await db.destroy();
      unlock();
    },
  };
}

/** On a disk that is full the embedded database neither starts nor says why. @throws Stop */
function stopWithoutRoom(dataDir: string, needed: number): void {
  const free = freeBytes(dataDir);
  if (free >= needed) return;
  throw new Stop(
    `There are ${inMb(free)} MB free where the data is stored, ${dataDir}; the embedded database needs ${inMb(needed)} MB. Make room, or choose another --data-dir.`,
  );
}

function inMb(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}

/** @throws Stop when the directory, its disk or its files may not be written to */
function orCannotWrite<Result>(dataDir: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(EROFS|EACCES|ENOENT|EPERM|ENOSPC|ENOTDIR|EEXIST|ERR_SQLITE_ERROR)$/.test(code)) throw error;
    throw new Stop(
      `The data directory ${dataDir} cannot be written to (${reasonOf(error)}). Correct its permissions, or choose another --data-dir.`,
    );
  }
}

/** Host and database, without the password. The host may be the directory of a socket. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${searchParams.get('host') ?? host.replaceAll(/%2f/gi, '/')}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error
    ? error.message || ('code' in error ? String(error.code) : error.name)
    : String(error);
}
