import { type Application, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';

import { type Account, type Db, keyUseRecorder, Refusal } from '@lodestone/core';

import type { Config } from '../config.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { readBody } from './body.ts';
import { type Check, contractCheck, warmUp } from './contract.ts';
import { type Operation, operationsOf, readDocument } from './document.ts';
import { answerErrors, ApiError, noSuchPath, overloaded } from './errors.ts';
import type { FairShare } from './fair-share.ts';
import type { KnownCallers } from './known-callers.ts';
import type { Limiter } from './limiter.ts';
import { handlers } from './operations/index.ts';
import { checkQuery } from './query.ts';
import { failureLimit, limitRate } from './rate-limit.ts';
import { requireScope } from './scope.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';

interface ApiParts {
  db: Db;
  clock: () => Date;
  limiter: Limiter;
  share: FairShare;
  callers: KnownCallers;
  config: Config;
  log: Logger;
}

/**
 * Admits a request: finds out who is calling, and counts the request against their quota.
 * @throws ApiError 401, 429
 */
export type Admit = (request: Request, response: Response, time?: TimeLimit) => Promise<Caller>;

interface Contract {
  version: string;
  operations: Operation[];
  check: Check;
}

const contracts = new Map<boolean, Contract>();

/** The contract, compiled once a process: a second server, as tests start them, has it at once. */
function contractOf(validateResponses: boolean): Contract {
  const kept = contracts.get(validateResponses);
  if (kept) return kept;
  const document = readDocument();
  const operations = operationsOf(document);
  const contract = {
    version: document.info.version,
    operations,
    check: contractCheck(document, validateResponses),
  };
  contracts.set(validateResponses, contract);
  return contract;
}

/** The API, to be mounted at `/api`, its version, and a promise of the writes that outlive their requests. */
export async function createApi(
  app: Application,
  { db, clock, limiter, share, callers, config, log }: ApiParts,
): Promise<{ api: RequestHandler; admit: Admit; version: string; settled: () => Promise<void> }> {
  const { version, operations, check } = contractOf(config.validateResponses);
  const refuseFailure = failureLimit(config.rateLimit);
  const keyUses = keyUseRecorder(db, (err) =>
    log.warn({ err }, 'The last use of a key could not be recorded.'),
  );

  const admit: Admit = async (request, response, time = timeLimit(config)) => {
    const known = callers.accountOf(request);
    const turn = known?.account ?? request.ip ?? 'unknown';
    const authenticated = time.wait(
      share.run(
        turn,
        unlessGone(request, () => authenticate(db, clock, request)),
      ),
    );
    const caller = await authenticated.catch((failure) => refuseFailure(request, failure));
    callers.remember(request, caller.account.id);
    if (caller.key) keyUses.record(caller.account.id, caller.key, clock());
    await limitRate(limiter, caller.account.id, response);
    return caller;
  };

  // 401, 429, 403, 400, 404, 409: in this order.
  async function answer(operation: Operation, request: Request, response: Response): Promise<void> {
    response.locals['operation'] = operation.id;
    const time = timeLimit(config);
    const caller = await admit(request, response, time);
    requireScope(caller, operation);
    checkQuery(request, operation);
    request.body = await readBody(request, operation);
    await check(request, response, operation);
    const input = { ...request.query, ...(request.body as object | undefined), ...request.params };
    const call = async (account: Account): Promise<unknown> =>
      handlers[operation.id]({ ...caller, account }, input as never);
    const work = () => caller.account[operation.method === 'get' ? 'read' : 'write'](call);
    const done = time.wait(share.run(caller.account.id, unlessGone(request, work), true));
    response.json(await done.catch((error) => Promise.reject(named(error, operation))));
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
  return { api, admit, version, settled: () => keyUses.settled() };
}

/** Skips work whose client hung up before its turn came. */
function unlessGone<Result>({ socket }: Request, work: () => Promise<Result>): () => Promise<Result> {
  return () => (socket.destroyed ? Promise.reject(overloaded()) : work());
}

/** A rule's refusal of a query parameter names it, as the contract's own refusals do. */
function named(error: unknown, { query }: Operation): unknown {
  if (!(error instanceof Refusal) || error.field === undefined || !query.has(error.field)) return error;
  return new ApiError(error.code, error.message, { param: error.field });
}

/**
 * A segment such as `%ff` cannot be decoded, and so names nothing: it is looked up as written instead of failing. A request
 * has no fragment, so `#` is an ordinary character.
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
