import { join } from 'node:path';

/** A command line on its way to the server, which has the embedded database open. One line of JSON. */
export interface Order {
  args: string[];
  cwd: string;
  env: Record<string, string | undefined>;
}

/** What comes back, each a line of JSON. */
export type Reply = { out: string } | { err: string } | { exit: number };

const NAME = 'control.sock';

/** Bytes of the path of a data directory: the operating system allows about a hundred for a socket's path. */
export const LONGEST_SOCKET = 100 - 1 - NAME.length;

/** Where the server of a data directory listens for operators' commands. Null where the path is too long for a socket. */
export function socketOf(dataDir: string): string | null {
  return Buffer.byteLength(dataDir) <= LONGEST_SOCKET ? join(dataDir, NAME) : null;
}
