import { setTimeout } from 'node:timers/promises';

import { accountsWithLostRuns, beat, type Db, isOutage, joinWorkers, sweepRuns } from '@lodestone/core';

import type { Job } from '../job.ts';
import { isCron, isLoop, type OwnJobs, SCHEDULE } from './own-jobs.ts';
import type { Runtime } from './turn.ts';

/** This process among those that share the jobs. */
export interface Worker {
  /** Of `joinWorkers`: a new one when it has to join again. */
  id: string;
  /** Seconds after its last sign of life that it counts as gone; undefined for core's own. */
  readonly seconds: number | undefined;
}

export async function joinAsWorker(db: Db, seconds: number | undefined): Promise<Worker> {
  return { id: await joinWorkers(db, seconds), seconds };
}

/** Milliseconds between two signs of life. */
const BEAT = 4_000;

/** Milliseconds without a sign of life after which this process stops what it does: soon after, others may take over. */
const LOST = 9_000;

/** Milliseconds between two looks for runs whose process is gone. */
const SWEEP = 30_000;

interface Parts {
  worker: Worker;
  jobs: readonly Job[];
  own: OwnJobs;
  runtime: Runtime;
  /** Whether nothing may be sent now. */
  sendingHeld(): boolean;
  /** Whether other processes may take over this one's jobs. */
  canBeReplaced: boolean;
}

/** Gives signs of life, and takes the jobs that fall to this process with each of them. Ends when `stop` fires. */
export function startHeartbeat(
  { worker, jobs, own, runtime, sendingHeld, canBeReplaced }: Parts,
  stop: AbortSignal,
): Promise<void> {
  const { db, log, recorder } = runtime;
  const sweep = lostRunSweeper(runtime);
  let aliveAt = performance.now();

  async function giveSign(): Promise<void> {
    const able = jobs.filter(({ sends }) => !(sends && sendingHeld()));
    const began = performance.now();
    const leased = await beat(db, worker.id, leasesFor(able), worker.seconds);
    if (leased === null) {
      await startOver();
      return giveSign();
    }
    aliveAt = began;
    const everywhere = able.flatMap(({ name, shared }) => (shared ? [name] : []));
    if (!stop.aborted) own.take([...leased, ...everywhere]);
  }

  async function startOver(): Promise<void> {
    log.warn(
      'This process gave no sign of life for so long that others may have taken over its jobs. It starts over.',
    );
    own.take([]);
    await own.ended();
    await recorder.settle('all');
    worker.id = await joinWorkers(db, worker.seconds);
  }

  async function live(): Promise<void> {
    let failing = false;
    while (!stop.aborted) {
      try {
        await giveSign();
        await sweep();
        await recorder.settle();
        failing = false;
      } catch (err) {
        if (!failing) log.warn({ err, outage: isOutage(err) }, 'The jobs cannot reach the database.');
        failing = true;
      }
      await setTimeout(failing ? BEAT / 4 : BEAT, undefined, { signal: stop }).catch(() => {});
    }
  }

  const watch = setInterval(() => {
    // Where nobody else can take over, a process that is only busy goes on.
    if (canBeReplaced && performance.now() - aliveAt > LOST) own.take([]);
    void recorder.settle();
  }, 1_000).unref();
  stop.addEventListener('abort', () => clearInterval(watch), { once: true });
  return live();
}

/** What one process at a time does: each loop that is not shared, and the schedule as a whole. */
function leasesFor(jobs: readonly Job[]): string[] {
  const loops = jobs.filter((job) => isLoop(job) && !job.shared).map(({ name }): string => name);
  return jobs.some(isCron) ? [...loops, SCHEDULE] : loops;
}

/** Ends the runs of processes that are gone, now and then. */
function lostRunSweeper({ db, account }: Runtime): () => Promise<void> {
  let sweptAt = -Infinity;
  return async () => {
    if (performance.now() - sweptAt < SWEEP) return;
    sweptAt = performance.now();
    for (const id of await accountsWithLostRuns(db)) await sweepRuns(account(id));
  };
}
