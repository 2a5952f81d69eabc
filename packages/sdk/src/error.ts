import type { ErrorCode, Scope } from './generated/contract.ts';
import type { Open } from './open.ts';
import type { RateLimit } from './response.ts';

/**
 * Reasons that the SDK itself finds.
 *
 * - `connection_failed`: the server was not reached, or hung up before it answered.
 * - `timeout`: no complete answer came within `timeoutMs`, or within the caller's `AbortSignal.timeout()`.
 * - `aborted`: the caller's signal was aborted.
 * - `unexpected_response`: an answer came that is not this API's.
 * - `invalid_usage`: the call was refused before anything was sent, for example because there is no key.
 */
export type ClientErrorCode =
  | 'connection_failed'
  | 'timeout'
  | 'aborted'
  | 'unexpected_response'
  | 'invalid_usage';

/**
 * Every `code` that a {@link LodestoneError} may carry: those of the contract, and those of the SDK itself. A service that
 * is newer than this SDK may send another, so a `switch` over codes wants a `default`.
 */
export type LodestoneErrorCode = ErrorCode | ClientErrorCode;

/** What an unexpected response turned out to be. */
export type Received = 'html' | 'empty' | 'cut_off' | 'invalid_json' | 'other_json' | 'redirect';

/** What every error says. */
export interface ErrorFacts {
  /** HTTP status; absent when no answer came. */
  readonly status?: number | undefined;
  /** Headers of the answer; absent when none came. */
  readonly headers?: Headers | undefined;
  /** The server's id of the request. Quote it when asking for support. */
  readonly requestId?: string | undefined;
  /** State of the account's rate limit, when the answer told it. */
  readonly rateLimit?: RateLimit | undefined;
  /** Requests that were sent for this call, this one included. */
  readonly attempts?: number | undefined;
  /** HTTP method of the call. */
  readonly method?: string | undefined;
  /** Address of the call. */
  readonly url?: string | undefined;
}

interface RetryAfter {
  /** Milliseconds after which the server asks to be called again; undefined when it did not say. */
  readonly retryAfterMs: number | undefined;
}

interface ErrorDetails {
  insufficient_scope: {
    /** The scope that the key lacks. */
    readonly requiredScope: Open<Scope>;
  };
  invalid_parameter: {
    /** The query parameter at fault; undefined when the fault is in the body. */
    readonly param: string | undefined;
  };
  rate_limited: RetryAfter;
  internal_error: RetryAfter;
  unexpected_response: RetryAfter & {
    /** What came instead of this API's JSON. */
    readonly received: Received;
    /** The beginning of what came, up to 500 characters. */
    readonly body: string;
  };
}

type ErrorOf<Code> = Error &
  ErrorFacts & {
    /** Stable reason of the failure. Branch on this, never on the message. */
    readonly code: Code;
  };

/**
 * The one error of this SDK. Its `code` tells the reason, and narrowing by code reveals what belongs to it.
 *
 * @example
 * try {
 *   await lodestone.campaigns.resume(id);
 * } catch (error) {
 *   if (LodestoneError.is(error, 'insufficient_scope')) console.log(error.requiredScope);
 *   else throw error;
 * }
 */
export type LodestoneError<Code extends LodestoneErrorCode = LodestoneErrorCode> =
  Code extends keyof ErrorDetails ? ErrorOf<Code> & ErrorDetails[Code] : ErrorOf<Code>;

type DetailsOf<Code> = Code extends keyof ErrorDetails ? ErrorDetails[Code] : unknown;

interface LodestoneErrorConstructor {
  /** Makes an error as the SDK throws it; meant for tests of code that handles them. */
  new <Code extends LodestoneErrorCode>(
    code: Code,
    message: string,
    facts?: ErrorFacts & Partial<DetailsOf<Code>> & { readonly cause?: unknown },
  ): LodestoneError<Code>;

  /**
   * Whether something caught is an error of this SDK, and has one of the codes when any are given. Unlike `instanceof`
   * in other libraries, it holds across several copies of the package (ESM beside CommonJS).
   *
   * @example
   * if (LodestoneError.is(error, 'system_paused', 'invalid_state')) return;
   */
  is(error: unknown): error is LodestoneError;
  is<Code extends LodestoneErrorCode>(
    error: unknown,
    ...codes: [Code, ...Code[]]
  ): error is LodestoneError<Code>;

  /** `error instanceof LodestoneError` holds across copies of the package, as `is` does. */
  [Symbol.hasInstance](error: unknown): error is LodestoneError;
}

/** The object without the fields that are undefined. */
export const defined = <T extends object>(fields: T | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as Defined<T>;

export type Defined<T> = { [Field in keyof T]?: Exclude<T[Field], undefined> };

const brand = Symbol.for('@lodestone/sdk/error');

export const LodestoneError = class LodestoneError extends Error {
  constructor(code: string, message: string, { cause, headers, ...facts }: Record<string, unknown> = {}) {
    super(message, cause === undefined ? cause : { cause });
    Object.assign(this, { code }, defined(facts));
    // Not enumerable: a printed error should not be twenty lines of headers.
    Object.defineProperty(this, 'headers', { value: headers });
  }

  override get name() {
    return 'LodestoneError';
  }

  get [brand](): true {
    return true;
  }

  static is(error: unknown, ...codes: string[]): boolean {
    const failure = error as { [brand]?: true; code: string } | undefined | null;
    return failure?.[brand] === true && (!codes.length || codes.includes(failure.code));
  }

  static override [Symbol.hasInstance](error: unknown): boolean {
    return LodestoneError.is(error);
  }
} as unknown as LodestoneErrorConstructor;

/** The error for a call that is refused before anything is sent. */
export const refusal = (message: string): LodestoneError => new LodestoneError('invalid_usage', message);
