import {
  type Account,
  beginMails,
  type ClaimedMail,
  keepStepLinks,
  keepStepsInOutbox,
  openServer,
  type OutgoingStep,
  pauseInbox,
  readOutgoing,
  readSender,
  releaseMails,
  type SecretKeys,
  type SenderProfile,
  type Settlement,
} from '@lodestone/core';

import type { Run } from '../runtime/recorder.ts';
import type { Connections } from './connections.ts';
import { withGrace } from './grace.ts';
import { type Settled, settlerOf } from './settler.ts';
import { writeStep, type WrittenStep } from './write-step.ts';

export interface SendingOptions {
  publicUrl: string;
  secretKeys(): Promise<SecretKeys>;
  connections: Connections;
  signal: AbortSignal;
  /** Steps that the mail server is spoken to about at once: no more than these are in doubt after a crash. */
  chunk: number;
}

interface Written {
  mail: ClaimedMail;
  step: OutgoingStep;
  text: WrittenStep | Error;
}

/**
 * Sends steps that this process has claimed, a few at a time: it says that it begins with them, hands them to their servers, and
 * settles how that ended. While some are on their way, the next are written and those before are settled; what has come back by
 * then is settled together.
 */
export async function sendSteps(
  account: Account,
  mails: readonly ClaimedMail[],
  run: Run,
  options: SendingOptions,
): Promise<void> {
  const sender = await readSender(account);
  const steps = new Map(
    (
      await readOutgoing(
        account,
        mails.map(({ id }) => id),
      )
    ).map((step) => [step.id, step]),
  );
  const settler = settlerOf(account, run, options.chunk);
  const write = (from: number) => {
    const chunk = mails.slice(from, from + options.chunk);
    const written = writeAll(account, chunk, steps, sender, options.publicUrl);
    // Awaiting it below reports the failure.
    written.catch(() => {});
    return { chunk, written };
  };
  const grace = withGrace(options.signal);
  try {
    let next = write(0);
    for (let from = 0; from < mails.length; from += options.chunk) {
      if (options.signal.aborted) {
        await releaseMails(
          account,
          mails.slice(from).map(({ id }) => id),
        );
        break;
      }
      const { chunk } = next;
      const written = await next.written;
      const may = await beginMails(account, chunk);
      next = write(from + options.chunk);
      const settled = await handOver(
        account,
        written.filter(({ mail }) => may.has(mail.id)),
        sender,
        { ...options, signal: grace.signal },
      );
      await settler.add(settled);
    }
    await settler.end();
  } finally {
    grace.end();
  }
}

async function writeAll(
  account: Account,
  mails: readonly ClaimedMail[],
  steps: ReadonlyMap<string, OutgoingStep>,
  sender: SenderProfile,
  publicUrl: string,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const mail of mails) {
    const step = steps.get(mail.id);
    if (!step) continue;
    const identity = { token: mail.token, message_id: mail.message_id, date: account.now() };
    const text = await writeStep(step, sender, identity, publicUrl).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    written.push({ mail, step, text });
  }
  await keepStepLinks(
    account,
    written.flatMap(({ mail, text }) =>
      text instanceof Error ? [] : text.links.map((link) => ({ mail_id: mail.id, ...link })),
    ),
    written.flatMap(({ mail }) => (mail.attempts > 1 ? [mail.id] : [])),
  );
  return written;
}

async function handOver(
  account: Account,
  written: readonly Written[],
  sender: SenderProfile,
  options: SendingOptions,
): Promise<Settled[]> {
  const outbox: { mail_id: string; raw: Buffer }[] = [];
  const keys = written.some(({ step }) => step.inbox.smtp_secret !== null)
    ? await options.secretKeys()
    : null;
  const settled = await Promise.all(
    written.map(async ({ mail, step, text }): Promise<Settled> => {
      const { id, to_address: to } = mail;
      if (text instanceof Error) {
        return { id, to, attempt: { outcome: 'refused', blame: 'content', response: text.message } };
      }
      const { subject, body } = text;
      const differs = subject !== step.subject || body !== step.body;
      const kept = differs ? { written: { subject, body } } : {};
      if (sender.simulated || step.inbox.smtp_secret === null || keys === null) {
        outbox.push({ mail_id: id, raw: text.raw });
        return { id, to, attempt: { outcome: 'sent', response: 'Kept in the outbox.' }, ...kept };
      }
      const secret = step.inbox.smtp_secret;
      return {
        id,
        to,
        attempt: await send(account, { ...step.inbox, secret }, text, keys, options),
        ...kept,
      };
    }),
  );
  await keepStepsInOutbox(account, outbox);
  return settled;
}

/** Hands an email to its inbox's server. One that refuses the sign-in has the inbox paused; the step is tried again once it is back. */
async function send(
  account: Account,
  { id, address, secret }: { id: string; address: string; secret: Buffer },
  { envelope, raw }: WrittenStep,
  keys: SecretKeys,
  { connections, signal }: SendingOptions,
): Promise<Settlement['attempt']> {
  const url = openServer(keys, account, { address, way: 'smtp', secret });
  const attempt = await connections.send(url, envelope, raw, signal);
  if (attempt.outcome !== 'refused' || attempt.step !== 'sign_in') return attempt;
  const { response } = attempt;
  await pauseInbox(account, id, { cause: 'sign_in', threshold: { response } });
  return { outcome: 'deferred', response };
}
