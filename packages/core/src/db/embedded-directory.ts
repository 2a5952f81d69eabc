import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An embedded database that is there and cannot be opened: after a power cut, or a disk that failed, its files may not fit together. */
export class Unopenable extends Error {
  override readonly name = 'Unopenable';

  constructor(directory: string, cause: unknown) {
    super(`The embedded database in ${directory} cannot be opened; its files may be damaged.`, { cause });
  }
}

/** Whether a directory holds an embedded database, and not what is left of making one. */
export function isMade(directory: string): boolean {
  return existsSync(join(directory, 'PG_VERSION')) && !existsSync(markOf(directory));
}

/**
 * Opens the embedded database of a directory, which makes it where there is none. That takes seconds, and what a process that
 * dies on the way leaves behind never opens again; nobody had a row in it yet, so it is created once more.
 */
export async function openOrMake<Database>(
  directory: string,
  open: () => Promise<Database>,
): Promise<Database> {
  if (isMade(directory)) {
    // The database's own lock knows no other process (see lockDataDir), and one that was killed while writing it leaves it empty, which
    // the database then takes for damage.
    rmSync(join(directory, 'postmaster.pid'), { force: true });
    return open().catch((cause: unknown) => {
      throw new Unopenable(directory, cause);
    });
  }
  const mark = markOf(directory);
  if (existsSync(mark)) rmSync(directory, { recursive: true, force: true });
  // A backup that was restored in part, or somebody else's folder: a database made there would be in the place of what it holds.
  else if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Unopenable(directory, new Error('There is no PG_VERSION among its files.'));
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  const database = await open();
  rmSync(mark);
  return database;
}

/** The file that is there while a database is being made. */
function markOf(directory: string): string {
  return `${directory}.unfinished`;
}
