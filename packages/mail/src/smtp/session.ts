import { lookup } from 'node:dns/promises';
import { Socket } from 'node:net';

import type { default as SMTPConnection, SMTPError } from 'nodemailer/lib/smtp-connection';

import { COMMANDS } from './commands.ts';
import { dial } from './dial.ts';
import type { SmtpStep } from './outcome.ts';
import { bounded, type Limits, SmtpFailure } from './timeouts.ts';
import type { SmtpServer } from './url.ts';

type SessionOptions = Limits & {
  /** What EHLO says that we are. */
  name?: string;
  /** A certificate authority of one's own, PEM. */
  ca?: string;
};

/** A connection over which mails can be sent: encrypted as asked for, and signed in. */
export type Session = {
  connection: SMTPConnection;
  /** Whether a sign-in took place: a server that asks for none is believed. */
  signedIn: boolean;
  /** Ends it at once, whatever is under way. */
  destroy(): void;
};

/** Bytes of a single reply. A real one has a few hundred. */
const LONGEST_REPLY = 64 * 1024;

/**
 * Connects and signs in. The socket is ours, so that each step is known by name and nothing is left open, whatever happens.
 * @throws SmtpFailure
 */
export async function openSession(server: SmtpServer, options: SessionOptions): Promise<Session> {
  const { timeouts, signal } = options;
  const resolving = lookup(server.host, { all: true });
  const addresses = await bounded('resolve', timeouts.connect, signal, resolving);
  const socket = new Socket();
  const connection = await connectionOver(socket, server, options);
  const destroy = () => {
    connection.close();
    socket.destroy();
  };
  // Without a listener an error would end the process. Pending commands are rejected with it anyway.
  socket.on('error', () => {});
  connection.on('error', () => {});
  try {
    const dialling = dial(socket, server, addresses);
    await bounded('connect', timeouts.connect, signal, dialling);
    const setUp = timeouts.greeting + (server.protection === 'none' ? 0 : timeouts.connect);
    await bounded('greeting', setUp, signal, greeted(connection));
    const signedIn = await bounded('sign_in', timeouts.command, signal, signIn(connection, server));
    return { connection, signedIn, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

/** Loads nodemailer with the first mail: many an installation never sends one. */
async function connectionOver(
  socket: Socket,
  { host, port, protection }: SmtpServer,
  options: SessionOptions,
) {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  return new Connection({
    host,
    port,
    connection: socket,
    secure: protection === 'implicit',
    requireTLS: protection === 'required',
    ignoreTLS: protection === 'none',
    tls: {
      rejectUnauthorized: protection !== 'offered',
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
    ...(options.name === undefined ? {} : { name: options.name }),
    connectionTimeout: (options.timeouts.connect + options.timeouts.greeting) * 1_000,
    greetingTimeout: options.timeouts.greeting * 1_000,
    // Each caller sets its own time limit; an idle connection is closed by its owner.
    socketTimeout: 3_600_000,
    socketCloseTimeout: 1_000,
    maxResponseSize: LONGEST_REPLY,
    customAuth: COMMANDS,
  });
}

function greeted(connection: SMTPConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (error: SMTPError) => reject(failure(error, connection.upgrading ? 'tls' : 'greeting'));
  connection.once('error', fail);
  connection.connect((error) => {
    connection.off('error', fail);
    if (error === undefined) resolve();
    else fail(error);
  });
  return promise;
}

async function signIn(connection: SMTPConnection, { user, password }: SmtpServer): Promise<boolean> {
  if (user === undefined || password === undefined || !connection.allowsAuth) return false;
  const { promise, resolve, reject } = Promise.withResolvers<true>();
  const fail = (error: SMTPError) => reject(failure(error, 'sign_in'));
  connection.once('error', fail);
  connection.login({ user, pass: password }, (error) => {
    connection.off('error', fail);
    if (error === null) resolve(true);
    else fail(error);
  });
  return promise;
}

function failure(error: SMTPError, step: SmtpStep): SmtpFailure {
  const inTls =
    error.code === 'ETLS' || error.command === 'STARTTLS' || error.timeoutType === 'UPGRADE_TIMEOUT';
  return new SmtpFailure(inTls ? 'tls' : step, error.response ?? error.message, { cause: error });
}
