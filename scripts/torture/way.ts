import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * What is done to those who go this way. `slow` lets every answer through five seconds late. `unheard` cuts them off where PostgreSQL
 * answers their COMMIT: what they changed is there, and nobody tells them.
 */
export type State = 'open' | 'refused' | 'cut' | 'frozen' | 'slow' | 'unheard';

/** A way to a server on which things go wrong. */
export interface Way {
  /** The server's URL, this way. */
  url: string;
  become(state: State): Promise<void>;
  close(): Promise<void>;
}

const LATE = 5_000;

/** Opens a way to the host and port of a URL. */
export async function openWay(to: string, otherwise: number): Promise<Way> {
  const there = new URL(to);
  const sockets = new Set<Socket>();
  let state: State = 'open';
  let port = 0;
  let server: Server | undefined;

  const open = async () => {
    server = createServer((client) => {
      const further = connect(Number(there.port || otherwise), there.hostname);
      for (const [from, into] of [
        [client, further],
        [further, client],
      ] as const) {
        sockets.add(from);
        from.on('error', () => {});
        from.on('close', () => {
          sockets.delete(from);
          into.destroy();
        });
        from.on('data', (data) => {
          if (state === 'frozen') return;
          if (state === 'unheard' && from === client && /\bcommit\b/i.test(String(data)))
            further.prependOnceListener('data', () => client.destroy());
          if (state === 'slow' && from === further) void setTimeout(LATE).then(() => into.write(data));
          else into.write(data);
        });
      }
    });
    await new Promise<void>((resolve) => void server?.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  };
  const shut = async () => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await open();
  const url = new URL(to);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    become: async (next) => {
      const wasShut = state === 'refused';
      state = next;
      if (next === 'refused') await shut();
      else if (wasShut) await open();
      // What is on its way is lost, and whoever comes next is let in.
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    close: shut,
  };
}
