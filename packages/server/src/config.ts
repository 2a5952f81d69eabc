import { Resolver } from 'node:dns';
import { fileURLToPath } from 'node:url';

import { SECRET_KEY_BYTES, type SecretKeys } from '@lodestone/core';

import { PACKAGE_DIRECTORY } from './package-directory.ts';

/** Everything that can be set from outside. The only place that reads `process.env`. */
export interface Config {
  /** Undefined means the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /**
   * PostgreSQL itself, where `databaseUrl` leads through a pooler in transaction mode: for what needs a session, which is migrating,
   * jobs and commands.
   */
  directUrl: string | undefined;
  /** A replica of it, for what only reads. */
  readUrl: string | undefined;
  /** Undefined means a rate limit that each process keeps for itself. */
  redisUrl: string | undefined;
  dataDir: string;
  port: number;
  /** Undefined listens on every interface. */
  host: string | undefined;
  /** Where people reach the application, without a slash at its end: the base of every link in emails and on pages. */
  publicUrl: string;
  /** Requests that an account may make in a minute. */
  rateLimit: number;
  /** Proxies in front of this process whose `X-Forwarded-*` are believed; exactly this many. */
  trustProxy: number;
  logLevel: LogLevel;
  /** Whether agents are answered at `/mcp`. */
  mcp: boolean;
  /** How emails leave that no connected inbox sends; undefined keeps them in the outbox. */
  smtpUrl: string | undefined;
  /** DNS servers that are asked about senders' domains; undefined asks the machine's own. */
  dnsServers: readonly string[] | undefined;
  /** Who sends from the database, the same on every machine; undefined leaves it to the data directory to know. */
  installation: string | undefined;
  /** Encrypt secrets in the database, the first one does; undefined means a file in `dataDir`. */
  secretKeys: SecretKeys | undefined;
  /** What `/metrics` asks for; undefined means that there is no such page. */
  metricsToken: string | undefined;
  /** Whether OpenTelemetry was told where traces go; its SDK reads where. */
  traces: boolean;
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

/** The environment of this process, for what files may take from it. */
export const ENVIRONMENT: Environment = process.env;

export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../.lodestone', PACKAGE_DIRECTORY));

/** Reads the environment and asserts what it says. @throws ConfigError */
export function readConfig(env: Environment = process.env): Config {
  const port = wholeNumber(env, 'PORT', { from: 0, to: 65_535, otherwise: 4400 });
  return {
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    directUrl: besides(
      env,
      'DATABASE_DIRECT_URL',
      'is the way around the pooler that DATABASE_URL leads through. Without a pooler, set DATABASE_URL alone.',
    ),
    readUrl: besides(env, 'DATABASE_READ_URL', 'is a replica of DATABASE_URL. Set that as well.'),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    dataDir: text(env, 'LODESTONE_DATA_DIR') ?? DEFAULT_DATA_DIR,
    port,
    host: text(env, 'HOST'),
    publicUrl: baseUrl(env, 'LODESTONE_PUBLIC_URL') ?? localUrl(port),
    rateLimit: wholeNumber(env, 'LODESTONE_RATE_LIMIT', { from: 1, to: 100_000_000, otherwise: 600 }),
    trustProxy: wholeNumber(env, 'LODESTONE_TRUST_PROXY', { from: 0, to: 32, otherwise: 0 }),
    logLevel: oneOf(env, 'LODESTONE_LOG_LEVEL', LOG_LEVELS, 'info'),
    mcp: oneOf(env, 'LODESTONE_MCP', ['on', 'off'], 'on') === 'on',
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    dnsServers: dnsServers(env, 'LODESTONE_DNS_SERVERS'),
    installation: text(env, 'LODESTONE_INSTALLATION')?.slice(0, 200),
    secretKeys: keys(env, 'LODESTONE_SECRET_KEY'),
    metricsToken: token(env, 'LODESTONE_METRICS_TOKEN'),
    traces:
      text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined ||
      text(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined,
    poolSize: wholeNumber(env, 'LODESTONE_POOL_SIZE', { from: 1, to: 1000, otherwise: 10 }),
    production: text(env, 'NODE_ENV') === 'production',
    validateResponses: false,
  };
}

/** The settings with another port, which is part of the public URL where none is given. */
export function withPort(config: Config, port: number): Config {
  const publicUrl = config.publicUrl === localUrl(config.port) ? localUrl(port) : config.publicUrl;
  return { ...config, port, publicUrl };
}

/** Whether somebody said where people reach the application. */
export function hasPublicUrl(config: Config): boolean {
  return config.publicUrl !== localUrl(config.port);
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
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
  // The value may hold a password, so it is not shown.
  if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) {
    throw new ConfigError(
      `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  if (!URL.canParse(value)) {
    throw new ConfigError(
      `${name} cannot be read as a URL: its host or port is wrong, or it holds what has to be written as %-escapes there.`,
    );
  }
  return value;
}

/** A second way to what `DATABASE_URL` names. @param what it is, for whoever sets it alone */
function besides(env: Environment, name: string, what: string): string | undefined {
  const value = url(env, name, ['postgres:', 'postgresql:']);
  if (value === undefined || text(env, 'DATABASE_URL') !== undefined) return value;
  throw new ConfigError(`${name} ${what}`);
}

/** The settings with the way to PostgreSQL that keeps sessions. */
export function direct(config: Config): Config {
  return { ...config, databaseUrl: config.directUrl ?? config.databaseUrl, directUrl: undefined };
}

/** A key of 32 bytes, in base64 or hexadecimal digits. @throws ConfigError that does not show it */
export function parseSecretKey(value: string, name: string): Uint8Array {
  const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
  if (key.length === SECRET_KEY_BYTES && /^[\w+/=-]+$/.test(value)) return key;
  throw new ConfigError(
    `${name} must hold 32 bytes in base64 or hexadecimal digits. Make one with: openssl rand -base64 32`,
  );
}

/** Keys with a comma between them, the one in use first. */
function keys(env: Environment, name: string): SecretKeys | undefined {
  const [first, ...others] = (text(env, name)?.split(',') ?? []).map((key) =>
    parseSecretKey(key.trim(), name),
  );
  return first && [first, ...others];
}

/** A text that nobody guesses and that a header can carry. */
function token(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined || /^[\x21-\x7e]{16,500}$/.test(value)) return value;
  throw new ConfigError(
    `${name} must be 16 to 500 ASCII characters without a space. Make one with: openssl rand -hex 24`,
  );
}

/** IP addresses with commas between them, each with or without a port. */
function dnsServers(env: Environment, name: string): string[] | undefined {
  const servers = text(env, name)
    ?.split(',')
    .map((server) => server.trim());
  try {
    new Resolver().setServers(servers ?? []);
  } catch {
    throw new ConfigError(
      `${name} must be IP addresses with commas between them, such as 9.9.9.9,[2620:fe::fe]:53; got "${servers?.join()}".`,
    );
  }
  return servers;
}

/** The beginning of links: without credentials, query or fragment, and without the slash at its end. */
function baseUrl(env: Environment, name: string): string | undefined {
  const value = url(env, name, ['https:', 'http:']);
  if (value === undefined) return undefined;
  const { origin, pathname, username, password, search, hash } = new URL(value);
  if (username || password || search || hash || pathname !== '/') {
    throw new ConfigError(`${name} must be a host alone, such as https://outreach.example.com.`);
  }
  return origin;
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
