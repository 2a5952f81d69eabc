import { join } from 'node:path';

/** A command line on its way to the server, which has the embedded database open. One line of JSON. */
export interface Order {
  args: string[];
  cwd: string;
  env: Record<string, string | undefined>;
}

/** What comes back, each a line of JSON. */
export type Reply = { out: string } | { err: string } | { exit: number };

/** Where the server of a data directory listens for operators' commands. Null where the path is too long for a socket. */
export function socketOf(dataDir: string): string | null {
  const path = join(dataDir, 'control.sock');
  // The operating system gives a socket's path some hundred bytes.
  return Buffer.byteLength(path) <= 100 ? path : null;
}
