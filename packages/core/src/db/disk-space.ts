import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PGlite, QueryOptions } from '@electric-sql/pglite';

/**
 * Bytes that stay free on the disk of the embedded database. Without room for a segment of its log, 16 MB, it would spin for
 * ever, also after there is room again; what is under way when the margin is reached must still fit.
 */
export const FREE_MARGIN = 64 * 2 ** 20;

/** Milliseconds for which the result of checking the disk is reused. */
const LOOK_HOLDS = 250;

/** Whether the embedded database may write where it lies. `full` is when only the margin is left. */
export type DiskState = 'ok' | 'full' | 'read-only';

/** `failed` is a database that cannot be asked any more. */
type Refused = Exclude<DiskState, 'ok'> | 'failed';

const REFUSALS: Record<Refused, string> = {
  full: 'The embedded database’s disk is almost full, so nothing can be written until there is room. Nothing was changed; reading still works.',
  'read-only':
    'The directory of the embedded database cannot be written to, so nothing is until it can. Nothing was changed.',
  failed:
    'The embedded database has stopped, because its log could not be written. Restart the server once its disk can be written to.',
};

/**
 * A write that was refused since the disk takes none. Nothing was changed, and reads go on; but of a read-only disk only those of
 * files that are open, since the database opens every file to write to it.
 */
export class DiskRefuses extends Error {
  override readonly name = 'DiskRefuses';
  constructor(state: Refused) {
    super(REFUSALS[state]);
  }
}

/** Bytes that are free where a directory lies. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/**
 * How it is with the disk where a directory lies. A few bytes are written there: a file system that has failed goes on saying that
 * it may be written to, and a quota that is used up counts as little among its free bytes.
 */
export function diskState(directory: string): DiskState {
  const file = join(directory, 'writable');
  try {
    writeFileSync(file, 'yes');
    rmSync(file);
    return freeBytes(directory) < FREE_MARGIN ? 'full' : 'ok';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'read-only';
  }
}

/** Whatever writes, at the beginning of a statement or in one of its common table expressions, and locks, which write too. */
const WRITES =
  /\b(?:insert\s+into|update\s+(?:only\s+)?\S+(?:\s+as)?(?:\s+\S+)?\s+set|delete\s+from|merge\s+into|truncate|create|alter|drop|copy|for\s+(?:no\s+key\s+)?update)\b/i;

/**
 * Makes the embedded database refuse writes while its disk cannot take any, from requests, jobs and commands alike.
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

/** What of Emscripten's file system is looked into: each operation on a file of the database. */
interface FileSystem {
  lookupPath(path: string): { node: { mount: { type: Operations } } };
}
interface Operations {
  stream_ops: Record<'open' | 'write', (stream: { path: string }, ...rest: unknown[]) => unknown>;
  node_ops: Record<'mknod', (parent: { name: string }, ...rest: unknown[]) => unknown>;
}

const isOfLog = ({ path }: { path: string }) => path.includes('/pg_wal/');

/** Where PGlite sees its directory. */
const PGDATA = '/pglite/data';

/**
 * Never asks the database again once its log could not be written. PostgreSQL ends then; here it goes on, has lost its place, and
 * would spin forever in the next statement, even in the rollback.
 */
export function stopWhenLogFails(pglite: PGlite): void {
  const files = pglite.Module.FS as unknown as FileSystem;
  const { stream_ops, node_ops } = files.lookupPath(PGDATA).node.mount.type;
  let failed = false;
  const watched =
    <First, Rest extends unknown[]>(
      operation: (first: First, ...rest: Rest) => unknown,
      concerns: (first: First) => boolean,
    ) =>
    (first: First, ...rest: Rest) => {
      try {
        return operation(first, ...rest);
      } catch (error) {
        failed ||= concerns(first);
        throw error;
      }
    };
  stream_ops.write = watched(stream_ops.write, isOfLog);
  stream_ops.open = watched(stream_ops.open, isOfLog);
  node_ops.mknod = watched(node_ops.mknod, ({ name }) => name === 'pg_wal');

  const send = pglite.execProtocolRawSync.bind(pglite);
  pglite.execProtocolRawSync = (message) => {
    if (failed) throw new DiskRefuses('failed');
    return send(message);
  };
  const close = pglite.close.bind(pglite);
  pglite.close = async () => {
    if (!failed) await close();
  };
}

/** Has each statement checked before it is handed on, and says of one that failed at the disk that it did. */
function guard(asked: Pick<PGlite, 'query' | 'exec'>, check: (text: string) => void): void {
  const query = asked.query.bind(asked);
  const exec = asked.exec.bind(asked);
  asked.query = async <Row>(text: string, ...rest: [params?: unknown[], options?: QueryOptions]) => {
    check(text);
    return query<Row>(text, ...rest).catch(asRefusal);
  };
  asked.exec = async (text, ...rest) => {
    check(text);
    return exec(text, ...rest).catch(asRefusal);
  };
}

/** @throws DiskRefuses, or the error that it was */
function asRefusal(error: unknown): never {
  const said = error instanceof Error ? error.message : '';
  if (said.endsWith(': Read-only file system')) throw new DiskRefuses('read-only');
  if (/: (?:No space left on device|Disk quota exceeded)$/.test(said)) throw new DiskRefuses('full');
  throw error;
}
