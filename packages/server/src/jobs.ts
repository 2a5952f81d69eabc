import type { RequestListener } from 'node:http';

import type { Jobs } from '@lodestone/jobs';
import { createGate, type Gate } from '@lodestone/jobs/gate.js';
import type { Logger } from 'pino';

import type { Db } from '@lodestone/core';

import { type Config, direct } from './config.ts';
import type { Sending } from './installation.ts';
import { secretKeys } from './secret-key.ts';

/** What runs by itself in a process that also answers requests. */
interface OwnJobs {
  /** Counts the requests under way, which jobs on the embedded database let go first. */
  counted(listener: RequestListener): RequestListener;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Beside a server, in its process. */
export function ownJobs(
  db: Db,
  config: Config,
  sending: Sending,
  log: Logger,
  { demo }: { demo: boolean },
): OwnJobs {
  const gate = createGate();
  let jobs: Jobs | undefined;
  return {
    counted: (listener) => (request, response) => {
      gate.enter();
      response.once('close', gate.leave);
      listener(request, response);
    },
    start: async () => {
      jobs = await startJobs({ db, config, sending, log, turn: gate.turn, demo });
    },
    stop: async () => jobs?.stop(),
  };
}

/** Starts the jobs. They are loaded here, so that a process without them does not carry them. */
export async function startJobs({
  db,
  config,
  sending,
  log,
  turn,
  demo = false,
}: {
  db: Db;
  config: Config;
  sending: Sending;
  log: Logger;
  /** On the embedded database: see `createGate`. */
  turn?: Gate['turn'];
  /** Whether the demo's accounts, if there are any, go on living. */
  demo?: boolean;
}): Promise<Jobs> {
  const { JOBS, startJobs } = await import('@lodestone/jobs');
  const { databaseUrl, publicUrl, smtpUrl, dnsServers } = direct(config);
  return startJobs({
    database: databaseUrl === undefined ? { embedded: db } : { databaseUrl },
    settings: { publicUrl, smtpUrl, dnsServers, secretKeys: () => secretKeys(db, config) },
    sendingHeld: () => sending.held() !== null,
    log,
    ...(turn ? { turn } : {}),
    ...(config.traces ? { turned: (await import('./traces.ts')).traceTurn } : {}),
    jobs: demo && (await hasDemo(db)) ? [...JOBS, await demoWorld()] : JOBS,
  });
}

async function hasDemo(db: Db): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('simulated', '=', true)
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}

/** Loaded where it is played only: production has no demo. */
async function demoWorld() {
  const { demoWorldJob } = await import('@lodestone/demo');
  return demoWorldJob;
}
