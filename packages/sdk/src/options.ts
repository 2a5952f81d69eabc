import { defined, type LodestoneError, refusal } from './error.ts';

/** Severity of a log line, from the least to the most. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Where log lines go; `console` is one. Keys and cookies are redacted before it is called. */
export type Logger = Record<LogLevel, (message: string, details: Record<string, unknown>) => void>;

/** What `onRetry` is told before the wait for another attempt. */
export interface Retry {
  /** Why the attempt failed. */
  readonly error: LodestoneError;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

/** Options of one call. Each overrides the client's option of the same name; headers and signals add to the client's. */
export interface CallOptions {
  /**
   * The API key, or a function that gives it, asked before every attempt. `null` sends none: the call relies on the
   * session's cookie. Default: the environment's `LODESTONE_API_KEY`; in a browser `null`.
   */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /**
   * Address of the API, which ends in `/api`. Default: the environment's `LODESTONE_BASE_URL`, else
   * `http://localhost:4400/api`; in a browser `/api` on the page's own origin.
   */
  baseUrl?: string | undefined;
  /** Replaces the runtime's `fetch`; called with an address and a plain init object. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Milliseconds that one attempt may take, the reading of its body included. Waits between attempts are not counted; to
   * bound all of it pass `signal: AbortSignal.timeout(ms)`. `Infinity` sets no limit. Default: 30,000.
   */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated; 0 never. Default: 2. */
  retries?: number | undefined;
  /**
   * The longest `Retry-After`, in milliseconds, that is waited for. A longer one throws at once, with the delay in
   * `retryAfterMs`. Default: 60,000.
   */
  maxRetryAfterMs?: number | undefined;
  /** Ends the call, whether it is sending, reading or waiting to retry. */
  signal?: AbortSignal | undefined;
  /** Further request headers. `undefined` and `null` leave a client's header out. */
  headers?: Record<string, string | null | undefined> | undefined;
  /** Where log lines go. Default: nowhere. */
  logger?: Logger | undefined;
  /** The least severe lines that are logged. `debug` tells every attempt. Default: `warn`. */
  logLevel?: LogLevel | undefined;
  /** Called before each wait for another attempt. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** Options of a client; they hold for each of its calls. */
export interface ClientOptions extends CallOptions {
  /**
   * Allows a key in a browser, where everybody who opens the page can read it. Without this the client refuses: sign in
   * and use the session instead.
   */
  allowKeyInBrowser?: boolean | undefined;
}

/** Options as they hold for one call: the client's and the call's own, with defaults. */
export interface Settings extends ClientOptions {
  apiKey: string | (() => string | Promise<string>) | null;
  baseUrl: string;
  headers: Record<string, string | null | undefined>;
  timeoutMs: number;
  retries: number;
  maxRetryAfterMs: number;
  logLevel: LogLevel;
  /** Every signal that ends the call: the client's and the call's own. */
  signals: readonly AbortSignal[];
}

// Every browser, and every worker in one, calls itself Mozilla; Node, Deno, Bun and the edge runtimes do not.
const inBrowser = () => globalThis.navigator?.userAgent?.startsWith('Mozilla/');

/** Merges a client's options into the defaults. */
export const clientSettings = (options: ClientOptions): Settings =>
  merge(
    {
      apiKey: inBrowser() ? null : (fromEnvironment('LODESTONE_API_KEY') as string),
      baseUrl: fromEnvironment('LODESTONE_BASE_URL') ?? (inBrowser() ? '/api' : 'http://localhost:4400/api'),
      timeoutMs: 30_000,
      retries: 2,
      maxRetryAfterMs: 60_000,
      headers: {},
      logLevel: 'warn',
      signals: [],
    },
    options,
  );

/** Lays options over others, and refuses what cannot work: no key, a key in a browser, a base URL that is not a URL. */
export function merge(base: Settings, options: ClientOptions = {}): Settings {
  const settings: Settings = {
    ...base,
    ...defined(options),
    headers: { ...base.headers, ...options.headers },
    signals: options.signal ? [...base.signals, options.signal] : base.signals,
  };
  if (!settings.apiKey && settings.apiKey !== null)
    throw refusal('No API key: pass apiKey, use a session (apiKey: null), or set LODESTONE_API_KEY');
  if (settings.apiKey && inBrowser() && !settings.allowKeyInBrowser)
    throw refusal('No API key in a browser: use a session (apiKey: null), or set allowKeyInBrowser');
  try {
    settings.baseUrl = new URL(settings.baseUrl, globalThis.location?.href).href;
  } catch {
    throw refusal(`baseUrl is not a URL: ${settings.baseUrl}`);
  }
  return settings;
}

function fromEnvironment(name: string): string | undefined {
  try {
    return (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[name] || undefined;
  } catch {
    // Deno without permission to read the environment.
    return undefined;
  }
}
