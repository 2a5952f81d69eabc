import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** What the server does at a step: it says something, or something happens to the connection. */
export type Action = string | ((socket: Socket) => void);

export type Script = Partial<
  Record<
    'greeting' | 'EHLO' | 'HELO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'RSET' | 'QUIT' | 'end',
    Action
  >
>;

export type ScriptedServer = {
  port: number;
  /** Every command that was heard, without what follows its first word. */
  heard: string[];
  lines: string[];
  /** Mails of which the last dot arrived. */
  mails: string[];
  connections: number;
  /** Connections that are open now. */
  open(): number;
  /** From now on, another script. */
  play(script: Script): void;
  stop(): Promise<void>;
};

export const hang: Action = () => {};
export const close: Action = (socket) => void socket.destroy();
export const end: Action = (socket) => void socket.end();
export const breakOff: Action = (socket) => void socket.resetAndDestroy();
export const say =
  (text: string, then?: Action): Action =>
  (socket) => {
    socket.write(text);
    if (typeof then === 'function') setTimeout(() => then(socket), 20);
  };

const USUAL: Required<Script> = {
  greeting: '220 scripted ESMTP',
  EHLO: '250-scripted\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME',
  HELO: '250 scripted',
  STARTTLS: '502 5.5.1 not here',
  AUTH: '235 2.7.0 signed in',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go ahead',
  end: '250 2.0.0 queued as 1',
  RSET: '250 2.0.0 ok',
  QUIT: (socket) => void socket.end('221 2.0.0 bye\r\n'),
};

/** An SMTP server that does at each step what a test says, and keeps count of what it got. */
export async function scriptedServer(
  script: Script = {},
  tls?: { key: string; cert: string },
): Promise<ScriptedServer> {
  let actions: Required<Script> = { ...USUAL, ...script };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    self.connections += 1;
    socket.on('close', () => sockets.delete(socket));
    converse(socket);
    act(socket, actions.greeting);
  });
  const act = (socket: Socket, action: Action) => {
    if (typeof action === 'string') socket.write(`${action}\r\n`);
    else action(socket);
  };

  function converse(socket: Socket): void {
    let pending = '';
    let inMail = false;
    socket.on('error', () => {});
    socket.on('data', function listen(chunk) {
      pending += chunk.toString('latin1');
      for (;;) {
        // An empty mail is a dot alone.
        const empty = inMail && pending.startsWith('.\r\n');
        const mark = empty ? '.\r\n' : inMail ? '\r\n.\r\n' : '\r\n';
        const at = pending.indexOf(mark);
        if (at < 0) return;
        const piece = pending.slice(0, at);
        pending = pending.slice(at + mark.length);
        if (inMail) {
          inMail = false;
          self.mails.push(piece);
          act(socket, actions.end);
          continue;
        }
        const verb = piece.split(/[ :]/, 1)[0]?.toUpperCase() ?? '';
        self.heard.push(verb);
        self.lines.push(piece);
        if (verb === 'STARTTLS' && tls !== undefined && script.STARTTLS === undefined) {
          socket.off('data', listen);
          socket.write('220 2.0.0 ready\r\n');
          converse(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }));
          return;
        }
        const action = verb in actions ? actions[verb as keyof Script] : '500 5.5.1 unknown';
        if (verb === 'DATA' && (typeof action === 'function' || /^[23]/.test(action))) inMail = true;
        act(socket, action);
      }
    });
  }

  const self: ScriptedServer = {
    port: 0,
    heard: [],
    lines: [],
    mails: [],
    connections: 0,
    open: () => sockets.size,
    play: (script) => (actions = { ...USUAL, ...script }),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  self.port = (server.address() as AddressInfo).port;
  return self;
}

/** Until what was opened has been closed. */
export async function quiet(server: ScriptedServer): Promise<void> {
  for (const until = Date.now() + 3_000; server.open() > 0;) {
    if (Date.now() > until) throw new Error(`${server.open()} connections are still open`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
