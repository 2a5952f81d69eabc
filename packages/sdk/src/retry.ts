import { LodestoneError } from './error.ts';
import type { Settings } from './options.ts';

/**
 * Milliseconds that a `Retry-After` asks to wait, given in seconds or as a date (RFC 9110, 10.2.3); undefined without one
 * that can be read. A date is measured from the answer's own `Date`, so that a wrong clock here does not matter.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const ms = /^[\d.]+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now());
  return ms >= 0 ? ms : ms < 0 ? 0 : undefined;
}

/**
 * Milliseconds to wait before a failed attempt is repeated; undefined when it must not be. Every operation of v1 can be
 * repeated, its writes included, for each sets a state rather than adding to one. A 4xx is final, but for 429.
 */
export function retryDelay(
  error: LodestoneError,
  { retries, maxRetryAfterMs }: Settings,
): number | undefined {
  const { attempts = 1, status = 0, received, retryAfterMs } = error as LodestoneError<'unexpected_response'>;
  const passing =
    status === 429 ||
    status >= 500 ||
    received === 'cut_off' ||
    LodestoneError.is(error, 'connection_failed', 'timeout');
  if (!passing || attempts > retries) return undefined;
  // Jitter, so that clients which failed together do not come back together; never sooner than the server asked.
  if (retryAfterMs === undefined)
    return Math.min(8_000, 500 * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
  return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs * (1 + Math.random() / 10);
}
