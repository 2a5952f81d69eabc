import { fileURLToPath } from 'node:url';

/** Everything that can be set from outside. The only place that reads `process.env`. */
export interface Config {
  /** Undefined means the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** Undefined means a rate limit that each process keeps for itself. */
  redisUrl: string | undefined;
  dataDir: string;
  port: number;
  /** Undefined listens on every interface. */
  host: string | undefined;
  /** Requests that an account may make in a minute. */
  rateLimit: number;
  /** Proxies in front of this process whose `X-Forwarded-*` are believed; exactly this many. */
  trustProxy: number;
  logLevel: LogLevel;
  /** How mail leaves; undefined writes a magnet's test into a file in `dataDir`. */
  smtpUrl: string | undefined;
  /** Connections to PostgreSQL of one process. */
  poolSize: number;
  production: boolean;
  /** Holds every answer against the contract, and fails those that differ. For tests. */
  validateResponses: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting that cannot be used. The message names it, shows its value, and says what would do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

/** Reads the environment and asserts what it says. @throws ConfigError */
export function readConfig(env: Environment = process.env): Config {
  return {
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    dataDir:
      text(env, 'LODESTONE_DATA_DIR') ?? fileURLToPath(new URL('../../../.lodestone', import.meta.url)),
    port: wholeNumber(env, 'PORT', { from: 0, to: 65_535, otherwise: 4400 }),
    host: text(env, 'HOST'),
    rateLimit: wholeNumber(env, 'LODESTONE_RATE_LIMIT', { from: 1, to: 100_000_000, otherwise: 600 }),
    trustProxy: wholeNumber(env, 'LODESTONE_TRUST_PROXY', { from: 0, to: 32, otherwise: 0 }),
    logLevel: oneOf(env, 'LODESTONE_LOG_LEVEL', LOG_LEVELS, 'info'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    poolSize: wholeNumber(env, 'LODESTONE_POOL_SIZE', { from: 1, to: 1000, otherwise: 10 }),
    production: text(env, 'NODE_ENV') === 'production',
    validateResponses: false,
  };
}

/** A port as the command line or the environment gives it. @throws ConfigError */
export function portOf(given: string, name: string): number {
  return wholeNumber({ [name]: given }, name, { from: 0, to: 65_535, otherwise: 4400 });
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function url(env: Environment, name: string, protocols: string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    // The value may hold a password, so it is not shown.
    throw new ConfigError(
      `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  return value;
}

function wholeNumber(
  env: Environment,
  name: string,
  { from, to, otherwise }: { from: number; to: number; otherwise: number },
): number {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!/^\d{1,10}$/.test(value) || number < from || number > to) {
    throw new ConfigError(`${name} must be a whole number from ${from} to ${to}; got "${value}".`);
  }
  return number;
}

function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  otherwise: Value,
): Value {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  const known = values.find((candidate) => candidate === value);
  if (known === undefined)
    throw new ConfigError(`${name} must be one of ${values.join(', ')}; got "${value}".`);
  return known;
}
