import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

import {
  connect,
  createSignInLink,
  type Db,
  firstUser,
  forAccount,
  keepPublicUrl,
  readFrom,
} from '@lodestone/core';

import { redisLimiter, type Limiter, memoryLimiter } from './api/limiter.ts';
import { createApp } from './app.ts';
import { bannerOf, type Started } from './banner.ts';
import { type FollowLine, HERE, progressTo } from './commands/command.ts';
import { type Config, withPort } from './config.ts';
import { listenForCommands } from './control/listen.ts';
import { migrateOrStop, openDatabase, placeOf, Stop, stopUnlessSame } from './database.ts';
import { drainable } from './drain.ts';
import { createHttpServer } from './http.ts';
import { checkSending, watchSending } from './installation.ts';
import { ownJobs } from './jobs.ts';
import { signInUrl } from './links.ts';
import { createLog } from './log.ts';
import { warnOfUnsafeSettings } from './database-warnings.ts';
import { ignoreRepeatedSignals, isWorker, startWorkers } from './workers.ts';

interface ServeOptions {
  /** Whether an empty database is filled with the demo. */
  demo: boolean;
  /** Whether this process does jobs, too. */
  jobs: boolean;
  /** Tell the start as JSON. */
  json: boolean;
  workers: number;
  /** Runs a command that comes by the socket. */
  followLine: FollowLine;
}

/** Starts the server, prints where it is, and arranges that a signal ends it without losing a request. */
export async function serve(given: Config, options: ServeOptions): Promise<void> {
  const log = createLog(given.logLevel);
  const traces = given.traces ? await import('./traces.ts') : undefined;
  traces?.warnOfUnheardTraces(log);
  if (options.workers > 1 && !isWorker) return serveWithWorkers(given, options, log);
  let config = given;
  const { db, close } = await openDatabase(config, 'lodestone serve');
  const closeReplica = openReplica(db, config, log);
  // Port and data directory are taken first: whoever started this learns at once that one of them is not free. A worker gets
  // its share of the requests once it listens, so it does that last.
  let listener: RequestListener = answerStarting;
  const server = createHttpServer((request, response) => listener(request, response));
  const drain = drainable(server);
  /** What runs already, to be ended when the start fails. */
  const running: (() => unknown)[] = [];
  try {
    if (!isWorker) {
      await listen(server, config);
      config = withPort(config, (server.address() as AddressInfo).port);
    }
    const demoKey = isWorker ? undefined : await prepareData(db, config, options.demo);
    const limiter = await limiterOf(config, log);
    const sending = await watchSending(db, config, log);
    running.push(sending.stop);
    const app = await createApp({
      db,
      clock: () => new Date(),
      limiter,
      config,
      log,
      sending,
      probe: probeOf(db, config),
    });
    const jobs = ownJobs(db, config, sending, log, options);
    const stopCommands = await listenForCommands(config, log, options.followLine);
    running.push(stopCommands, jobs.stop);
    listener = jobs.counted(app);
    closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
      ignoreRepeatedSignals();
      if (err) log.fatal({ err }, 'The process is stopping because of an uncaught error.');
      app.locals['draining'] = true;
      app.emit('draining');
      sending.stop();
      await Promise.all([drain(), jobs.stop(), stopCommands()]);
      await (app.locals['settled'] as () => Promise<void>)();
      await traces?.flushTraces();
      await limiter.close();
      await closeReplica();
      await close();
    });
    if (options.jobs) await jobs.start();
    if (isWorker) return await listen(server, config);
    await keepPublicUrl(db, config.publicUrl);
    tell(await describe(db, config, demoKey, sending.held()), config, options);
    // It serves already: a database that is slow just now is no reason to end.
    await warnOfUnsafeSettings(db, config, log).catch((err: unknown) =>
      log.warn({ err }, 'The database settings could not be checked.'),
    );
  } catch (error) {
    server.close();
    await Promise.allSettled(running.map((stop) => stop()));
    await closeReplica();
    await close();
    throw error;
  }
}

/** PostgreSQL is asked for readiness over a connection of its own, which lives as long as the process. */
function probeOf(db: Db, { databaseUrl, directUrl }: Config): Db {
  return databaseUrl === undefined
    ? db
    : connect({ databaseUrl, poolSize: 1, pooled: directUrl !== undefined });
}

/** Milliseconds that a statement may take on the replica: the database itself still has time for it then. */
const LONGEST_ON_REPLICA = 1_000;

