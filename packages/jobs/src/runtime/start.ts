import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import {
  type Account,
  accountsWithLostRuns,
  ALONE_SECONDS,
  beat,
  connect,
  connectBeside,
  type Db,
  embeddedOf,
  forAccount,
  forgetWorkers,
  isOutage,
  JOBS_CHANNEL,
  joinWorkers,
  leaveWorkers,
  listen,
  sweepRuns,
} from '@lodestone/core';

import type { Gate } from '../gate.ts';
import type { Job, JobSettings } from '../job.ts';
import { JOBS } from '../jobs.ts';
import { type Loop, type LoopJob, startLoop } from './loop.ts';
import { createRecorder } from './recorder.ts';
import type { CronJob, ScheduleStore } from './schedule.ts';
import type { Runtime, Turn } from './turn.ts';

export interface JobsOptions {
  /** PostgreSQL, or the embedded database that this process has open. */
  database: { databaseUrl: string } | { embedded: Db };
  settings: JobSettings;
  log: Logger;
  clock?: () => Date;
  /** On the embedded database: lets requests go first. */
  turn?: Gate['turn'];
  /** Whether nothing may be sent now. */
  sendingHeld?: () => boolean;
  /** What runs; by default all there is. */
  jobs?: readonly Job[];
  /** Hears of each turn that had something to do. */
  turned?: (turn: Turn) => void;
}

export interface Jobs {
  /** Has a job look for work now, if it belongs to this process. */
  wake(name: string): void;
  /** Names of the jobs that belong to this process now. */
  mine(): string[];
  /** Ends what is under way within some ten seconds, and gives the jobs to others. */
  stop(): Promise<void>;
}

/** Milliseconds between two signs of life. */
const BEAT = 4_000;

/** Milliseconds without a sign of life after which this process stops what it does: soon after, others may take over. */
const LOST = 9_000;

/** Milliseconds that jobs have to end when the process does. */
const DRAIN = 9_000;

/** Milliseconds between two looks for runs whose process is gone. */
const SWEEP = 30_000;

/** A statement of a job may take longer than a request's, in milliseconds. */
const LONGEST_STATEMENT = 60_000;

/** Connections to PostgreSQL: who works for a dozen accounts at once must not wait so long for one that an email is in doubt. */
const CONNECTIONS = 10;

/** The jobs with times of their own belong to one process together. */
const SCHEDULE = 'schedule';

