import { advice } from '../smtp/advice.ts';
import { connectImap, disconnect, IMAP_TIMEOUTS, type ImapTimeouts } from './connection.ts';
import { bounded, failureOf, type ImapStep } from './failure.ts';
import type { ImapServer } from './url.ts';

export type ImapCheck =
  /** `idle`: whether the server tells of new mail by itself; without it the inbox is looked into every half minute. */
  | { ok: true; messages: number; idle: boolean }
  | {
      ok: false;
      step: ImapStep;
      /** The server's words, or what went wrong before it said any. */
      response: string;
      /** What can be done about it. */
      advice: string;
    };

/** Seconds: someone is looking at the page. */
const CHECK_TIMEOUTS: ImapTimeouts = { ...IMAP_TIMEOUTS, connect: 15, greeting: 10, command: 10 };

/** Connects, signs in and opens the inbox, without changing anything in it. Never throws. */
export async function checkImap(
  server: ImapServer,
  timeouts: ImapTimeouts = CHECK_TIMEOUTS,
): Promise<ImapCheck> {
  try {
    const client = await connectImap(server, timeouts);
    try {
      const opening = client.mailboxOpen('INBOX', { readOnly: true });
      const inbox = await bounded('open_inbox', timeouts.command, () => client.close(), opening);
      return { ok: true, messages: inbox.exists, idle: client.capabilities.has('IDLE') };
    } finally {
      await disconnect(client);
    }
  } catch (error) {
    const { step, message } = failureOf(error, 'connect');
    return { ok: false, step, response: message, advice: adviceOn(step, server) };
  }
}

function adviceOn(step: ImapStep, server: ImapServer): string {
  const { host, port, protection } = server;
  switch (step) {
    case 'resolve':
    case 'sign_in':
      return advice(step, server, '');
    case 'connect':
      return `Check the port (${port}), and that a firewall lets this machine reach ${host}. The usual ports are 993 and 143.`;
    case 'tls':
      return protection === 'implicit'
        ? `Check the certificate of ${host}, and whether port ${port} speaks TLS from the start; imap:// with port 143 uses STARTTLS.`
        : `The server has no STARTTLS, or its certificate is not valid for ${host}. Use imaps:// with port 993 or, where nobody can listen in, add ?plain=1.`;
    case 'greeting':
      return `Check the port (${port}): what answers there is not an IMAP server, or one that expects TLS from the start (imaps://, port 993).`;
    case 'open_inbox':
    case 'read':
      return 'The sign-in worked, but the inbox could not be opened. Check that IMAP is turned on for this mailbox.';
  }
}
