import type { ImapFlow } from 'imapflow';

import { bounded } from './failure.ts';
import type { ImapServer } from './url.ts';

/** Seconds that a server is given. */
export interface ImapTimeouts {
  /** To resolve its name, to accept the connection, to set up TLS and to sign us in; all of it. */
  connect: number;
  /** To greet us. */
  greeting: number;
  /** To answer anything else, or to hand over a batch. */
  command: number;
  /** How long it may be silent while it has nothing to tell, before we look whether it is still there. */
  silence: number;
}

export const IMAP_TIMEOUTS: ImapTimeouts = { connect: 30, greeting: 15, command: 60, silence: 120 };

/** Bytes of a message that are read; the rest of a larger one stays where it is. */
export const MAX_MESSAGE = 1_000_000;

/** Bytes of a line: a search may answer with 70,000 numbers. A line is read in one piece: 8 MB took 4 s of CPU and 800 MB of memory. */
const MAX_LINE = 500_000;
/** Bytes of a literal, such as a message. */
const MAX_LITERAL = MAX_MESSAGE + 100_000;

/** Milliseconds without a command after which the server is asked to announce news (IDLE). */
const IDLE_AFTER = 300;

/**
 * Connects and signs in.
 * @throws ImapFailure, with the connection closed
 */
export async function connectImap(server: ImapServer, timeouts: ImapTimeouts): Promise<ImapFlow> {
  const client = await imapClient(server, timeouts);
  await signIn(client, timeouts);
  return client;
}

/** A connection that is still to be made, by `signIn`. */
export async function imapClient(server: ImapServer, timeouts: ImapTimeouts): Promise<ImapFlow> {
  // 32 MB that only a process with an inbox has to carry.
  const { ImapFlow } = await import('imapflow');
  const { host, port, protection, user, password } = server;
  const client = new ImapFlow({
    host,
    port,
    secure: protection === 'implicit',
    ...(protection === 'required' || protection === 'none' ? { doSTARTTLS: protection === 'required' } : {}),
    tls: { rejectUnauthorized: protection !== 'offered' },
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: 'Lodestone' },
    connectionTimeout: timeouts.connect * 1_000,
    greetingTimeout: timeouts.greeting * 1_000,
    socketTimeout: timeouts.silence * 1_000,
    maxIdleTime: 5 * 60_000,
    autoIdleDelay: IDLE_AFTER,
    disableCompression: true,
    maxLineLength: MAX_LINE,
    maxLiteralSize: MAX_LITERAL,
    maxResponseSize: MAX_LITERAL + MAX_LINE,
  });
  // Without a listener an error would end the process. Pending commands are rejected with it anyway.
  client.on('error', () => {});
  return client;
}

/** @throws ImapFailure, with the connection closed */
export async function signIn(client: ImapFlow, timeouts: ImapTimeouts): Promise<void> {
  // After the greeting comes the sign-in.
  const step = () => (client.greeting === undefined ? 'connect' : 'sign_in');
  await bounded(step, timeouts.connect, () => client.close(), client.connect());
}

/** Says goodbye, and closes the connection whatever the server makes of it. */
export async function disconnect(client: ImapFlow): Promise<void> {
  await bounded('read', 1, () => {}, client.logout()).catch(() => {});
  client.close();
}
