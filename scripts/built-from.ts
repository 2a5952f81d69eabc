import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Holds, in a directory, the hash of what the files beside it were built from. */
const STAMP = '.built-from';

/** Whether what a directory holds was built from these files, as they are now. Takes some milliseconds. */
export function isCurrent(directory: string, sources: string[]): boolean {
  const stamp = join(directory, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(sources);
}

/** Builds what a directory holds, and notes what from. The note is gone while it is built: what was not finished is built again. */
export async function buildFrom(
  directory: string,
  sources: string[],
  build: () => Promise<void>,
): Promise<void> {
  rmSync(join(directory, STAMP), { force: true });
  await build();
  writeFileSync(join(directory, STAMP), hashOf(sources));
}

function hashOf(sources: string[]): string {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(file));
  return hash.digest('hex');
}
