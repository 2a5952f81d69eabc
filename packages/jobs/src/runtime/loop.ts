import { setTimeout } from 'node:timers/promises';

import type { Every, Job } from '../job.ts';
import { accountRetries, backoff } from './retries.ts';
import { sideBySide } from './side-by-side.ts';
import { takeTurn, type Runtime } from './turn.ts';

export type LoopJob = Job & { schedule: Every };

/** A job that goes round and round while it belongs to this process. */
export interface Loop {
  job: LoopJob;
  /** Begins a turn now, or right after the one under way. */
  wake(): void;
  /** Ends it; resolves when its turn is over. */
  stop(): Promise<void>;
}

/** Starts a loop. */
export function startLoop(job: LoopJob, runtime: Runtime): Loop {
  const stopping = new AbortController();
  const retries = accountRetries();
  const beside = sideBySide();
  let failures = 0;
  let awake = false;
  let sleeping: AbortController | undefined;

  async function sleep(ms: number): Promise<void> {
    if ((awake && failures === 0) || stopping.signal.aborted) return;
    sleeping = new AbortController();
    const signal = AbortSignal.any([sleeping.signal, stopping.signal]);
    await setTimeout(ms, undefined, { signal }).catch(() => {});
    sleeping = undefined;
  }

  /** @returns milliseconds until the next turn */
  async function turn(): Promise<number> {
    try {
      const items = await takeTurn(job, runtime, stopping.signal, retries, beside);
      failures = 0;
      return items >= job.limit ? 0 : job.schedule.every;
    } catch (err) {
      if (stopping.signal.aborted) return 0;
      failures += 1;
      runtime.log.error({ err, job: job.name, failures }, 'A job failed; it will be tried again.');
      return Math.max(job.schedule.every, backoff(failures));
    }
  }

  async function goRound(): Promise<void> {
    while (!stopping.signal.aborted) {
      awake = false;
      await sleep(await turn());
    }
  }

  const ended = goRound();
  return {
    job,
    wake: () => {
      awake = true;
      // A wake-up does not shorten the wait after a failure.
      if (failures === 0) sleeping?.abort();
    },
    stop: async () => {
      stopping.abort();
      await ended;
      await beside.ended();
      await job.end?.();
    },
  };
}