/** Starts the jobs in this process, beside those of any number of others on the same database. */
export async function startJobs({
  database,
  settings,
  log,
  clock = () => new Date(),
  turn = () => Promise.resolve(() => {}),
  sendingHeld = () => false,
  jobs = JOBS,
  turned = () => {},
}: JobsOptions): Promise<Jobs> {
  const embedded = 'embedded' in database;
  const db = embedded
    ? connectBeside(database.embedded, turn)
    : connect({
        databaseUrl: database.databaseUrl,
        poolSize: CONNECTIONS,
        longestStatement: LONGEST_STATEMENT,
      });
  const account = (id: string): Account => forAccount(db, id, { kind: 'system' }, clock);
  const loopJobs = jobs.filter((job): job is LoopJob => 'every' in job.schedule);
  const cronJobs = jobs.filter((job): job is CronJob => 'cron' in job.schedule);

  // The embedded database belongs to one process, so whoever was here before is gone.
  if (embedded) await forgetWorkers(db);
  const alone = embedded ? ALONE_SECONDS : undefined;
  let worker = await joinWorkers(db, alone);
  const recorder = createRecorder(
    () => worker,
    (err) => log.warn({ err }, 'Job runs cannot be recorded; trying again.'),
  );
  const runtime: Runtime = {
    db,
    clock,
    log,
    settings,
    recorder,
    batch: embedded ? 25 : 500,
    account,
    turned,
  };

  const loops = new Map<string, Loop>();
  const ending = new Set<Promise<void>>();
  const stopping = new AbortController();
  let schedule: Promise<{ stop(): Promise<void> } | undefined> | undefined;
  let aliveAt = performance.now();
  let sweptAt = -Infinity;

  function end(stopped: Promise<void>): void {
    const done = stopped
      .catch((err: unknown) => log.error({ err }, 'A job could not be stopped cleanly.'))
      .finally(() => ending.delete(done));
    ending.add(done);
  }

  /** Begins what became this process's, and ends what no longer is. */
  function take(mine: readonly string[]): void {
    for (const job of loopJobs) {
      const loop = loops.get(job.name);
      if (mine.includes(job.name)) {
        if (!loop) loops.set(job.name, startLoop(job, runtime));
      } else if (loop) {
        loops.delete(job.name);
        end(loop.stop());
      }
    }
    if (mine.includes(SCHEDULE)) schedule ??= openSchedule();
    else if (schedule) {
      const stopped = schedule;
      schedule = undefined;
      end(stopped.then((opened) => opened?.stop()));
    }
  }

  async function openSchedule(): Promise<{ stop(): Promise<void> } | undefined> {
    try {
      // 25 MB that only the process with the schedule has to carry.
      const { startSchedule } = await import('./schedule.ts');
      return await startSchedule(cronJobs, await scheduleStore(database, turn), runtime);
    } catch (err) {
      log.error({ err }, 'The job schedule could not be started; it will be tried again.');
      await setTimeout(BEAT);
      schedule = undefined;
      return undefined;
    }
  }

  async function giveSign(): Promise<void> {
    const able = loopJobs.filter(({ sends }) => !(sends && sendingHeld()));
    const wanted = able.filter(({ shared }) => !shared).map(({ name }): string => name);
    if (cronJobs.length > 0) wanted.push(SCHEDULE);
    const began = performance.now();
    const mine = await beat(db, worker, wanted, alone);
    if (mine === null) {
      log.warn(
        'This process gave no sign of life for so long that others may have taken over its jobs. It starts over.',
      );
      take([]);
      await Promise.all(ending);
      await recorder.settle('all');
      worker = await joinWorkers(db, alone);
      return giveSign();
    }
    aliveAt = began;
    const shared = able.flatMap(({ name, shared }) => (shared ? [name] : []));
    if (!stopping.signal.aborted) take([...mine, ...shared]);
  }

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < SWEEP) return;
    sweptAt = performance.now();
    for (const id of await accountsWithLostRuns(db)) await sweepRuns(account(id));
  }

  async function live(): Promise<void> {
    let failing = false;
    while (!stopping.signal.aborted) {
      try {
        await giveSign();
        await sweep();
        await recorder.settle();
        failing = false;
      } catch (err) {
        if (!failing) log.warn({ err, outage: isOutage(err) }, 'The jobs cannot reach the database.');
        failing = true;
      }
      await setTimeout(failing ? BEAT / 4 : BEAT, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const watch = setInterval(() => {
    // Nobody else has the embedded database: who is only busy goes on.
    if (!embedded && performance.now() - aliveAt > LOST) take([]);
    void recorder.settle();
  }, 1_000).unref();

  const wake = (name: string): void => loops.get(name)?.wake();
  const unlisten = await listen(embedded ? database.embedded : database.databaseUrl, JOBS_CHANNEL, wake);
  const living = live();

  return {
    wake,
    mine: () => [...loops.keys(), ...(schedule ? cronJobs.map(({ name }) => name) : [])],
    stop: async () => {
      stopping.abort();
      clearInterval(watch);
      take([]);
      const ended = Promise.all([unlisten(), living, ...ending]);
      await Promise.race([ended, setTimeout(DRAIN, undefined, { ref: false })]);
      await recorder.settle('all');
      await leaveWorkers(db, worker).catch(() => {});
      await db.destroy();
    },
  };
}

async function scheduleStore(database: JobsOptions['database'], turn: Gate['turn']): Promise<ScheduleStore> {
  if ('databaseUrl' in database) return database;
  const { fromPglite } = await import('pg-boss');
  const store = fromPglite(await embeddedOf(database.embedded));
  return {
    embedded: {
      executeSql: async (text, values) => {
        const ended = await turn();
        return store.executeSql(text, values).finally(ended);
      },
    },
  };
}
