import { type Answer, type Attempt, failed, judge, unexpected } from './answer.ts';
import { sleep, timeIsUp, within } from './deadline.ts';
import { LodestoneError, refusal } from './error.ts';
import { log } from './log.ts';
import type { Settings } from './options.ts';
import { retryDelay } from './retry.ts';

/** A request that can be sent more than once: plain values, nothing that is used up by reading. */
export interface Outgoing extends RequestInit {
  url: string;
  method: string;
  headers: Headers;
}

/** Sends a request until it is answered, its retries are used up, or it is stopped. Throws `LodestoneError`. */
export async function send(request: Outgoing, settings: Settings): Promise<Answer<unknown>> {
  const { method, url } = request;
  for (let attempts = 1; ; attempts++) {
    const attempt = { method, url, attempts };
    const outcome = await sendOnce(request, settings, attempt);
    if (!LodestoneError.is(outcome)) return outcome;
    const delayMs = isStopped(settings) ? undefined : retryDelay(outcome, settings);
    log(settings, delayMs === undefined ? 'error' : 'warn', outcome.message, { error: outcome, delayMs });
    if (delayMs === undefined) throw outcome;
    settings.onRetry?.({ error: outcome, attempt: attempts, delayMs });
    await sleep(delayMs, settings.signals).catch((reason: unknown) => {
      throw stopped(reason, attempt);
    });
  }
}

async function sendOnce(
  { url, headers, ...init }: Outgoing,
  settings: Settings,
  attempt: Attempt,
): Promise<Answer<unknown> | LodestoneError> {
  const { apiKey, fetch = globalThis.fetch, signals, timeoutMs } = settings;
  const { method, attempts } = attempt;
  let sent = false;
  let text: string;
  let response: Response | undefined;
  try {
    text = await within(timeoutMs, signals, async (signal) => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
      if (key !== null) headers.set('authorization', `Bearer ${sendable(key)}`);
      sent = true;
      response = await fetch(url, { ...init, headers, signal });
      return response.text();
    });
  } catch (cause) {
    if (cause === timeIsUp)
      return failed('timeout', `No complete answer within ${timeoutMs} ms`, attempt, {}, response);
    if (isStopped(settings)) return stopped(cause, attempt);
    // Not a failure to send, but of the function that gives the key.
    if (!sent) throw cause;
    if (response) return unexpected('cut_off', attempt, response, '', cause);
    const { cause: reason, message } = cause as {
      cause?: { code?: string; message?: string };
      message?: string;
    };
    return failed(
      'connection_failed',
      `No connection: ${reason?.message || reason?.code || message}`,
      attempt,
      { cause },
    );
  }
  const { status } = response as Response;
  log(settings, 'debug', `${method} ${url}: ${status}`, { headers, attempts, status });
  return judge(response as Response, text, attempt);
}

const isStopped = ({ signals }: Settings) => signals.some(({ aborted }) => aborted);

/** The error for the reason that a caller's signal was aborted with; `AbortSignal.timeout()` tells its own. */
function stopped(cause: unknown, attempt: Attempt): LodestoneError {
  const code = (cause as Error | undefined)?.name === 'TimeoutError' ? 'timeout' : 'aborted';
  return failed(code, "Ended by the caller's signal", attempt, { cause });
}

/** A key as it may stand in a header. A file's line break is dropped; the runtime's own error would quote the key. */
function sendable(key: string): string {
  const trimmed = key.trim();
  if (/^[!-~]+$/.test(trimmed)) return trimmed;
  throw refusal('No API key: it is empty or holds odd characters');
}
