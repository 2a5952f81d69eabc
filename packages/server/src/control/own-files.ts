import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Names that mean another file in each process: its standard input, and what a shell makes of `<(…)`. */
const OWN = /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/**
 * Keeps what comes through a pipe in a file, since it can be read once and by this process alone, while the server may be the one
 * that carries the command out.
 * @returns the command line with that file's name, and what removes it
 */
export async function keepOwnFiles(args: readonly string[]): Promise<{ args: string[]; remove(): void }> {
  const own = args.filter((arg) => OWN.test(arg) && existsSync(arg));
  if (own.length === 0) return { args: [...args], remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-'));
  const kept = new Map(own.map((name) => [name, join(folder, basename(name))]));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const [name, file] of kept)
      await pipeline(createReadStream(name), createWriteStream(file, { mode: 0o600 }));
  } catch {
    // The command says what is wrong with it.
    remove();
    return { args: [...args], remove: () => {} };
  }
  return { args: args.map((arg) => kept.get(arg) ?? arg), remove };
}
