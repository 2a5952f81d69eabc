import type { Answer } from './answer.ts';

/**
 * A call of the API. Await it for its data, or ask it for the whole response.
 *
 * @example
 * const me = await lodestone.me();
 * const { data, requestId, rateLimit } = await lodestone.me().withResponse();
 */
export interface Call<Data> extends Promise<Data> {
  /** Resolves to the data together with the status, headers, request id and rate limit of the response. */
  withResponse(): Promise<Answer<Data>>;
}

/**
 * A call that is sent once: when it is first asked for, or, if `now`, without being asked. The promise of the answer is
 * the only one made until then, so that a failure which is handled on `withResponse()` does not count as unhandled on
 * another promise.
 */
export function call<Data>(start: () => Promise<Answer<Data>>, now = false): Call<Data> {
  let started: Promise<Answer<Data>> | undefined;
  const answer = () => (started ??= start());
  const data = () => answer().then(({ data }) => data);
  if (now) void answer();
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- being awaited is what a call is for
    then: (resolved, rejected) => data().then(resolved, rejected),
    catch: (rejected) => data().catch(rejected),
    finally: (settled) => data().finally(settled),
    withResponse: answer,
    [Symbol.toStringTag]: 'Call',
  };
}
