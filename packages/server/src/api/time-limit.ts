import type { Config } from '../config.ts';
import { noAnswerInTime } from './errors.ts';

/** Milliseconds that a request may wait for PostgreSQL, all its waits taken together: an answer comes within three seconds. */
const LONGEST_WAIT = 2_800;

export interface TimeLimit {
  /** @throws ApiError 503 when it takes too long; what it does then ends on its own. */
  wait<T>(work: Promise<T>): Promise<T>;
}

/** The embedded database is never out of reach, however long it takes. */
const NO_LIMIT: TimeLimit = { wait: (work) => work };

/**
 * The time that one request has for the database. Each wait in the driver ends by itself, but a request may wait for a
 * connection, for its caller and for its data, one after the other.
 */
export function timeLimit({ databaseUrl }: Config): TimeLimit {
  if (databaseUrl === undefined) return NO_LIMIT;
  let left = LONGEST_WAIT;
  return {
    wait: async (work) => {
      const from = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const overdue = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(noAnswerInTime()), left);
      });
      try {
        return await Promise.race([work, overdue]);
      } finally {
        clearTimeout(timer);
        left -= performance.now() - from;
      }
    },
  };
}
