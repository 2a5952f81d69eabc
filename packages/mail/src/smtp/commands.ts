import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { CustomAuthenticationContext, SMTPError } from 'nodemailer/lib/smtp-connection';

const METHOD = 'X-COMMANDS';

type Run = (context: CustomAuthenticationContext) => Promise<void> | void;

/** For the options of a connection, so that `runCommands` works on it. */
export const COMMANDS = {
  [METHOD]: (context: CustomAuthenticationContext) => (context.auth as { run?: Run }).run?.(context),
};

/**
 * Runs SMTP commands that are not part of sending an email. A custom sign-in method is nodemailer's only public way to send a
 * command over its connection, and to see what EHLO offered. It waits as long as the server does: put a time limit on it.
 */
export async function runCommands<T>(
  connection: SMTPConnection,
  commands: (context: CustomAuthenticationContext) => Promise<T> | T,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const run: Run = async (context) => {
    try {
      resolve(await commands(context));
    } catch (error) {
      reject(error);
    }
  };
  const fail = (error: SMTPError | null) => {
    if (error !== null) reject(error);
  };
  connection.once('error', fail);
  try {
    connection.login({ method: METHOD, run }, fail);
    return await promise;
  } finally {
    connection.off('error', fail);
  }
}

/** What the server's EHLO offered, as far as nodemailer knows it: SMTPUTF8, SIZE, PIPELINING … */
export function extensionsOf(connection: SMTPConnection): Promise<string[]> {
  return runCommands(connection, ({ extensions }) => extensions);
}

/** Ends the transaction that a refusal left open. @throws when the server does not say yes. */
export async function reset(connection: SMTPConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const closed = () => reject(new Error('The connection was closed.'));
  connection.once('end', closed);
  connection.reset((error) => (error === null ? resolve() : reject(error)));
  try {
    await promise;
  } finally {
    connection.off('end', closed);
  }
}
