import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

import { createSignInLink, type Db, firstUser, forAccount, seedDemo } from '@lodestone/core';

import { redisLimiter, type Limiter, memoryLimiter } from './api/limiter.ts';
import { createApp } from './app.ts';
import { bannerOf, type Started } from './banner.ts';
import { reportProgress } from './commands/seed.ts';
import type { Config } from './config.ts';
import { migrateOrStop, openDatabase, placeOf, Stop } from './database.ts';
import { ageScoresDaily } from './ageing.ts';
import { createHttpServer } from './http.ts';
import { signInUrl } from './links.ts';
import { createLog } from './log.ts';
import { warnOfRisks } from './risks.ts';
import { ignoreRepeatedSignals, isWorker, startWorkers } from './workers.ts';

export interface ServeOptions {
  /** Whether an empty database is filled with the demo. */
  demo: boolean;
  /** Tell the start as JSON. */
  json: boolean;
  workers: number;
}

/** How long requests still come in after readiness was withdrawn, while balancers take notice, in milliseconds. */
const LAME_DUCK = 1_000;

/** Starts the server, tells where it is, and arranges that a signal ends it without losing a request. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  const log = createLog(config.logLevel);
  if (options.workers > 1 && !isWorker) return serveWithWorkers(config, options, log);
  const { db, close } = await openDatabase(config, 'lodestone serve');
  // Port and data directory are taken first: whoever started this learns at once that one of them is not free. A worker gets
  // its share of the requests once it listens, so it does that last.
  let listener: RequestListener = answerStarting;
  const server = createHttpServer((request, response) => listener(request, response));
  try {
    if (!isWorker) await listen(server, config);
    const demoKey = isWorker ? undefined : await prepareData(db, config, options.demo);
    const limiter = await limiterOf(config, log);
    const app = await createApp({ db, clock: () => new Date(), limiter, config, log });
    const stopAgeing = ageScoresDaily(db, log);
    listener = app;
    closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
      ignoreRepeatedSignals();
      if (err) log.fatal({ err }, 'The process ends, because of an error that nobody caught.');
      app.locals['draining'] = true;
      listener = (request, response) => {
        response.setHeader('Connection', 'close');
        app(request, response);
      };
      stopAgeing();
      await drain(server);
      await (app.locals['settled'] as () => Promise<void>)();
      await limiter.close();
      await close();
    });
    if (isWorker) return await listen(server, config);
    const { port } = server.address() as AddressInfo;
    tell(await describe(db, port, config, demoKey), options);
    await warnOfRisks(db, config, log);
  } catch (error) {
    server.close();
    await close();
    throw error;
  }
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
    log.warn('Without REDIS_URL each worker counts the rate limit for itself.');
  const { db, close } = await openDatabase(config, 'lodestone serve');
  try {
    const probe = createHttpServer(answerStarting);
    await listen(probe, config);
    const demoKey = await prepareData(db, config, options.demo);
    await new Promise((resolve) => probe.close(resolve));
    await startWorkers(options.workers, log);
    tell(await describe(db, config.port, config, demoKey), options);
    await warnOfRisks(db, config, log);
  } finally {
    await close();
  }
}

function tell(started: Started, { json }: ServeOptions): void {
  console.log(json ? JSON.stringify(started) : bannerOf(started));
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
    return demo ? await seed(patient.db) : undefined;
  } finally {
    await patient.close();
  }
}

async function seed(db: Db): Promise<string | undefined> {
  if ((await firstUser(db)) !== null) return undefined;
  const { accounts } = await seedDemo(db, { scale: 'small', onProgress: reportProgress });
  return accounts[0]?.keys.full;
}

async function describe(db: Db, port: number, config: Config, demoKey: string | undefined): Promise<Started> {
  const origin = `http://localhost:${port}`;
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
  };
}

async function limiterOf({ redisUrl, rateLimit }: Config, log: Logger): Promise<Limiter> {
  if (redisUrl === undefined) return memoryLimiter(rateLimit);
  return redisLimiter(redisUrl, rateLimit, (err) =>
    log.warn({ err }, 'Redis is out of reach: each process counts for itself.'),
  );
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Stop(`Port ${port} is in use. Stop what listens there, or choose another: --port ${port + 1}.`),
        );
      } else if (error.code === 'EACCES') {
        reject(new Stop(`Port ${port} may not be used by this user. Choose one from 1024 on: --port 4400.`));
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

/** Lets in what still comes for a moment, then closes; resolves when the last answer is sent. */
async function drain(server: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LAME_DUCK));
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}
