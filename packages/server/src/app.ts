import { availableParallelism } from 'node:os';

import express, { type Application } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';

import type { Db } from '@lodestone/core';

import { createApi } from './api/api.ts';
import { answerErrors, noSuchPath } from './api/errors.ts';
import { fairShare, type Shares } from './api/fair-share.ts';
import { knownCallers } from './api/known-callers.ts';
import type { Limiter } from './api/limiter.ts';
import { mcp } from './api/mcp.ts';
import { refuseOverload } from './api/overload.ts';
import type { Config } from './config.ts';
import { serveDocs } from './docs/docs.ts';
import { type Sending, NEVER_HELD } from './installation.ts';
import { createLog, logRequests } from './log.ts';
import { pages } from './pages/index.ts';
import { healthz, readyz } from './probes.ts';
import { publicRoutes } from './public/index.ts';
import { visitWriter } from './public/visits.ts';

export interface Parts {
  db: Db;
  clock: () => Date;
  limiter: Limiter;
  config: Config;
  log?: Logger;
  /** Whether emails leave. */
  sending?: Sending;
  /** What readiness asks; by default `db`. */
  probe?: Db;
}

/**
 * The whole server, from top to bottom. `app.locals.draining` and the event `draining` say that it is about to end, and
 * `app.locals.settled()` waits for what is still to be written.
 */
export async function createApp({
  db,
  clock,
  limiter,
  config,
  log = createLog(config.logLevel),
  sending = NEVER_HELD,
  probe = db,
}: Parts): Promise<Application> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  const share = fairShare(sharesOf(config));
  const callers = knownCallers();
  app.locals['sending'] = sending;
  const logged = logRequests(log);
  // Ahead of what refuses a flood: a load balancer that is refused would take out a healthy process.
  app.get('/healthz', logged, healthz);
  app.get('/readyz', logged, readyz(probe, sending));
  if (config.metricsToken !== undefined) {
    const { createMetrics } = await import('./metrics/metrics.ts');
    const metrics = createMetrics({ token: config.metricsToken, db, probe, share, sending });
    app.get('/metrics', logged, metrics.show);
    app.use(metrics.observe);
  }
  if (config.traces) app.use((await import('./traces.ts')).traceRequests);
  app.use(refuseOverload({ share, callers, limiter, proxied: config.trustProxy > 0 }));
  app.use(logged);

  const parts = { db, clock, limiter, share, callers, config, log };
  const { api, admit, version, settled } = await createApi(app, parts);
  app.use('/api', api);
  if (config.mcp) app.all('/mcp', mcp(admit, version));
  const visits = visitWriter(db);
  app.locals['settled'] = () => Promise.all([settled(), visits.settled()]);

  // The host decides for the other names of its domain.
  app.use(helmet({ strictTransportSecurity: { includeSubDomains: false } }));
  app.use(serveDocs());
  app.use(publicRoutes({ db, baseUrl: config.publicUrl, visits, log }));
  app.use(pages({ db, clock, share, callers, config, log }));

  app.use(noSuchPath);
  app.use(answerErrors(log));
  return app;
}

/** The embedded database does one thing at a time and queues the rest in order, so only a few may ask at once. */
function sharesOf({ databaseUrl, poolSize }: Config): Shares {
  if (databaseUrl === undefined)
    return { slots: 3, perAccount: 2, besideOthers: 1, waiting: 256, longestWait: Infinity };
  const perAccount = Math.max(1, Math.floor(poolSize / 2));
  // What one account has under way is to leave half of the machine to another: of two cores, one.
  const besideOthers = Math.min(perAccount, Math.max(1, Math.floor(availableParallelism() / 2)));
  return { slots: poolSize, perAccount, besideOthers, waiting: 256, longestWait: 2_000 };
}
