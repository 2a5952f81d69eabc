/** State of the account's rate limit, from the `RateLimit` and `RateLimit-Policy` headers. */
export interface RateLimit {
  /** Requests that a window allows. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** What a response tells beside its body. */
export function responseFacts({ status, headers }: Response) {
  const number = (header: string, key: RegExp) => parseInt(headers.get(header)?.split(key)[1] ?? '', 10);
  const limit = number('ratelimit-policy', /;\s*q=/);
  const remaining = number('ratelimit', /;\s*r=/);
  const resetMs = number('ratelimit', /;\s*t=/) * 1000;
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    rateLimit: limit + remaining + resetMs >= 0 ? { limit, remaining, resetMs } : undefined,
  };
}
