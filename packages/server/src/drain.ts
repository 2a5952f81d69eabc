import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** In milliseconds. */
const LAME_DUCK = {
  /** How long requests are let in at least, while balancers take notice. */
  least: 1_000,
  /** It has become quiet when nothing was asked for so long. */
  quiet: 500,
  /** How long requests are let in at most, by whoever does not take notice. */
  most: 6_000,
};

/** Milliseconds in which a connection that owes us a request has to say something, once no more are let in. */
const SILENCE = 1_000;

/** Milliseconds between two looks. */
const LOOK = 50;

interface Connection {
  openedAt: number;
  /** Requests on it that are not answered yet. */
  unanswered: number;
  hasAsked: boolean;
  bytes: number;
  heardAt: number;
}

/**
 * Watches a server, to end it without losing a request.
 * @returns lets in what still comes until it is quiet, then closes; resolves when the last answer is sent
 */
export function drainable(server: Server): () => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let askedAt = -Infinity;
  let draining = false;

  server.on('connection', (socket) => {
    const at = performance.now();
    connections.set(socket, { openedAt: at, unanswered: 0, hasAsked: false, bytes: 0, heardAt: at });
    socket.once('close', () => connections.delete(socket));
  });
  // Ahead of the application: a client that keeps asking on one connection would keep it open forever.
  server.prependListener('request', ({ socket, url }: IncomingMessage, response: ServerResponse) => {
    if (draining) response.setHeader('Connection', 'close');
    if (url !== '/readyz' && url !== '/healthz') askedAt = performance.now();
    const connection = connections.get(socket);
    if (!connection) return;
    connection.hasAsked = true;
    connection.unanswered += 1;
    response.once('close', () => (connection.unanswered -= 1));
  });

  function isQuiet(): boolean {
    const since = performance.now() - LAME_DUCK.quiet;
    return askedAt < since && [...connections.values()].every((c) => c.hasAsked || c.openedAt < since);
  }

  async function waitForQuiet(): Promise<void> {
    const began = performance.now();
    await setTimeout(LAME_DUCK.least);
    while (performance.now() - began < LAME_DUCK.most) {
      // A process that was busy for long has not looked at the network yet.
      if (isQuiet() && (await setImmediate(true)) && (await setImmediate(true)) && isQuiet()) return;
      await setTimeout(LOOK);
    }
  }

  /** Closes what has no request under way and says nothing: whoever never asked would keep the process for as long as they like. */
  function closeSilent(): void {
    const at = performance.now();
    for (const [socket, connection] of connections) {
      if (connection.unanswered > 0 || socket.bytesRead !== connection.bytes) {
        connection.bytes = socket.bytesRead;
        connection.heardAt = at;
      } else if (at - connection.heardAt >= SILENCE) {
        socket.destroy();
      }
    }
  }

  return async () => {
    draining = true;
    await waitForQuiet();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const watching = setInterval(closeSilent, LOOK);
    await closed;
    clearInterval(watching);
  };
}
