import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Holds, in a directory, the hash of what the files beside it were built from. */
const STAMP = '.built-from';

/** Whether what a directory holds was built from these files, as they are now. Takes some milliseconds. */
export function isCurrent(directory: string, sources: string[]): boolean {
  const stamp = join(directory, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(sources);
}

/** Notes what a directory was built from. It is the last thing to be written there: what was not finished is built again. */
export function markCurrent(directory: string, sources: string[]): void {
  writeFileSync(join(directory, STAMP), hashOf(sources));
}

function hashOf(sources: string[]): string {
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(file));
  return hash.digest('hex');
}
