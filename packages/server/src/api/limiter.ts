import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

import { within } from '@lodestone/core';

/** Seconds of a window. A window begins with its first request. */
export const WINDOW = 60;

/** What is left after one more request. */
export interface Taken {
  allowed: boolean;
  /** Requests a window. */
  quota: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  reset: number;
}

/** Counts requests. In memory each process counts for itself; over Redis all of them share one count, exactly. */
export interface Limiter {
  take(key: string): Promise<Taken>;
  /** What a key that is over its quota was last told, while that holds: asks nobody. */
  refused(key: string): Taken | undefined;
  close(): Promise<void>;
}

/** Keys over their quota that are remembered; past that they are asked for again. */
const MAX_REFUSALS = 10_000;

/** Longest wait for Redis, in milliseconds, before a request is counted by this process alone. */
const LONGEST_WAIT = 500;

/** Milliseconds until Redis is tried again, first and at most; doubled each time that it does not answer. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

export function memoryLimiter(quota: number): Limiter {
  return limiterOf(new RateLimiterMemory({ points: quota, duration: WINDOW }), quota, async () => {});
}

/**
 * Counts over Redis, on a connection of its own, so that a flood on one account waits behind nobody else's queries. While
 * Redis is out of reach each process counts for itself: that is no reason to refuse a request, nor to let in any number.
 * Resolves once Redis is there, or has not been for a while.
 * @param onError is told that Redis is lost, once each time
 */
export async function redisLimiter(
  redisUrl: string,
  quota: number,
  onError: (error: unknown) => void,
): Promise<Limiter> {
  // Loaded only here: it takes a good part of a start that has no use for it.
  const { default: redis } = await import('redis');
  const client = redis.createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    socket: { connectTimeout: 5_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
  });
  let isLost = false;
  /** Reports it once until Redis is back: every request and every attempt to reach it runs into it. */
  const lost = (error: unknown) => {
    if (!isLost) onError(error);
    isLost = true;
  };
  client.on('error', lost);
  client.on('ready', () => (isLost = false));
  const connecting = client.connect().catch(lost);
  await within(3_000, connecting, 'Redis').catch(lost);
  const shared = new RateLimiterRedis({
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: 'lodestone:rate',
    points: quota,
    duration: WINDOW,
    // What is over the quota is refused without asking Redis again.
    inMemoryBlockOnConsumed: quota,
  });
  const alone = new RateLimiterMemory({ points: quota, duration: WINDOW });
  const reach = reachOf(async () => void (await within(LONGEST_WAIT, client.ping(), 'Redis')));
  const either = {
    consume: async (key: string) => {
      if (client.isReady && reach.isThere()) {
        try {
          const counted = await within(LONGEST_WAIT, shared.consume(key), 'Redis');
          isLost = false;
          return counted;
        } catch (error) {
          if (error instanceof RateLimiterRes) throw error;
          reach.lost();
          lost(error);
        }
      }
      return alone.consume(key);
    },
  };
  return limiterOf(either, quota, async () => {
    reach.stop();
    client.destroy();
    await connecting;
  });
}

function limiterOf(
  limiter: Pick<RateLimiterAbstract, 'consume'>,
  quota: number,
  close: () => Promise<void>,
): Limiter {
  const refusals = new Map<string, { msBeforeNext: number; at: number }>();
  return {
    take: async (key) => {
      try {
        return taken(true, quota, await limiter.consume(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (refusals.size >= MAX_REFUSALS) refusals.clear();
        refusals.set(key, { msBeforeNext: error.msBeforeNext, at: performance.now() });
        return taken(false, quota, error);
      }
    },
    refused: (key) => {
      const refusal = refusals.get(key);
      if (refusal === undefined) return undefined;
      const msBeforeNext = refusal.msBeforeNext - (performance.now() - refusal.at);
      if (msBeforeNext > 0) return taken(false, quota, { remainingPoints: 0, msBeforeNext });
      refusals.delete(key);
      return undefined;
    },
    close,
  };
}

/** Never longer than a window, also after the clock was set back. */
function taken(
  allowed: boolean,
  quota: number,
  { remainingPoints, msBeforeNext }: Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>,
): Taken {
  const reset = Math.min(WINDOW, Math.max(1, Math.ceil(msBeforeNext / 1_000)));
  return { allowed, quota, remaining: remainingPoints, reset };
}

/**
 * Whether something that was lost is there again. It is tried by one probe at a time, in the background and ever more rarely,
 * so that no request waits to find out.
 */
function reachOf(probe: () => Promise<void>) {
  let pause = 0;
  let timer: NodeJS.Timeout | undefined;
  const tryAgain = () => {
    timer = setTimeout(() => {
      probe().then(
        () => (pause = 0),
        () => {
          pause = Math.min(2 * pause, LONGEST_PAUSE);
          tryAgain();
        },
      );
    }, pause).unref();
  };
  return {
    isThere: () => pause === 0,
    lost(): void {
      // Of many requests that notice it at once, the first begins the probes.
      if (pause > 0) return;
      pause = FIRST_PAUSE;
      tryAgain();
    },
    stop: () => clearTimeout(timer),
  };
}
