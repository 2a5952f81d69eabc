import {
  type Account,
  accountsThatSend,
  accountsWithDueMails,
  claimRetries,
  claimSteps,
  prepareSending,
  watchGrowth,
} from '@lodestone/core';

import type { Job } from './job.ts';
import type { Run } from './runtime/recorder.ts';
import { type Connections, shareConnections } from './sending/connections.ts';
import { sendAnswers } from './sending/send-answers.ts';
import { sendSteps, type SendingOptions } from './sending/send-steps.ts';

/** Milliseconds that an account's emails are sent before the next account has its turn. */
const SHARE = 10_000;

/** Steps that are claimed, and begun with, at once: fewer on the embedded database, which requests share. */
const SIZES = { claim: 400, chunk: 30 };
const EMBEDDED_SIZES = { claim: 28, chunk: 14 };

let connections: Connections | undefined;

const growth = watchGrowth();

interface Options extends SendingOptions {
  /** At most so many steps are claimed at once. */
  claim: number;
  /** The moment, in milliseconds since 1970; by default what the database's clock says. */
  at?: number;
  /** Is told how many were begun with. */
  began?: (steps: number) => Promise<void>;
}

/** Sends the steps of sequences that are due, as the plan says. */
export const sendPendingJob: Job = {
  name: 'send_pending',
  schedule: { every: 1_000 },
  timeoutMs: 300_000,
  limit: 1_000_000,
  sends: true,
  apart: true,
  shared: true,
  run: async ({ db, forEach, settings, batch, signal }) => {
    connections ??= shareConnections();
    const sizes = batch < 100 ? EMBEDDED_SIZES : SIZES;
    const { publicUrl, secretKeys } = settings;
    const began = (steps: number) => growth(db, steps);
    const options = { publicUrl, secretKeys, connections, signal, began, ...sizes };
    const answers = await forEach(await accountsWithDueMails(db, ['answer']), (account, run) =>
      sendAnswers(account, run, { settings, connections: options.connections, signal }),
    );
    return (
      answers +
      (await forEach(await accountsThatSend(db), (account, run) => sendPending(account, run, options)))
    );
  },
  end: async () => {
    await connections?.close();
    connections = undefined;
  },
};

/** Sends what is due for an account, until nothing is or its share of the turn is over. */
export async function sendPending(account: Account, run: Run, options: Options): Promise<void> {
  const { signal, claim: limit, at } = options;
  const moment = at === undefined ? {} : { at };
  const until = performance.now() + SHARE;
  await prepareSending(account, { signal, ...moment });
  for (;;) {
    const mails = [
      ...(await claimRetries(account, { limit, ...moment })),
      ...(await claimSteps(account, { limit, ...moment })),
    ];
    await sendSteps(account, mails, run, options);
    // Last, so that nothing is left claimed when the database cannot do it.
    await options.began?.(mails.length);
    if (mails.length === 0 || signal.aborted || performance.now() > until) return;
  }
}
