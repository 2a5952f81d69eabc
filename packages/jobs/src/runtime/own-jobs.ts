import { setTimeout } from 'node:timers/promises';

import type { Job } from '../job.ts';
import { type Loop, type LoopJob, startLoop } from './loop.ts';
import type { CronJob } from './schedule.ts';
import type { Runtime } from './turn.ts';

/** A schedule that runs. */
interface Schedule {
  stop(): Promise<void>;
}

/** The jobs that belong to this process now. */
export interface OwnJobs {
  /** Starts those of these that do not run yet, and stops all others. */
  take(leases: readonly string[]): void;
  /** Has a job look for work now, if it belongs to this process. */
  wake(name: string): void;
  names(): string[];
  /** Resolves once what was stopped has ended. */
  ended(): Promise<unknown>;
}

/** The lease of all jobs with a `cron`: they belong to one process together. */
export const SCHEDULE = 'schedule';

/** Milliseconds after which a schedule that could not be started may be tried again. */
const TRY_AGAIN = 4_000;

/** @param startSchedule starts the jobs with a `cron` */
export function ownJobs(
  jobs: readonly Job[],
  runtime: Runtime,
  startSchedule: (jobs: CronJob[]) => Promise<Schedule>,
): OwnJobs {
  const { log } = runtime;
  const loopJobs = jobs.filter(isLoop);
  const cronJobs = jobs.filter(isCron);
  const loops = new Map<string, Loop>();
  const ending = new Set<Promise<void>>();
  let schedule: Promise<Schedule | undefined> | undefined;

  function end(stopped: Promise<void>): void {
    const done = stopped
      .catch((err: unknown) => log.error({ err }, 'A job could not be stopped cleanly.'))
      .finally(() => ending.delete(done));
    ending.add(done);
  }

  function takeLoop(job: LoopJob, mine: boolean): void {
    const loop = loops.get(job.name);
    if (mine && !loop) loops.set(job.name, startLoop(job, runtime));
    if (!mine && loop) {
      loops.delete(job.name);
      end(loop.stop());
    }
  }

  function takeSchedule(mine: boolean): void {
    if (mine) schedule ??= openSchedule();
    else if (schedule) {
      const stopped = schedule;
      schedule = undefined;
      end(stopped.then((opened) => opened?.stop()));
    }
  }

  async function openSchedule(): Promise<Schedule | undefined> {
    try {
      return await startSchedule(cronJobs);
    } catch (err) {
      log.error({ err }, 'The job schedule could not be started; it will be tried again.');
      await setTimeout(TRY_AGAIN);
      schedule = undefined;
      return undefined;
    }
  }

  return {
    take: (leases) => {
      for (const job of loopJobs) takeLoop(job, leases.includes(job.name));
      takeSchedule(leases.includes(SCHEDULE));
    },
    wake: (name) => loops.get(name)?.wake(),
    names: () => [...loops.keys(), ...(schedule ? cronJobs.map(({ name }) => name) : [])],
    ended: () => Promise.all(ending),
  };
}

export function isLoop(job: Job): job is LoopJob {
  return 'every' in job.schedule;
}

export function isCron(job: Job): job is CronJob {
  return 'cron' in job.schedule;
}
