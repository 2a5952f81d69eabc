import type { Request, Response } from 'express';

import { ApiError } from './errors.ts';
import { type Limiter, memoryLimiter, type Taken, WINDOW } from './limiter.ts';

/**
 * Takes one request off the account's quota, over all its keys and sessions, and says in the answer what is left
 * (draft-ietf-httpapi-ratelimit-headers).
 * @throws ApiError `rate_limited`
 */
export async function limitRate(limiter: Limiter, account: string, response: Response): Promise<void> {
  const taken = await limiter.take(account);
  if (!taken.allowed) throw overQuotaOf(taken);
  for (const [name, value] of Object.entries(headersOf(taken))) response.setHeader(name, value);
}

/** The refusal of an account that is known to be over its quota: nothing is counted, and nobody asked. */
export function overQuota(limiter: Limiter, account: string): ApiError | undefined {
  const taken = limiter.refused(account);
  return taken && overQuotaOf(taken);
}

function overQuotaOf(taken: Taken): ApiError {
  const refusal = rateLimited(taken, `Over ${taken.quota} requests in ${WINDOW} seconds.`);
  Object.assign(refusal.headers, headersOf(taken));
  return refusal;
}

function headersOf({ quota, remaining, reset }: Taken): Record<string, string> {
  return {
    'RateLimit-Policy': `"account";q=${quota};w=${WINDOW}`,
    RateLimit: `"account";r=${remaining};t=${reset}`,
  };
}

/**
 * Counts failed authentication by address, so that nobody can keep trying keys. An address over the limit still gets in
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