/** Has requests that only read go to the replica, if there is one. @returns closes it */
function openReplica(db: Db, { readUrl, directUrl, poolSize }: Config, log: Logger): () => Promise<void> {
  if (readUrl === undefined) return () => Promise.resolve();
  const replica = connect({
    databaseUrl: readUrl,
    poolSize,
    longestStatement: LONGEST_ON_REPLICA,
    pooled: directUrl !== undefined,
  });
  readFrom(db, replica, (err) =>
    log.warn({ err }, 'The replica is not used for now; its reads go to DATABASE_URL.'),
  );
  return () => replica.destroy();
}

/** Makes the data ready, and lets workers do the rest. */
async function serveWithWorkers(config: Config, options: ServeOptions, log: Logger): Promise<void> {
  if (config.databaseUrl === undefined) {
    throw new Stop(
      '--workers needs PostgreSQL: the embedded database belongs to one process. Set DATABASE_URL.',
    );
  }
  if (config.port === 0) throw new Stop('--workers needs a port to share: --port 4400.');
  if (config.redisUrl === undefined)
    log.warn('Without REDIS_URL, each worker counts the rate limit separately.');
  const { db, close } = await openDatabase(config, 'lodestone serve');
  try {
    const probe = createHttpServer(answerStarting);
    await listen(probe, config);
    const demoKey = await prepareData(db, config, options.demo);
    await new Promise((resolve) => probe.close(resolve));
    await startWorkers(options.workers, log);
    await keepPublicUrl(db, config.publicUrl);
    tell(await describe(db, config, demoKey, await checkSending(db, config)), config, options);
    await warnOfUnsafeSettings(db, config, log);
  } finally {
    await close();
  }
}

function tell(started: Started, config: Config, { json }: ServeOptions): void {
  console.log(json ? JSON.stringify(started) : bannerOf(started, config));
}

/** Migrates, and fills an empty database with the demo. @returns a key of the demo, if it was made now */
async function prepareData(db: Db, config: Config, demo: boolean): Promise<string | undefined> {
  if (config.databaseUrl === undefined) {
    await migrateOrStop(db, config);
    return demo ? seed(db) : undefined;
  }
  // Requests have seconds; building a schema over a large history may take minutes.
  const patient = await openDatabase(config, 'lodestone serve', { patient: true });
  try {
    await migrateOrStop(patient.db, config);
    if (config.directUrl !== undefined) await stopUnlessSame(db, patient.db, config);
    return demo ? await seed(patient.db) : undefined;
  } finally {
    await patient.close();
  }
}

async function seed(db: Db): Promise<string | undefined> {
  if ((await firstUser(db)) !== null) return undefined;
  const { seedDemo } = await import('@lodestone/demo');
  const { accounts } = await seedDemo(db, { scale: 'small', onProgress: progressTo(HERE) });
  return accounts[0]?.keys.full;
}

async function describe(
  db: Db,
  config: Config,
  demoKey: string | undefined,
  sendingHeld: string | null,
): Promise<Started> {
  const origin = config.publicUrl;
  const embedded = config.databaseUrl === undefined;
  const user = await firstUser(db);
  const link =
    user && (embedded || demoKey !== undefined)
      ? await createSignInLink(forAccount(db, user.account_id, { kind: 'operator' }), user)
      : undefined;
  return {
    origin,
    signIn: link && signInUrl(origin, link.token),
    demoKey,
    data: config.databaseUrl === undefined ? config.dataDir : `PostgreSQL at ${placeOf(config.databaseUrl)}`,
    embedded,
    empty: user === null,
    sendingHeld,
  };
}

async function limiterOf({ redisUrl, rateLimit }: Config, log: Logger): Promise<Limiter> {
  if (redisUrl === undefined) return memoryLimiter(rateLimit);
  return redisLimiter(redisUrl, rateLimit, (err) =>
    log.warn({ err }, 'Redis cannot be reached: each process counts the rate limit separately.'),
  );
}

/** @throws Stop when it cannot */
function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Stop(`Port ${port} is in use. Stop what is using it, or choose another: --port ${port + 1}.`),
        );
      } else if (error.code === 'EACCES') {
        reject(new Stop(`This user may not use port ${port}. Choose one from 1024 up: --port 4400.`));
      } else if (error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo') {
        reject(
          new Stop(
            `HOST is ${host}, which is not an address of this machine (${error.message}). Correct it, or leave it out.`,
          ),
        );
      } else {
        reject(error);
      }
    });
    server.listen(port, host, resolve);
  });
}

/** Answers while the data is made ready: the process is alive, and cannot do anything yet. */
const answerStarting: RequestListener = (request, response) => {
  request.resume();
  const alive = request.url === '/healthz';
  const error = { code: 'internal_error', message: 'The server is starting. Try again in a few seconds.' };
  response.writeHead(alive ? 200 : 503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    ...(alive ? {} : { 'Retry-After': '2' }),
  });
  response.end(JSON.stringify(alive ? { status: 'ok' } : { error }));
};
