import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { LARGEST_ASSET, Refusal } from '@lodestone/core';

import type { Progress } from '../../../subscribers-file/import.ts';
import { asUtf8 } from '../../../subscribers-file/text.ts';

/** An import, from its upload on. Stored in a file beside the uploaded one, so that any process of the machine can report on it. */
export interface Import {
  id: string;
  file_name: string;
  bytes: number;
  phase: 'uploaded' | 'running' | 'done' | 'failed';
  /** Bytes of the file that were read so far. */
  read: number;
  progress: Progress | null;
  /** Why it failed. */
  problem: string | null;
}

/** Milliseconds for which a running import may say nothing before it counts as interrupted: its process is gone. */
const SILENCE = 30_000;
/** An import is forgotten after a day, and the oldest when an account has more. */
const KEPT = 24 * 60 * 60 * 1000;
const MAX_FILES = 5;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The imports of one account, in a directory of its own. */
export interface ImportStore {
  /** @throws Refusal when the file is too large, or no text */
  add(name: string, bytes: Readable): Promise<Import>;
  /** Null when there is no such import, it was deleted, or it is on another machine. */
  find(id: string): Promise<Import | null>;
  write(state: Import): Promise<void>;
  open(id: string): ReadStream;
  /** Takes the file to import it. False when somebody else has. */
  take(id: string): Promise<boolean>;
  openTaken(id: string): ReadStream;
  dropFile(id: string): Promise<void>;
}

export function importStore(dataDir: string, accountId: string): ImportStore {
  const directory = join(dataDir, 'imports', accountId);
  const place = (id: string, kind: 'json' | 'csv' | 'taken') => join(directory, `${id}.${kind}`);

  async function write(state: Import): Promise<void> {
    const draft = `${place(state.id, 'json')}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
    await rename(draft, place(state.id, 'json'));
  }

  return {
    write,
    async add(file_name, bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await forget(directory, MAX_FILES - 1);
      const all = join(dataDir, 'imports');
      await Promise.all((await readdir(all)).map((one) => forget(join(all, one), Infinity)));
      const id = randomUUID();
      const file = place(id, 'csv');
      try {
        await pipeline(bytes, atMost20Mb, asUtf8, createWriteStream(file, { mode: 0o600 }));
        const { size } = await stat(file);
        const state: Import = {
          id,
          file_name,
          bytes: size,
          phase: 'uploaded',
          read: 0,
          progress: null,
          problem: null,
        };
        await write(state);
        return state;
      } catch (error) {
        await rm(file, { force: true });
        if (isCode(error, 'ENOSPC')) {
          const message = 'There is no room for the file on this server. Tell the person who runs it.';
          throw new Refusal('invalid_parameter', message, 'file');
        }
        throw error;
      }
    },
    async find(id) {
      if (!ID.test(id)) return null;
      try {
        const state = JSON.parse(await readFile(place(id, 'json'), 'utf8')) as Import;
        if (state.phase === 'done' || state.phase === 'failed') return state;
        if (state.phase === 'uploaded' && (await changedAt(place(id, 'csv'))) > 0) return state;
        // A file that was just taken is about to run.
        const heard = Math.max((await stat(place(id, 'json'))).mtimeMs, await changedAt(place(id, 'taken')));
        return Date.now() - heard < SILENCE
          ? { ...state, phase: 'running' }
          : { ...state, phase: 'failed', problem: INTERRUPTED };
      } catch (error) {
        if (isCode(error, 'ENOENT')) return null;
        throw error;
      }
    },
    open: (id) => createReadStream(place(id, 'csv')),
    async take(id) {
      try {
        await rename(place(id, 'csv'), place(id, 'taken'));
        return true;
      } catch (error) {
        if (isCode(error, 'ENOENT')) return false;
        throw error;
      }
    },
    openTaken: (id) => createReadStream(place(id, 'taken')),
    async dropFile(id) {
      await Promise.all([rm(place(id, 'csv'), { force: true }), rm(place(id, 'taken'), { force: true })]);
    },
  };
}

export const INTERRUPTED = 'The import was interrupted. You can safely import the file again.';

/** Removes what is too old, and the oldest beyond `most`. */
async function forget(directory: string, most: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const { mtimeMs } = await stat(join(directory, name)).catch(() => ({ mtimeMs: 0 }));
      return { name, id: name.slice(0, 36), at: mtimeMs };
    }),
  );
  const latest = new Map<string, number>();
  for (const { id, at } of files) latest.set(id, Math.max(at, latest.get(id) ?? 0));
  const order = [...latest].toSorted(([, a], [, b]) => b - a);
  const kept = new Set(
    order.filter(([, at], index) => index < most && Date.now() - at < KEPT).map(([id]) => id),
  );
  await Promise.all(
    files.filter(({ id }) => !kept.has(id)).map(({ name }) => rm(join(directory, name), { force: true })),
  );
}

/** When a file was last written or renamed, in milliseconds; 0 when there is none. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ ctimeMs }) => ctimeMs,
    () => 0,
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The parts as they are. @throws Refusal for more than a file may have */
async function* atMost20Mb(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > LARGEST_ASSET) {
      const message = 'The file is larger than 20 MB. Split it, or use “lodestone import subscribers”.';
      throw new Refusal('invalid_parameter', message, 'file');
    }
    yield part;
  }
}
