import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import type { Logger } from 'pino';

import type { FollowLine } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { type Order, type Reply, socketOf } from './socket.ts';

/**
 * Runs operators' commands in the process that has the embedded database open: they come by a socket in the data directory, which
 * only the user that the server runs as may use.
 * @returns ends it
 */
export async function listenForCommands(
  config: Config,
  log: Logger,
  followLine: FollowLine,
): Promise<() => Promise<void>> {
  const path = socketOf(config.dataDir);
  if (config.databaseUrl !== undefined || path === null) return () => Promise.resolve();
  // Left by a server that was killed; this one has the lock on the directory.
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    follow(socket, config, followLine).catch((err: unknown) => {
      log.error({ err }, 'A command received over the socket failed.');
      socket.destroy();
    });
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } finally {
    process.umask(mask);
  }
  server.on('error', (err) => log.warn({ err }, 'The socket for commands reported an error.'));
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function follow(socket: Socket, config: Config, followLine: FollowLine): Promise<void> {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done === true) return;
  const { args, cwd, env } = JSON.parse(first.value) as Order;
  const reply = (one: Reply) => void (socket.writable && socket.write(`${JSON.stringify(one)}\n`));
  const place = { cwd, env, out: (out: string) => reply({ out }), err: (err: string) => reply({ err }) };
  const exit = await followLine(args, place, config);
  reply({ exit });
  socket.end();
}
