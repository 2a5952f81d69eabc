import type { ImapFlow } from 'imapflow';

import { advice, blamesCertificate } from '../smtp/advice.ts';
import { disconnect, IMAP_TIMEOUTS, imapClient, type ImapTimeouts, signIn } from './connection.ts';
import { bounded, failureOf, ImapFailure, type ImapStep } from './failure.ts';
import type { ImapServer } from './url.ts';

export type ImapCheck =
  /** `idle`: whether the server announces new mail by itself; without it the inbox is checked every half minute. */
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

/** Seconds for all of it. */
const TOTAL = 40;

/** Bytes that a server may say in a check; one that works says a few thousand. Lines are what takes time: 100 kB of them 0.3 s. */
const MOST_SAID = 100_000;

/** Milliseconds after which it is looked at how much was said. */
const LOOK = 20;

/**
 * Connects, signs in and opens the inbox, without changing anything in it. Never throws.
 * @param timeouts.total seconds for all of it
 */
export async function checkImap(
  server: ImapServer,
  { total = TOTAL, ...timeouts }: ImapTimeouts & { total?: number } = CHECK_TIMEOUTS,
): Promise<ImapCheck> {
  try {
    const client = await imapClient(server, timeouts);
    return await withinLimits(client, total, check(client, timeouts));
  } catch (error) {
    const { step, message } = failureOf(error, 'connect');
    return { ok: false, step, response: message, advice: adviceOn(step, server, message) };
  }
}

async function check(client: ImapFlow, timeouts: ImapTimeouts): Promise<ImapCheck> {
  await signIn(client, timeouts);
  try {
    const opening = client.mailboxOpen('INBOX', { readOnly: true });
    const inbox = await bounded('open_inbox', timeouts.command, () => client.close(), opening);
    return { ok: true, messages: inbox.exists, idle: client.capabilities.has('IDLE') };
  } finally {
    await disconnect(client);
  }
}

/** Ends a check that takes too long, and one in which the server says too much: reading that keeps everybody else waiting. */
async function withinLimits<T>(client: ImapFlow, total: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (before: ImapStep, why: string) => {
    const step = client.greeting === undefined ? before : client.authenticated ? 'open_inbox' : 'sign_in';
    reject(new ImapFailure(step, why));
    client.close();
  };
  const tooLate = `The mail server did not answer within ${total} seconds.`;
  const late = setTimeout(() => end('connect', tooLate), total * 1_000);
  const look = setInterval(() => {
    if (client.stats().received > MOST_SAID)
      end('greeting', 'The mail server said far more than it was asked.');
  }, LOOK);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(late);
    clearInterval(look);
    work.catch(() => {});
  }
}

function adviceOn(step: ImapStep, server: ImapServer, said: string): string {
  const { host, port, protection } = server;
  switch (step) {
    case 'resolve':
    case 'sign_in':
      return advice(step, server, said);
    case 'connect':
      return `Check the port (${port}), and that a firewall lets this machine reach ${host}. The usual ports are 993 and 143.`;
    case 'tls':
      if (blamesCertificate(said)) return advice(step, server, said);
      return protection === 'implicit'
        ? `Port ${port} does not speak TLS from the start. Try STARTTLS, usually on port 143.`
        : `The server offers no STARTTLS on port ${port}. Try TLS, usually on port 993, or no encryption where nobody can listen in.`;
    case 'greeting':
      return `Check the port (${port}): what answers there is not an IMAP server, or expects TLS from the start (usually port 993).`;
    case 'open_inbox':
    case 'read':
      return 'The sign-in worked, but the inbox could not be opened. Check that IMAP is turned on for this mailbox.';
  }
}
