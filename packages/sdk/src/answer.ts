import { LodestoneError, type LodestoneErrorCode, type Received } from './error.ts';
import { type RateLimit, responseFacts } from './response.ts';
import { retryAfterMs } from './retry.ts';

/** What a successful call brought: its data, and the response that they came in. */
export interface Answer<Data> {
  /** The body. */
  readonly data: Data;
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response. */
  readonly headers: Headers;
  /** The server's id of the request; undefined where a browser hides the header from a page of another origin. */
  readonly requestId: string | undefined;
  /** State of the account's rate limit; undefined when the response did not tell. */
  readonly rateLimit: RateLimit | undefined;
  /** Requests that were sent for this call: 1 when the first succeeded. */
  readonly attempts: number;
}

/** The attempt that a response belongs to. */
export interface Attempt {
  method: string;
  url: string;
  attempts: number;
}

/** Judges a response by its body: the answer, or the error that it amounts to. */
export function judge(response: Response, text: string, attempt: Attempt): Answer<unknown> | LodestoneError {
  const body = parsed(text);
  if (response.ok && isObject(body)) {
    return { data: body, ...responseFacts(response), attempts: attempt.attempts };
  }
  const error = isObject(body) && body['error'];
  if (isObject(error) && typeof error['code'] === 'string') {
    return failed(
      error['code'] as LodestoneErrorCode,
      `${error['message']}`,
      attempt,
      {
        param: error['param'],
        requiredScope: error['required_scope'],
      },
      response,
    );
  }
  return unexpected(received(response, text, body), attempt, response, text);
}

/** The error of an attempt, with what its response told when there is one. */
export function failed(
  code: LodestoneErrorCode,
  message: string,
  attempt: Attempt,
  details: Record<string, unknown>,
  response?: Response,
): LodestoneError {
  return new LodestoneError(
    code,
    `${message} (${attempt.method} ${attempt.url}: ${response ? `${response.status} ` : ''}${code})`,
    {
      ...attempt,
      ...(response && { ...responseFacts(response), retryAfterMs: retryAfterMs(response.headers) }),
      ...details,
    },
  );
}

/** The error for a response that did not come from this API. */
export function unexpected(
  received: Received,
  attempt: Attempt,
  response: Response,
  text = '',
  cause?: unknown,
): LodestoneError {
  const body = text.slice(0, 500);
  const where = response.headers.get('location') ?? body.slice(0, 100);
  return failed(
    'unexpected_response',
    `Not the API's JSON (${received.replace('_', ' ')}): ${where}`,
    attempt,
    { received, body, cause },
    response,
  );
}

function received({ status }: Response, text: string, body: unknown): Received {
  // A browser hides a redirect that is not followed behind status 0.
  if (!status || (status >= 300 && status < 400)) return 'redirect';
  if (!text.trim()) return 'empty';
  if (body !== undefined) return 'other_json';
  return /^\s*</.test(text) ? 'html' : 'invalid_json';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  Object(value) === value && !Array.isArray(value);
