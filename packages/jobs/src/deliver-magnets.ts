import {
  type Account,
  accountsWithDueMails,
  claimMails,
  type ClaimedMail,
  settleExpiredClaims,
} from '@lodestone/core';
import type { Timeouts } from '@lodestone/mail';

import { type Job, JobFailure, type JobSettings } from './job.ts';
import { sendMail, type Sent } from './mailing/send.ts';
import type { Run } from './runtime/recorder.ts';
import { type Connections, openConnections, shareConnections } from './sending/connections.ts';
import { withGrace } from './sending/grace.ts';

/** Magnets that visitors requested, confirmation emails, and emails to users of the account. */
const KINDS = ['delivery', 'confirmation', 'email_change', 'email_changed'] as const;

/** Emails of one account that are under way at once. */
const AT_ONCE = 6;

/** Emails of all accounts that are under way at once. More would wait for a connection while their claims run out. */
const UNDER_WAY = 24;

/** Milliseconds that an account's emails are sent for. With the last of them that is less than the turn may take. */
const SHARE = 60_000;

/** Attempts after which a failure is reported although it will be tried again: many servers reject a first attempt. */
const TOLD_AFTER = 2;

export const deliverMagnetsJob: Job = deliverMagnets();

/**
 * The job that sends the magnets that were asked for, and the emails that ask to confirm it.
 * @param timeouts how long a mail server is given
 */
export function deliverMagnets({ timeouts }: { timeouts?: Timeouts } = {}): Job {
  let connections: Connections | undefined;
  let accounts = 0;
  return {
    name: 'deliver_magnets',
    schedule: { every: 1_000 },
    timeoutMs: 120_000,
    limit: 500,
    sends: true,
    apart: true,
    run: async ({ db, forEach, settings, signal }) => {
      const open = (connections ??= timeouts ? openConnections({ timeouts }) : shareConnections());
      return forEach(await accountsWithDueMails(db, KINDS), async (account, run) => {
        accounts += 1;
        const grace = withGrace(signal);
        const sending = { settings, connections: open, signal: grace.signal };
        try {
          const atOnce = () => Math.min(AT_ONCE, Math.max(1, Math.floor(UNDER_WAY / accounts)));
          await deliver(account, { run, sending, atOnce, signal });
        } finally {
          accounts -= 1;
          grace.end();
        }
      });
    },
    end: async () => {
      await connections?.close();
      connections = undefined;
    },
  };
}

interface Delivering {
  run: Run;
  sending: { settings: JobSettings; connections: Connections; signal: AbortSignal };
  /** Emails that may be under way at once. */
  atOnce(): number;
  signal: AbortSignal;
}

/**
 * Sends what is due, a few at a time, until nothing is or the account's share of time is over. They are claimed right before they
 * are sent, so that no claim waits for another.
 * @throws JobFailure when no mail server answered at all: it makes no sense to continue with the next few
 */
async function deliver(account: Account, { run, sending, atOnce, signal }: Delivering): Promise<void> {
  const until = performance.now() + SHARE;
  await settleExpiredClaims(account);
  while (!signal.aborted && performance.now() < until) {
    const mails = await claimMails(account, { kinds: KINDS, limit: atOnce() });
    const tried = await Promise.all(
      mails.map(async (mail) => {
        const sent = await sendMail(account, mail, sending);
        tell(run, mail, sent);
        return sent;
      }),
    );
    const [first] = tried;
    if (first === undefined) return;
    if (tried.every(({ answered }) => !answered)) {
      throw new JobFailure(`The mail server did not answer. ${first.response}`);
    }
  }
}

function tell(run: Run, { to_address, attempts }: ClaimedMail, { state, response }: Sent): void {
  if (state === 'sent') run.done();
  else if (state === 'failed' || state === 'refused') run.failed(to_address, response);
  else if (state === 'queued' && attempts >= TOLD_AFTER) {
    run.failed(to_address, `Not sent yet; it will be tried again. ${response}`);
  }
}
