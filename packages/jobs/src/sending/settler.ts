import { type Account, type Settlement, settleMails } from '@lodestone/core';

import type { Run } from '../runtime/recorder.ts';

/** How sending an email ended, and to whom it was. */
export type Settled = Settlement & { to: string };

/** How many chunks may wait to be settled: those that still do when the process dies are in doubt. */
const MOST_UNSETTLED = 3;

export interface Settler {
  /** Takes what came back, and waits only while too much of it is not settled. */
  add(settled: readonly Settled[]): Promise<void>;
  end(): Promise<void>;
}

/**
 * Settles results, one transaction after the other, each with everything that came in during the one before.
 * @param chunk how many steps are begun at once
 */
export function settlerOf(account: Account, run: Run, chunk: number): Settler {
  const most = MOST_UNSETTLED * chunk;
  let waiting: Settled[] = [];
  let isSettling = false;
  let hasFailed = false;
  let settling: Promise<void> = Promise.resolve();

  /** Ends when nothing waits. */
  async function settleAll(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await settle(account, some, run);
    }
    isSettling = false;
  }

  return {
    add: async (settled) => {
      // A failure of an earlier transaction is thrown here.
      if (hasFailed || waiting.length >= most) await settling;
      waiting.push(...settled);
      if (isSettling) return;
      isSettling = true;
      settling = settleAll();
      settling.catch(() => (hasFailed = true));
    },
    end: () => settling,
  };
}

async function settle(account: Account, settled: readonly Settled[], run: Run): Promise<void> {
  const states = await settleMails(account, settled);
  let sent = 0;
  for (const { id, to, attempt } of settled) {
    const state = states.get(id);
    if (state === 'sent') sent++;
    else if (state === 'in_doubt') run.failed(to, `In doubt: ${attempt.response}`);
    else if (state !== undefined && state !== 'queued') run.failed(to, attempt.response);
  }
  run.done(sent);
}
