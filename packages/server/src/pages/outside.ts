import { ApiError } from '../api/errors.ts';
import { memoryLimiter } from '../api/limiter.ts';

/** What an account may have asked of servers in a minute. */
const MOST = 10;

/** Seconds within which such a question is answered, or given up. */
const LONGEST = 9;

/**
 * Asks a server that an owner named, such as a mail server, something that somebody waits for.
 * @throws ApiError `rate_limited`
 */
export type Outside = <Result>(account: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Whoever names a server decides how long it keeps us waiting and how much it says, so an account asks one at a time, and not
 * forever. Each process counts for itself.
 */
export function outside(): Outside {
  const asking = new Set<string>();
  const limiter = memoryLimiter(MOST);
  return async (account, work) => {
    if (asking.has(account)) throw tooMany('Another test of this account is still running.', LONGEST);
    asking.add(account);
    try {
      const { allowed, reset } = await limiter.take(account);
      if (!allowed) throw tooMany(`This account has run ${MOST} tests within a minute.`, reset);
      return await work();
    } finally {
      asking.delete(account);
    }
  };
}

function tooMany(why: string, seconds: number): ApiError {
  const again = `Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return new ApiError('rate_limited', `${why} ${again}`, { headers: { 'Retry-After': String(seconds) } });
}
