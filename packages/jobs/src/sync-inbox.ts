import { accountsWithInboxes, readInboxes } from '@lodestone/core';

import { openWatch, type Watch } from './inbox/watch.ts';
import type { Job } from './job.ts';

let watch: Watch | undefined;

/** Milliseconds that a turn waits for inboxes, for all accounts together: if it waited for each, those that hang would hold up the others. */
const LOOK = 800;

/** Reads what comes into the inboxes, within seconds where their servers announce them. Nothing in them is changed. */
export const syncInboxJob: Job = {
  name: 'sync_inbox',
  schedule: { every: 1_000 },
  timeoutMs: 120_000,
  limit: 100_000,
  end: async () => {
    await watch?.close();
    watch = undefined;
  },
  run: async ({ db, forEach, settings, batch }) => {
    const accounts = await accountsWithInboxes(db);
    if (accounts.length === 0) return 0;
    // The connections stay open from one turn to the next, and close by themselves when there are no more turns.
    watch ??= openWatch();
    const open = watch;
    const keys = await settings.secretKeys();
    const until = performance.now() + LOOK;
    return forEach(accounts, async (account, run) => {
      const inboxes = await readInboxes(account);
      const timeoutMs = Math.max(0, until - performance.now());
      await open.look(account, inboxes, run, { keys, batch: Math.min(batch, 200), timeoutMs });
    });
  },
};
