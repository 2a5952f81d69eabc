import { createServer, type Socket } from 'node:net';

import type { ImapServer } from '@lodestone/mail';

/**
 * What an IMAP server says, by command: lines, of which `*` is the tag of the command; `hang` says nothing and `close` hangs up.
 */
export type Script = Record<string, string | ((args: string, socket: Socket) => string)>;

export const hang = 'hang';
export const close = 'close';

/** Answers of a server that works, with an inbox of one message. */
const WORKS: Script = {
  greeting: '* OK ready\r\n',
  CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE\r\n$ OK done\r\n',
  LOGIN: '$ OK done\r\n',
  AUTHENTICATE: '$ OK done\r\n',
  NAMESPACE: '* NAMESPACE (("" "/")) NIL NIL\r\n$ OK done\r\n',
  LIST: '* LIST () "/" INBOX\r\n$ OK done\r\n',
  LSUB: '$ OK done\r\n',
  EXAMINE: '* 1 EXISTS\r\n* OK [UIDVALIDITY 7] \r\n* OK [UIDNEXT 2] \r\n$ OK [READ-ONLY] done\r\n',
  'UID SEARCH': '* SEARCH 1\r\n$ OK done\r\n',
  'UID FETCH': (args) =>
    args.includes('BODY')
      ? '* 1 FETCH (UID 1 RFC822.SIZE 4 INTERNALDATE "21-Nov-2025 10:00:00 +0000" BODY[]<0> {4}\r\n\r\nhi)\r\n$ OK done\r\n'
      : '* 1 FETCH (UID 1 RFC822.SIZE 4)\r\n$ OK done\r\n',
  IDLE: '+ idling\r\n',
  DONE: '$ OK done\r\n',
  LOGOUT: '* BYE\r\n$ OK done\r\n',
};

export interface ScriptedImap {
  server: ImapServer;
  heard: string[];
  stop(): Promise<void>;
}

export async function scriptedImap(changed: Script): Promise<ScriptedImap> {
  const script = { ...WORKS, ...changed };
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, command: string, tag: string, args: string) => {
    const entry = script[command] ?? `${tag} BAD what\r\n`;
    const said = typeof entry === 'function' ? entry(args, socket) : entry;
    if (said === close) socket.destroy();
    else if (said !== hang && !socket.destroyed) socket.write(said.replaceAll('$', tag));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    answer(socket, 'greeting', '*', '');
    let idling = '';
    let buffer = '';
    socket.on('data', (data) => {
      buffer += data.toString('latin1');
      const lines = buffer.split('\r\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '', command = '', args = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
        const name = line === 'DONE' ? 'DONE' : command.toUpperCase();
        heard.push(name);
        if (name === 'IDLE') idling = tag;
        answer(socket, name, name === 'DONE' ? idling : tag, args);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    server: { host: '127.0.0.1', port, protection: 'none', user: 'maya', password: 'secret' },
    heard,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
