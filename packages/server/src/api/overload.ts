import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import type { RequestHandler, Response } from 'express';

import { type ApiError, errorBody, overloaded } from './errors.ts';
import type { FairShare } from './fair-share.ts';
import type { KnownCallers } from './known-callers.ts';
import type { Limiter } from './limiter.ts';
import { overQuota } from './rate-limit.ts';

/** Milliseconds for which the connection of a caller who was told to wait is not read. Nobody is told to wait for less than a second. */
const PAUSE = 1_000;

interface OverloadParts {
  share: FairShare;
  callers: KnownCallers;
  limiter: Limiter;
  /** Whether the connections are a proxy's, which many callers share. */
  proxied: boolean;
}

/**
 * Refuses, ahead of all else and at next to no cost, what would be refused anyway: of an account that is over its quota, and of
 * one that has as much waiting as it may. A server that has to work for each refusal gets nothing else done in a flood, so
 * a client that comes back sooner than it was told is not even read.
 */
export function refuseOverload({ share, callers, limiter, proxied }: OverloadParts): RequestHandler {
  return (request, response, next) => {
    const known = callers.accountOf(request);
    const refusal =
      (known?.recent ? overQuota(limiter, known.account) : undefined) ??
      (share.isFull(known?.account ?? request.ip ?? '') ? overloaded() : undefined);
    if (refusal === undefined) return next();
    if (!proxied) response.once('close', () => pause(request.socket));
    answer(response, refusal);
  };
}

/** Without the framework, which would take longer than all the rest. */
function answer(response: Response, refusal: ApiError): void {
  const body = JSON.stringify(errorBody(refusal));
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    ...refusal.headers,
  });
  response.end(body);
}

function pause(socket: Socket): void {
  socket.pause();
  setTimeout(() => socket.resume(), PAUSE).unref();
}
