import type { Request, Response } from 'express';

import type { Caller } from './authenticate.ts';
import { ApiError } from './errors.ts';
import { type Limiter, memoryLimiter, type Taken, WINDOW } from './limiter.ts';

/**
 * Takes one request off the account's quota, over all its keys and sessions, and says in the answer what is left
 * (draft-ietf-httpapi-ratelimit-headers).
 * @throws ApiError `rate_limited`
 */
export async function limitRate(limiter: Limiter, { account }: Caller, response: Response): Promise<void> {
  const taken = await limiter.take(account.id);
  response.setHeader('RateLimit-Policy', `"account";q=${taken.quota};w=${WINDOW}`);
  response.setHeader('RateLimit', `"account";r=${taken.remaining};t=${taken.reset}`);
  if (!taken.allowed) throw rateLimited(taken, `Over ${taken.quota} requests in ${WINDOW} seconds.`);
}

/**
 * Counts failed authentication by address, so that nobody can try keys at leisure. An address over the limit still gets in
 * with a good key: others may share it.
 */
export function failureLimit(quota: number) {
  const failures = memoryLimiter(quota);
  return async (request: Request, failure: unknown): Promise<never> => {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure;
    const taken = await failures.take(request.ip ?? 'unknown');
    if (taken.allowed) throw failure;
    throw rateLimited(taken, `Over ${quota} failed authentications in ${WINDOW} seconds from this address.`);
  };
}

function rateLimited({ reset }: Taken, why: string): ApiError {
  const seconds = `${reset} second${reset === 1 ? '' : 's'}`;
  return new ApiError('rate_limited', `${why} Try again in ${seconds}.`, {
    headers: { 'Retry-After': String(reset) },
  });
}
