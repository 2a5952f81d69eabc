import { setTimeout } from 'node:timers/promises';

import type { Logger } from 'pino';

import {
  ALONE_SECONDS,
  connect,
  connectBeside,
  type Db,
  embeddedOf,
  forAccount,
  forgetWorkers,
  JOBS_CHANNEL,
  leaveWorkers,
  listen,
} from '@lodestone/core';

import type { Gate } from '../gate.ts';
import type { Job, JobSettings } from '../job.ts';
import { JOBS } from '../jobs.ts';
import { joinAsWorker, startHeartbeat } from './heartbeat.ts';
import { ownJobs } from './own-jobs.ts';
import { createRecorder } from './recorder.ts';
import type { ScheduleStore } from './schedule.ts';
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
  /** Called after each turn that had something to do. */
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

/** Milliseconds that jobs have to end when the process does. */
const DRAIN = 9_000;

/** A statement of a job may take longer than a request's, in milliseconds. */
const LONGEST_STATEMENT = 60_000;

/** Connections to PostgreSQL: with too few, work for a dozen accounts waits so long for one that an email is in doubt. */
const CONNECTIONS = 10;

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
  const db = connectFor(database, turn);
  // The embedded database belongs to one process, so whoever was here before is gone.
  if (embedded) await forgetWorkers(db);
  const worker = await joinAsWorker(db, embedded ? ALONE_SECONDS : undefined);
  const recorder = createRecorder(
    () => worker.id,
    (err) => log.warn({ err }, 'Job runs cannot be recorded; trying again.'),
  );
  const runtime: Runtime = {
    db,
    clock,
    log,
    settings,
    recorder,
    batch: embedded ? 25 : 500,
    account: (id) => forAccount(db, id, { kind: 'system' }, clock),
    turned,
  };
  const own = ownJobs(jobs, runtime, async (cronJobs) => {
    // 25 MB that only the process with the schedule has to carry.
    const { startSchedule } = await import('./schedule.ts');
    return startSchedule(cronJobs, await scheduleStore(database, turn), runtime);
  });
  const unlisten = await listen(embedded ? database.embedded : database.databaseUrl, JOBS_CHANNEL, own.wake);
  const stopping = new AbortController();
  const living = startHeartbeat(
    { worker, jobs, own, runtime, sendingHeld, canBeReplaced: !embedded },
    stopping.signal,
  );

  return {
    wake: own.wake,
    mine: own.names,
    stop: async () => {
      stopping.abort();
      own.take([]);
      const ended = Promise.all([unlisten(), living, own.ended()]);
      await Promise.race([ended, setTimeout(DRAIN, undefined, { ref: false })]);
      await recorder.settle('all');
      await leaveWorkers(db, worker.id).catch(() => {});
      await db.destroy();
    },
  };
}

function connectFor(database: JobsOptions['database'], turn: Gate['turn']): Db {
  if ('embedded' in database) return connectBeside(database.embedded, turn);
  return connect({
    databaseUrl: database.databaseUrl,
    poolSize: CONNECTIONS,
    longestStatement: LONGEST_STATEMENT,
  });
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
