import type { Logger } from 'pino';

import { accountIds, ageScores, type Db, forAccount } from '@lodestone/core';

const HOUR = 3_600_000;

/** IST is five and a half hours ahead of UTC, all year round. */
const IST_OFFSET = 5.5 * HOUR;

/** Milliseconds until what failed is tried again. */
const AGAIN = 10 * 60_000;

/**
 * Ages the lead scores of every account now and shortly after each midnight in IST, when the age of an activity moves on a day.
 * Several processes may do it at once: each finds what is left to do. What fails is tried again in a while.
 * @returns stops it.
 */
export function ageScoresDaily(db: Db, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;

  async function run(): Promise<void> {
    const failures = await ageAll().catch((error: unknown) => [error]);
    if (stopped) return;
    for (const err of failures) log.warn({ err }, 'Lead scores could not be aged; it is tried again.');
    timer = setTimeout(() => void run(), failures.length > 0 ? AGAIN : untilNextDay(Date.now())).unref();
  }

  /** One account's failure keeps no other from being aged. */
  async function ageAll(): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const id of await accountIds(db)) {
      if (stopped) break;
      await ageScores(forAccount(db, id, { kind: 'system' })).catch((error: unknown) => failures.push(error));
    }
    return failures;
  }

  timer = setTimeout(() => void run(), 1_000).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Milliseconds to the next IST midnight, and a minute more. */
function untilNextDay(now: number): number {
  const day = 24 * HOUR;
  return day - ((now + IST_OFFSET) % day) + 60_000;
}
