import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** How far a server is with an email: what it has just read, or, for the first and the last, what it has just said. */
export const STAGES = ['greeting', 'MAIL', 'RCPT', 'DATA', 'content', 'dot', 'answer'] as const;
export type Stage = (typeof STAGES)[number];

/** An email that the server has whole: whether or not its sender ever learned of that. */
export interface Taken {
  to: string;
  message_id: string;
  follows: boolean;
}

export interface StagedServer {
  url: string;
  taken: Taken[];
  close(): Promise<void>;
}

/** A mail server on loopback that says when it comes to each stage of each email, before it goes on. */
export async function stagedServer(reached: (stage: Stage) => void): Promise<StagedServer> {
  const taken: Taken[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Whoever was killed hangs up without a word.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket, reached, (email) => void taken.push(email));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, reached: (stage: Stage) => void, take: (email: Taken) => void): void {
  let to = '';
  let content: string[] | undefined;
  const say = (line: string, then?: () => void) => void socket.write(`${line}\r\n`, then);

  function readContent(lines: string[], line: string): void {
    if (line !== '.') {
      if (lines.push(line) === 1) reached('content');
      return;
    }
    content = undefined;
    take(emailOf(to, lines));
    reached('dot');
    say('250 2.0.0 Taken', () => reached('answer'));
  }

  function readCommand(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL' || verb === 'RCPT' || verb === 'DATA') reached(verb);
    if (verb === 'RCPT') to = /<(.*?)>/.exec(line)?.[1] ?? '';
    if (verb === 'QUIT') return void socket.end('221 2.0.0 Bye\r\n');
    if (verb !== 'DATA') return say('250 2.0.0 Ok');
    content = [];
    say('354 Go on');
  }

  createInterface({ input: socket, crlfDelay: Infinity })
    .on('line', (line) => (content ? readContent(content, line) : readCommand(line)))
    // It repeats the socket's.
    .on('error', () => {});
  say('220 staged.example ESMTP', () => reached('greeting'));
}

function emailOf(to: string, lines: readonly string[]): Taken {
  const headers = lines.slice(0, lines.indexOf('')).join('\n');
  const message_id = /^Message-ID:\s*<(.*?)>/im.exec(headers)?.[1] ?? '';
  return { to, message_id, follows: /^In-Reply-To:/im.test(headers) };
}
