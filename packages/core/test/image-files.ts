import { readFileSync } from 'node:fs';

import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs';

/** Where the embedded database has its data, inside. */
const PGDATA = '/pglite/data';

/** Of a header in a tar archive, and what its parts are padded to, in bytes. */
const BLOCK = 512;
const FOLDER = '5';

interface Entry {
  path: string;
  /** Null for a folder. */
  contents: Uint8Array | null;
}

/** A file as the embedded database's own file system has it in memory. */
interface Node {
  contents: Uint8Array;
  usedBytes: number;
  stream_ops: { write(stream: { node: Node }, ...how: unknown[]): number };
}

const images = new Map<string, Entry[]>();

/**
 * The files of an image, a tar archive: they are read once a process, and all databases that begin with them share them. A database
 * that writes to a file gets a copy of it. PGlite's own way unpacks the archive for each database, which takes three times as long as starting it.
 */
export class ImageFiles extends EmscriptenBuiltinFilesystem {
  readonly #entries: Entry[];

  constructor(image: string) {
    super();
    this.#entries = images.get(image) ?? entriesOf(readFileSync(image));
    images.set(image, this.#entries);
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module;
    if (!FS.analyzePath(PGDATA).exists) FS.mkdir(PGDATA, 0o700);
    for (const { path, contents } of this.#entries) {
      if (contents === null) FS.mkdir(PGDATA + path, 0o700);
      else {
        // PGlite's types say nothing of what a file is made of.
        const file = FS.create(PGDATA + path, 0o600) as unknown as Node;
        file.contents = contents;
        file.usedBytes = contents.length;
        file.stream_ops = copyingFirst(file.stream_ops);
      }
    }
  }
}

/** How a file is used that copies what it shares before it is written to. */
function copyingFirst(usual: Node['stream_ops']): Node['stream_ops'] {
  return {
    ...usual,
    write(stream, ...how) {
      const { node } = stream;
      // What was opened before the copy comes here as well.
      if (node.stream_ops !== usual) {
        node.contents = new Uint8Array(node.contents);
        node.stream_ops = usual;
      }
      return usual.write(stream, ...how);
    },
  };
}

function entriesOf(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; archive[at] !== 0;) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).replace(/\0.*/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const from = at + BLOCK;
    const path = text(0, 100).replace(/\/$/, '');
    entries.push({ path, contents: text(156, 1) === FOLDER ? null : archive.subarray(from, from + size) });
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}
