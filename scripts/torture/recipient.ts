import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

/** An email that the mail server has whole, whether or not its sender ever learned of that. */
export interface Arrival {
  to: string;
  message_id: string;
  /** Of its links. */
  token: string;
  /** Which of the processes, one after the other, sent it. */
  round: number;
}

export type Moment = 'email taken' | 'email answered';

/** A mail server on loopback that takes everything. */
export interface Recipient {
  url: string;
  arrivals: Arrival[];
  round: number;
  has(to: string): boolean;
  /** Does something, once, at a moment of the `count`th email from now. */
  after(count: number, moment: Moment, act: () => void): void;
  close(): Promise<void>;
}

export async function startRecipient(): Promise<Recipient> {
  const addresses = new Set<string>();
  let waiting: { left: number; moment: Moment; act: () => void } | undefined;
  const reached = (moment: Moment) => {
    if (waiting?.moment !== moment || --waiting.left > 0) return;
    const { act } = waiting;
    waiting = undefined;
    act();
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        const message_id = /^Message-ID:\s*<(.*?)>/im.exec(raw)?.[1] ?? '';
        const to = session.envelope.rcptTo[0]?.address ?? '';
        recipient.arrivals.push({
          to,
          message_id,
          token: message_id.split('@')[0] ?? '',
          round: recipient.round,
        });
        addresses.add(to);
        reached('email taken');
        done();
        reached('email answered');
      });
    },
  });
  // Whoever was killed hangs up without a word.
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const recipient: Recipient = {
    url: `smtp://127.0.0.1:${port}`,
    arrivals: [],
    round: 0,
    has: (to) => addresses.has(to),
    after: (left, moment, act) => void (waiting = { left, moment, act }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return recipient;
}
