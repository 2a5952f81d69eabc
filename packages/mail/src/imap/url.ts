import { parseServerUrl, type SmtpServer } from '../smtp/url.ts';

/** An IMAP server and who signs in. */
export type ImapServer = SmtpServer & { user: string; password: string };

/**
 * Reads `imap://user:password@host:port` (STARTTLS, port 143) and `imaps://…` (TLS from the start, port 993), as `parseSmtpUrl`
 * reads its own.
 * @throws an Error that says what is wrong with it and what would be right. It never repeats the URL, which holds a password.
 */
export function parseImapUrl(text: string): ImapServer {
  const { user, password, ...server } = parseServerUrl(text, 'imap');
  if (user === undefined || password === undefined) {
    throw new Error('The URL names no user. Write imaps://user:password@host:993.');
  }
  return { ...server, user, password };
}
