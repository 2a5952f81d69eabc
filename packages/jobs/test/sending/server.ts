import type { AddressInfo } from 'node:net';

import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** An email that the server took, or began to take. */
export interface Arrived {
  to: string;
  at: number;
  raw: string;
}

export type Answer = 'take' | { code: number; message: string };

export interface CountingServer {
  url: string;
  arrived: Arrived[];
  close(): Promise<void>;
}

/** A mail server on loopback that keeps what it took, and refuses whom it is told to. */
export async function countingServer({
  recipient = () => 'take',
  content = () => 'take',
  delayMs = 0,
}: {
  recipient?: (to: string) => Answer;
  content?: (mail: Arrived) => Answer;
  delayMs?: number;
} = {}): Promise<CountingServer> {
  const arrived: Arrived[] = [];
  const errorOf = ({ code, message }: Exclude<Answer, 'take'>) =>
    Object.assign(new Error(message), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onRcptTo: ({ address }, _session, done) => {
      const answer = recipient(address);
      done(answer === 'take' ? null : errorOf(answer));
    },
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const mail = { to, at: Date.now(), raw: Buffer.concat(pieces).toString() };
        const answer = content(mail);
        if (answer !== 'take') return done(errorOf(answer));
        arrived.push(mail);
        if (delayMs === 0) done(null, 'OK');
        else setTimeout(() => done(null, 'OK'), delayMs);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://maya:secret@127.0.0.1:${port}`,
    arrived,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
