import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { makeFolder } from '../make-folder.ts';

/** Who holds a data directory. */
interface Holder {
  pid: number;
  host: string;
  /** What it runs, such as `lodestone serve`. */
  command: string;
  since: string;
}

/** Another process works in the data directory. The message names it. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly dir: string;

  constructor(dir: string, message: string) {
    super(message);
    this.dir = dir;
  }
}

/**
 * Locks a data directory for this process: PGlite does not, and two processes in one directory lose rows in silence. The lock
 * is the operating system's on a file, taken through SQLite, which Node brings along. So it ends with its process, however
 * that ends, and there is no stale lock to be told from a live one.
 * @returns releases the lock.
 * @throws DataDirInUse
 */
export function lockDataDir(dir: string, command: string): () => void {
  makeFolder(dir);
  const holder = join(dir, 'holder.json');
  const lock = new DatabaseSync(join(dir, 'lock'));
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DataDirInUse(dir, `The data directory ${dir} is in use${by(holder)}.`);
  }
  const me: Holder = { pid: process.pid, host: hostname(), command, since: new Date().toISOString() };
  writeFileSync(holder, `${JSON.stringify(me)}\n`);
  return () => lock.close();
}

/** SQLITE_BUSY: another process has the lock. Anything else is wrong with the file or its disk. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function by(file: string): string {
  try {
    const { pid, host, command, since } = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return ` by process ${pid} on ${host} (${command}, since ${since})`;
  } catch {
    return ' by another process';
  }
}
