import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll } from '@jest/globals';
import { type Logger, pino } from 'pino';

import { type Account, type Db, forAccount } from '@lodestone/core';
import { type Limiter, memoryLimiter } from '@lodestone/server/api/limiter.js';
import { createApp } from '@lodestone/server/app.js';
import { type Config, readConfig } from '@lodestone/server/config.js';
import { createHttpServer } from '@lodestone/server/http.js';

import { needing } from '../../../scripts/jest/needs.ts';
import { expectFor, present } from '../../../scripts/jest/support.ts';
import { assertAnnounced } from './answers.ts';
import type { BodyOf } from './contract-types.ts';
import {
  DATABASES,
  type DemoDatabase,
  EMBEDDED,
  type OpenDemo,
  POSTGRES,
} from '../../demo/test/databases.ts';
import { recorded } from './recording.ts';

/** Tokens of an account's keys, one for each state that a key can be in. */
export interface Keys {
  full: string;
  read_only: string;
  expired: string;
  revoked: string;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  /** The JSON body; undefined when there is none. */
  body: Body;
  text: string;
}

export interface CallOptions {
  /** The API key; the first account's full one by default, none at all with null. */
  key?: string | null;
  query?: Record<string, string | number> | string;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Statuses of 500 and above that the test expects. */
  failing?: boolean;
}

/** A running server on a database of its own, filled with the demo's two accounts, which share people. */
export interface TestServer {
  kind: DemoDatabase['name'];
  /** `http://127.0.0.1:port` */
  origin: string;
  /** Where the paths of the contract begin: `http://127.0.0.1:port/api` */
  baseUrl: string;
  db: Db;
  databaseUrl: string | undefined;
  keys: Keys;
  /** Door to the account that `keys` belong to. */
  account: Account;
  other: { keys: Keys; account: Account };
  /**
   * Asks, as in `call('GET /v1/me')`, and holds the answer against the document: status, headers and every field.
   */
  call<Line extends string>(line: Line, options?: CallOptions): Promise<Answer<BodyOf<Line>>>;
  /** Resolves when nothing is left to be written after its answer. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What a test may put in the place of the usual. */
interface Surroundings {
  limiter?: Limiter;
  log?: Logger;
  /** Another way for the server, and not for the test, to the database. */
  through?: (database: OpenDemo) => Promise<{ db: Db; close(): Promise<void> }>;
}

/** One for all servers: the usual log of each would go on flushing, twice a second, for as long as the worker lives. */
const SILENT = pino({ level: 'silent' });

/** Starts a server; most tests want `onEveryDatabase` instead. */
export async function startServer(
  kind: Pick<DemoDatabase, 'name' | 'open'> = EMBEDDED,
  settings: Partial<Config> = {},
  { limiter, log = SILENT, through = async ({ db }) => ({ db, close: async () => {} }) }: Surroundings = {},
): Promise<TestServer> {
  const database = await kind.open({ patient: false });
  const { db, made: demo, databaseUrl } = database;
  const config: Config = {
    ...readConfig({}),
    rateLimit: 1_000_000,
    logLevel: 'silent',
    validateResponses: true,
    databaseUrl,
    ...settings,
  };
  const way = await through(database);
  const app = await createApp({
    db: way.db,
    clock: () => new Date(),
    limiter: limiter ?? memoryLimiter(config.rateLimit),
    config,
    log,
  });
  const server = createHttpServer(app);
  // A test shares its process with the server and the embedded database: on a busy machine it may stand still for long.
  server.keepAliveTimeout = 60_000;
  server.timeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { origin, stop: stopRecording } = await recorded(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const [first, second] = demo.accounts;
  present(first);
  present(second);
  return {
    kind: kind.name,
    origin,
    baseUrl: `${origin}/api`,
    db,
    databaseUrl,
    keys: first.keys,
    account: forAccount(db, first.id, { kind: 'operator' }),
    other: { keys: second.keys, account: forAccount(db, second.id, { kind: 'operator' }) },
    call: (line, options) => call(`${origin}/api`, first.keys.full, line, options),
    settled: app.locals['settled'] as () => Promise<void>,
    close: async () => {
      await stopRecording();
      await stop(server);
      await (app.locals['settled'] as () => Promise<void>)();
      await way.close();
      await database.close();
    },
  };
}

/** Declares tests that need PostgreSQL. */
export const onPostgres = needing(POSTGRES.name, POSTGRES.isThere);

/**
 * Declares the same tests for every database: the embedded one always, and PostgreSQL, whose tests are skipped where
 * `TEST_DATABASE_URL` names none. The server is up when they run; `server` is empty before.
 * @param settings what differs from the usual configuration
 */
export function onEveryDatabase(define: (server: TestServer) => void, settings: Partial<Config> = {}): void {
  for (const kind of DATABASES) onDatabase(kind, define, settings);
}

/**
 * The same for PostgreSQL alone, or for the embedded database where there is none: for what goes through every page, each of which has
 * tests of its own on both.
 */
export function onOneDatabase(define: (server: TestServer) => void): void {
  onDatabase(POSTGRES.isThere ? POSTGRES : EMBEDDED, define, {});
}

function onDatabase(
  kind: DemoDatabase,
  define: (server: TestServer) => void,
  settings: Partial<Config>,
): void {
  kind.describe(`on ${kind.name}`, () => {
    const server = {} as TestServer;
    beforeAll(async () => void Object.assign(server, await startServer(kind, settings)));
    afterAll(() => server.close?.());
    define(server);
  });
}

async function call<Line extends string>(
  baseUrl: string,
  full: string,
  line: Line,
  options: CallOptions = {},
): Promise<Answer<BodyOf<Line>>> {
  const { key = full, query = '', body, headers = {}, failing = false } = options;
  const [method = 'GET', path = ''] = line.split(' ');
  const search =
    typeof query === 'string'
      ? query
      : new URLSearchParams(
          Object.entries(query).map(([n, v]): [string, string] => [n, String(v)]),
        ).toString();
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(
    `${baseUrl}${path}${search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search}`}`,
    {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as BodyOf<Line>,
    text,
  };
  expectFor(`${line} failed: ${text}`, failing || answer.status < 500).toBe(true);
  assertAnnounced(method, path.split('?')[0]!, answer.status, answer.headers, answer.body);
  return answer;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
