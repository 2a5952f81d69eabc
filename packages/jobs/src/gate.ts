import { setImmediate, setTimeout } from 'node:timers/promises';

/** Lets jobs and requests share one connection, so that a request hardly ever waits for a job. */
export interface Gate {
  /** A request came. */
  enter(): void;
  /** It was answered. */
  leave(): void;
  /**
   * Resolves when a job may use the connection: when there was no request for a moment, or after a while, since jobs go on under
   * load, too, only slower. Call what it resolves to when the job is done.
   */
  turn(): Promise<() => void>;
}

/** Milliseconds without a request after which none is expected right away. */
const CALM = 10;

/** While requests keep coming, jobs get one part in this many of the time, so that only a few requests in a hundred wait for one. */
const SHARE = 10;

/** Milliseconds that a job waits for its turn, at least and at most, while requests keep coming. */
const WAIT = { least: 20, most: 1_000 };

/** Milliseconds between two looks. */
const LOOK = 5;

export function createGate(): Gate {
  let requests = 0;
  let calmSince = -Infinity;
  let wait = WAIT.least;
  const isCalm = () => requests === 0 && performance.now() - calmSince >= CALM;
  return {
    enter: () => void (requests += 1),
    leave: () => {
      requests -= 1;
      calmSince = performance.now();
    },
    turn: async () => {
      // The embedded database runs in this thread: without yielding to the network, no request would be noticed.
      await setImmediate();
      const until = performance.now() + wait;
      while (!isCalm() && performance.now() < until) await setTimeout(LOOK);
      const began = performance.now();
      return () => {
        wait = Math.min(WAIT.most, Math.max(WAIT.least, SHARE * (performance.now() - began)));
      };
    },
  };
}
