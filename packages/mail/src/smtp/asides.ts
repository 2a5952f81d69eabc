import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { CustomAuthenticationContext, SMTPError } from 'nodemailer/lib/smtp-connection';

const ASIDE = 'X-ASIDE';

type Speech = (context: CustomAuthenticationContext) => Promise<void> | void;

/** For the options of a connection, so that `aside` works on it. */
export const ASIDES = {
  [ASIDE]: (context: CustomAuthenticationContext) => (context.auth as { speech?: Speech }).speech?.(context),
};

/**
 * Speaks to a server outside of sending. A sign-in method of one's own is the one public way to say a command over a nodemailer
 * connection, and to learn what EHLO offered. Waits for ever where the server does: bound it.
 */
export async function aside<T>(
  connection: SMTPConnection,
  speak: (context: CustomAuthenticationContext) => Promise<T> | T,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const speech: Speech = async (context) => {
    try {
      resolve(await speak(context));
    } catch (error) {
      reject(error);
    }
  };
  const fail = (error: SMTPError | null) => {
    if (error !== null) reject(error);
  };
  connection.once('error', fail);
  try {
    connection.login({ method: ASIDE, speech }, fail);
    return await promise;
  } finally {
    connection.off('error', fail);
  }
}

/** What the server's EHLO offered, as far as nodemailer knows it: SMTPUTF8, SIZE, PIPELINING … */
export function extensionsOf(connection: SMTPConnection): Promise<string[]> {
  return aside(connection, ({ extensions }) => extensions);
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
