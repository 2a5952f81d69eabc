import type { Outcome } from './outcome.ts';
import { reasonOf } from './timeouts.ts';
import { deferred } from './settle.ts';

type Work<T> = () => Promise<T> | T;

/** Does one thing after the other. What is stopped while it waits is deferred at once, and not done when its turn comes. */
export function queue() {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: Work<void>): Promise<void>;
  function inTurn(work: Work<Outcome>, signal: AbortSignal): Promise<Outcome>;
  function inTurn(work: Work<Outcome | void>, signal?: AbortSignal): Promise<Outcome | void> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome | void>();
    const leave = () => {
      if (signal) resolve(deferred('connect', reasonOf(signal)));
    };
    signal?.addEventListener('abort', leave);
    if (signal?.aborted === true) leave();
    last = last.then(async () => {
      signal?.removeEventListener('abort', leave);
      if (signal?.aborted === true) return;
      try {
        resolve(await work());
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  }
  return inTurn;
}
