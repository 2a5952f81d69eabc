import {
  accountsWithArrivedDeliveries,
  accountsWithUncountedEvents,
  countEvents,
  settleDelivered,
} from '@lodestone/core';

import type { Job } from './job.ts';

/** Milliseconds between two looks for deliveries that were sent a day ago and did not bounce. */
const LOOK = 60_000;

let lookedAt = 0;

/** Brings opens and clicks into the figures, and marks as delivered what did not bounce within a day. */
export const countEventsJob: Job = {
  name: 'count_events',
  schedule: { every: 1_000 },
  timeoutMs: 60_000,
  limit: 20_000,
  run: async ({ db, forEach, batch, limit, signal, clock }) => {
    const counted = await forEach(await accountsWithUncountedEvents(db), async (account, run) => {
      await inSets(limit, batch, signal, async (size) => {
        const events = await countEvents(account, { limit: size });
        run.done(events);
        return events;
      });
    });
    if (clock().getTime() - lookedAt < LOOK) return counted;
    lookedAt = clock().getTime();
    const delivered = await forEach(await accountsWithArrivedDeliveries(db), async (account, run) => {
      await inSets(limit, batch, signal, async (size) => {
        const deliveries = await settleDelivered(account, { limit: size });
        run.done(deliveries);
        return deliveries;
      });
    });
    return counted + delivered;
  },
};

/** Works in sets, one after the other, until one is not full. */
async function inSets(
  limit: number,
  batch: number,
  signal: AbortSignal,
  work: (size: number) => Promise<number>,
): Promise<void> {
  for (let done = 0, last = batch; last === batch && done < limit && !signal.aborted; done += last) {
    last = await work(batch);
  }
}
