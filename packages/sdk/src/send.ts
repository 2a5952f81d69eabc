import { type Answer, type Attempt, failed, judge, unexpected } from './answer.ts';
import { sleep, timeIsUp, within } from './deadline.ts';
import { LodestoneError, refusal } from './error.ts';
import { log } from './log.ts';
import type { Settings } from './options.ts';
import { retryDelay } from './retry.ts';

/** Sends a request until it is answered, its retries are used up, or it is stopped. Throws `LodestoneError`. */
export async function send(request: Request, settings: Settings): Promise<Answer<unknown>> {
  const { method, url, headers } = request;
  // Read once, so that it can be sent more than once.
  const body = (await request.text()) || null;
  for (let attempts = 1; ; attempts++) {
    const attempt = { method, url, attempts };
    const outcome = await sendOnce({ method, headers, body }, settings, attempt);
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
  init: { method: string; headers: Headers; body: string | null },
  settings: Settings,
  attempt: Attempt,
): Promise<Answer<unknown> | LodestoneError> {
  const { apiKey, fetch = globalThis.fetch, signals, timeoutMs } = settings;
  const { method, url, attempts } = attempt;
  const { headers } = init;
  let sent = false;
  let text: string;
  let response: Response | undefined;
  try {
    text = await within(timeoutMs, signals, async (signal) => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
      if (key !== null) headers.set('authorization', `Bearer ${sendable(key)}`);
      sent = true;
      // Followed, a write would be sent on as a GET.
      response = await fetch(url, { ...init, redirect: 'manual', signal });
      return response.text();
    });
  } catch (cause) {
    if (cause === timeIsUp)
      return failed('timeout', `No complete answer within ${timeoutMs} ms`, attempt, {}, response);
    if (isStopped(settings)) return stopped(cause, attempt);
    // Not a failure to send, but of the function that gives the key.
    if (!sent) throw cause;
    if (response) return unexpected('cut_off', attempt, response, '', cause);
    const reason = ((cause as Error).cause ?? cause) as { message?: string; code?: string };
    return failed('connection_failed', `No connection: ${reason.message || reason.code}`, attempt, { cause });
  }
  const { status } = response as Response;
  log(settings, 'debug', `${method} ${url}: ${status}`, { headers, attempts, status });
  return judge(response as Response, text, attempt);
}

const isStopped = ({ signals }: Settings) => signals.some(({ aborted }) => aborted);

/** The error for the reason that a caller's signal was aborted with; `AbortSignal.timeout()` tells its own. */
function stopped(cause: unknown, attempt: Attempt): LodestoneError {
  const code = (cause as Error | undefined)?.name === 'TimeoutError' ? 'timeout' : 'aborted';
  return failed(code, 'Ended by its signal', attempt, { cause });
}

/** A key as it may stand in a header. A file's line break is dropped; the runtime's own error would quote the key. */
function sendable(key: string): string {
  const trimmed = key.trim();
  if (/^[!-~]+$/.test(trimmed)) return trimmed;
  throw refusal('Bad API key: empty or with invalid characters');
}
