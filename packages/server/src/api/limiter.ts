import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

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
  close(): Promise<void>;
}

/** Longest wait for Redis, in milliseconds, before a request is counted by this process alone. */
const PATIENCE = 1_000;

export function memoryLimiter(quota: number): Limiter {
  return limiterOf(new RateLimiterMemory({ points: quota, duration: WINDOW }), quota, async () => {});
}

/**
 * Counts over Redis, on a connection of its own, so that a flood on one account waits behind nobody else's queries. While
 * Redis is out of reach each process counts for itself: that is no reason to refuse a request, nor to let in any number.
 * Resolves once Redis is there, or has not been for a while.
 */
export async function redisLimiter(
  redisUrl: string,
  quota: number,
  onError: (error: unknown) => void,
): Promise<Limiter> {
  // Loaded only here: it takes a good part of a start that has no use for it.
  const { createClient } = await import('redis');
  const client = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    socket: { connectTimeout: 5_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
  });
  client.on('error', onError);
  const connecting = client.connect().catch(onError);
  await withPatience(connecting, 3_000).catch(onError);
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
  let aloneUntil = 0;
  const either = {
    consume: async (key: string) => {
      if (client.isReady && Date.now() >= aloneUntil) {
        try {
          return await withPatience(shared.consume(key), PATIENCE);
        } catch (error) {
          if (error instanceof RateLimiterRes) throw error;
          aloneUntil = Date.now() + 1_000;
          onError(error);
        }
      }
      return alone.consume(key);
    },
  };
  return limiterOf(either, quota, async () => {
    client.destroy();
    await connecting;
  });
}

function limiterOf(
  limiter: Pick<RateLimiterAbstract, 'consume'>,
  quota: number,
  close: () => Promise<void>,
): Limiter {
  return {
    take: async (key) => {
      try {
        return taken(true, quota, await limiter.consume(key));
      } catch (error) {
        if (error instanceof RateLimiterRes) return taken(false, quota, error);
        throw error;
      }
    },
    close,
  };
}

function taken(allowed: boolean, quota: number, { remainingPoints, msBeforeNext }: RateLimiterRes): Taken {
  return { allowed, quota, remaining: remainingPoints, reset: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** Waits no longer than so many milliseconds, of which those in which the process itself stood still do not count. */
async function withPatience<T>(answer: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    let left = 10;
    const wait = () => {
      if (left-- === 0) reject(new Error(`Redis did not answer within ${patience} ms.`));
      else timer = setTimeout(wait, patience / 10);
    };
    wait();
  });
  try {
    return await Promise.race([answer, impatience]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
