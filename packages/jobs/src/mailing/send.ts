import {
  type Account,
  type Attempt,
  type ClaimedMail,
  keepInOutbox,
  type MailState,
  openServer,
  readBranding,
  readInboxServer,
  renewClaim,
  settleMails,
} from '@lodestone/core';
import type { ComposedEmail, Outcome } from '@lodestone/mail';

import type { JobSettings } from '../job.ts';
import type { Connections } from '../sending/connections.ts';
import { writeMail } from './write.ts';

export interface SendOptions {
  settings: JobSettings;
  connections: Connections;
  signal?: AbortSignal;
}

/** What became of an email, in the words of the server, or ours. */
export interface Sent {
  state: MailState | undefined;
  response: string;
  /** Whether the server answered at all: yes, no or not now. */
  answered: boolean;
  /** Whether it left no further than the outbox. */
  kept: boolean;
}

/** Sends an email that was claimed, and settles how that ended. Nothing of it is awaited inside of a transaction. */
export async function sendMail(account: Account, mail: ClaimedMail, options: SendOptions): Promise<Sent> {
  const attempt = await tryToSend(account, mail, options);
  if (attempt === null)
    return {
      state: undefined,
      response: 'It was claimed again in the meantime.',
      answered: true,
      kept: false,
    };
  const states = await settleMails(account, [{ id: mail.id, attempt }]);
  const { response } = attempt;
  return { state: states.get(mail.id), response, answered: isAnswer(attempt), kept: attempt === KEPT };
}

/** Silence, a closed connection and nonsense have no code. */
function isAnswer(attempt: Attempt | Outcome): boolean {
  if (attempt.outcome === 'in_doubt') return false;
  return !(attempt.outcome === 'deferred' && 'code' in attempt && attempt.code === null);
}

/** Milliseconds after which a claim would end before sending does. */
const LATE = 12_000;

/** @returns null for an email that became somebody else's while it was written */
async function tryToSend(
  account: Account,
  mail: ClaimedMail,
  options: SendOptions,
): Promise<Attempt | Outcome | null> {
  const claimed = performance.now();
  let composed: ComposedEmail;
  try {
    composed = await writeMail(account, mail, options.settings.publicUrl);
  } catch (error) {
    if (isFault(error)) throw error;
    return {
      outcome: 'refused',
      blame: 'content',
      response: error instanceof Error ? error.message : String(error),
    };
  }
  const way = await wayOut(account, mail, options.settings);
  if ('waits' in way) return { outcome: 'deferred', response: way.waits };
  if ('server' in way) {
    if (performance.now() - claimed > LATE && !(await renewClaim(account, mail))) return null;
    return options.connections.send(way.server, composed.envelope, composed.raw, options.signal);
  }
  await keepInOutbox(account, { mail_id: mail.id, raw: composed.raw });
  return KEPT;
}

const KEPT: Attempt = { outcome: 'sent', response: 'Kept in the outbox: no mail server is set.' };

/** A database failure is not the email's fault; it is tried again once its lease is over. */
function isFault(error: unknown): boolean {
  return error instanceof Error && ('code' in error || 'severity' in error);
}

type WayOut = { server: string } | { outbox: true } | { waits: string };

/**
 * How an email leaves: by the server of its inbox, else by the installation's, else it stays in the outbox. What an inbox that
 * is paused is to send waits for it.
 */
async function wayOut(account: Account, mail: ClaimedMail, settings: JobSettings): Promise<WayOut> {
  const { simulated } = await readBranding(account);
  if (simulated) return { outbox: true };
  const inbox = mail.email_account_id === null ? null : await readInboxServer(account, mail.email_account_id);
  if (inbox?.paused) return { waits: `The inbox ${inbox.address} is paused.` };
  if (inbox?.smtp_secret) {
    const { address, smtp_secret: secret } = inbox;
    return { server: openServer(await settings.secretKeys(), account, { address, way: 'smtp', secret }) };
  }
  return settings.smtpUrl === undefined ? { outbox: true } : { server: settings.smtpUrl };
}
