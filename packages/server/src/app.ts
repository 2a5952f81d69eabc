import express, { type Application } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';

import type { Db } from '@lodestone/core';

import { createApi } from './api/api.ts';
import { answerErrors, noSuchPath } from './api/errors.ts';
import type { Limiter } from './api/limiter.ts';
import type { Config } from './config.ts';
import { serveDocs } from './docs/docs.ts';
import { createLog, logRequests } from './log.ts';
import { pages } from './pages/index.ts';
import { healthz, readyz } from './probes.ts';

export interface Parts {
  db: Db;
  clock: () => Date;
  limiter: Limiter;
  config: Config;
  log?: Logger;
}

/**
 * The whole server, from top to bottom. `app.locals.draining` says that it is about to end, and `app.locals.settled()`
 * waits for what is still to be written.
 */
export async function createApp({
  db,
  clock,
  limiter,
  config,
  log = createLog(config.logLevel),
}: Parts): Promise<Application> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  app.use(logRequests(log));
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(db));

  const { api, settled } = await createApi(app, { db, clock, limiter, config, log });
  app.use('/api', api);
  app.locals['settled'] = settled;

  // Whoever hosts this decides for the other names of their domain.
  app.use(helmet({ strictTransportSecurity: { includeSubDomains: false } }));
  app.use(serveDocs());
  app.use(pages({ db, clock, config, log }));

  app.use(noSuchPath);
  app.use(answerErrors(log));
  return app;
}
