import { type Application, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';

import { type Db, keyUseRecorder } from '@lodestone/core';

import type { Config } from '../config.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { readBody } from './body.ts';
import { contractCheck, warmUp } from './contract.ts';
import { type Operation, operationsOf, readDocument } from './document.ts';
import { answerErrors, noSuchPath } from './errors.ts';
import type { Limiter } from './limiter.ts';
import { handlers } from './operations/index.ts';
import { type Patience, patienceFor } from './patience.ts';
import { checkQuery } from './query.ts';
import { failureLimit, limitRate } from './rate-limit.ts';
import { requireScope } from './scope.ts';

export interface ApiParts {
  db: Db;
  clock: () => Date;
  limiter: Limiter;
  config: Config;
  log: Logger;
}

/** The API, to be mounted at `/api`, and a promise of the writes that outlive their requests. */
export async function createApi(
  app: Application,
  { db, clock, limiter, config, log }: ApiParts,
): Promise<{ api: RequestHandler; settled: () => Promise<void> }> {
  const document = readDocument();
  const operations = operationsOf(document);
  const check = contractCheck(document, config.validateResponses);
  const refuseFailure = failureLimit(config.rateLimit);
  const keyUses = keyUseRecorder(db, (err) =>
    log.warn({ err }, 'The last use of a key could not be written.'),
  );

  async function admit(patience: Patience, request: Request, response: Response): Promise<Caller> {
    const authenticated = patience.wait(authenticate(db, clock, request));
    const caller = await authenticated.catch((failure) => refuseFailure(request, failure));
    if (caller.key) keyUses.record(caller.account.id, caller.key, clock());
    await limitRate(limiter, caller, response);
    return caller;
  }

  // 401, 429, 403, 400, 404, 409: in this order.
  async function answer(operation: Operation, request: Request, response: Response): Promise<void> {
    const patience = patienceFor(config);
    const caller = await admit(patience, request, response);
    requireScope(caller, operation);
    checkQuery(request, operation);
    request.body = await readBody(request, operation);
    await check(request, response, operation);
    const input = { ...request.query, ...(request.body as object | undefined), ...request.params };
    response.json(await patience.wait<unknown>(handlers[operation.id](caller, input as never)));
  }

  const api = Router({ strict: true, caseSensitive: true });
  api.use((request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    request.url = asWritten(request.url);
    // HEAD answers as GET; Node leaves the body out, since it has seen the request's own method.
    if (request.method === 'HEAD') request.method = 'GET';
    // No answer has a tag, yet Express takes `*` for the tag of any, and would answer 304 without a body.
    delete request.headers['if-none-match'];
    next();
  });
  for (const operation of operations) {
    api[operation.method](operation.route, (request, response) => answer(operation, request, response));
  }
  api.use(noSuchPath);
  api.use(answerErrors(log));

  await warmUp(check, app, operations);
  return { api, settled: () => keyUses.settled() };
}

/**
 * A segment such as `%ff` is no text, and so names nothing: it is looked up as it was written rather than failing to be read.
 * A fragment has no place in a request, so its sign is a character like others.
 */
function asWritten(url: string): string {
  if (!/[%#]/.test(url)) return url;
  const [path = '', query] = url.replaceAll('#', '%23').split(/\?(.*)/s, 2);
  const segments = path.split('/').map((segment) => {
    try {
      decodeURIComponent(segment);
      return segment;
    } catch {
      return encodeURIComponent(segment);
    }
  });
  return segments.join('/') + (query === undefined ? '' : `?${query}`);
}
