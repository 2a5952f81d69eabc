import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';

import { HERE, type Place } from '../commands/command.ts';
import { type Order, type Reply, socketOf } from './socket.ts';

/** Names of variables that a file may use; those that set this program or Node are the server's own. */
const OURS = /^(LODESTONE_|NODE_|DATABASE_URL$|REDIS_URL$|PORT$|HOST$)/;

/**
 * Has the server that works in a data directory run a command line, as if it ran here.
 * @returns its exit code; null when no server listens there
 */
export async function forwardCommand(
  args: string[],
  dataDir: string,
  place: Place = HERE,
): Promise<number | null> {
  const path = socketOf(dataDir);
  if (path === null || args[0] === 'serve' || args[0] === 'work') return null;
  const socket = createConnection(path);
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!connected) return null;
  const env = Object.fromEntries(Object.entries(place.env).filter(([name]) => !OURS.test(name)));
  socket.write(`${JSON.stringify({ args, cwd: place.cwd, env } satisfies Order)}\n`);
  let exit = 1;
  let ended = false;
  socket.on('error', () => {});
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as Reply;
    if ('out' in reply) place.out(reply.out);
    else if ('err' in reply) place.err(reply.err);
    else [exit, ended] = [reply.exit, true];
  }
  if (!ended) place.err('lodestone: The server ended before the command did. Run it again.\n');
  return exit;
}
