import { accessSync, constants, statfsSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';

/**
 * Bytes that stay free on the disk of the embedded database. Without room for a segment of its log, 16 MB, it would spin for
 * ever, also after there is room again; what is under way when the margin is reached must still fit.
 */
export const FREE_MARGIN = 64 * 2 ** 20;

/** Milliseconds for which a look at the disk holds. */
const LOOK_HOLDS = 250;

/** Whether the embedded database may write where it lies. `full` is when only the margin is left. */
export type DiskState = 'ok' | 'full' | 'read-only';

const REFUSALS: Record<Exclude<DiskState, 'ok'>, string> = {
  full: 'The embedded database’s disk is almost full, so nothing can be written until there is room.',
  'read-only': 'The directory of the embedded database cannot be written to, so nothing is until it can.',
};

/** A write that was refused since the disk takes none. Nothing was changed, and reads go on. */
export class DiskRefuses extends Error {
  override readonly name = 'DiskRefuses';
  constructor(state: Exclude<DiskState, 'ok'>) {
    super(REFUSALS[state]);
  }
}

/** Bytes that are free where a directory lies. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** How it is with the disk where a directory lies. */
export function diskState(directory: string): DiskState {
  try {
    accessSync(directory, constants.W_OK);
    return freeBytes(directory) < FREE_MARGIN ? 'full' : 'ok';
  } catch {
    return 'read-only';
  }
}

/** Whatever writes, at the beginning of a statement or in one of its common table expressions, and locks, which write too. */
const WRITES =
  /\b(?:insert\s+into|update\s+(?:only\s+)?\S+(?:\s+as)?(?:\s+\S+)?\s+set|delete\s+from|merge\s+into|truncate|create|alter|drop|copy|for\s+(?:no\s+key\s+)?update)\b/i;

/**
 * Has the embedded database refuse to write while its disk takes nothing, whoever asks: requests, jobs and commands.
 * @param stateOfDisk looks at the disk
 */
export function refuseWhenUnwritable(pglite: PGlite, stateOfDisk: () => DiskState): void {
  let looked = -Infinity;
  let state: DiskState = 'ok';
  const check = (text: string) => {
    if (!WRITES.test(text)) return;
    if (performance.now() - looked >= LOOK_HOLDS) {
      looked = performance.now();
      state = stateOfDisk();
    }
    if (state !== 'ok') throw new DiskRefuses(state);
  };
  guard(pglite, check);
  const transaction = pglite.transaction.bind(pglite);
  pglite.transaction = (work) =>
    transaction((inside) => {
      guard(inside, check);
      return work(inside);
    });
}

/** Has each statement checked before it is handed on. */
function guard(asked: Pick<PGlite, 'query' | 'exec'>, check: (text: string) => void): void {
  const query = asked.query.bind(asked);
  const exec = asked.exec.bind(asked);
  asked.query = async (text, ...rest) => {
    check(text);
    return query(text, ...rest);
  };
  asked.exec = async (text, ...rest) => {
    check(text);
    return exec(text, ...rest);
  };
}
