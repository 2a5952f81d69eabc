import type { BodyOf } from '../contract-types.ts';
import type { AddressInfo } from 'node:net';

import { expect } from '@jest/globals';
import {
  type Account,
  createAccount,
  type Db,
  forAccount,
  reconcile,
  type SecretKeys,
  startSession,
} from '@lodestone/core';
import { type Job, startJobs } from '@lodestone/jobs';
import { countEventsJob } from '@lodestone/jobs/count-events.js';
import { deliverMagnetsJob } from '@lodestone/jobs/deliver-magnets.js';
import { memoryLimiter } from '@lodestone/server/api/limiter.js';
import { createApp } from '@lodestone/server/app.js';
import { type Config, readConfig } from '@lodestone/server/config.js';
import { createHttpServer } from '@lodestone/server/http.js';
import { pino } from 'pino';

import { type Database, EMBEDDED } from '../../../core/test/databases.ts';
import { forJobs } from '../../../jobs/test/databases.ts';
import { visit } from '../pages/forms.ts';

/** Where emails say that we are; the test's server listens elsewhere. */
export const PUBLIC_URL = 'https://magnets.example';

/** What the jobs open the inboxes' passwords with. */
export const SECRET_KEYS: SecretKeys = [new Uint8Array(32)];

/** An owner with an account of their own that begins empty, on a running server with its jobs. */
export interface Owner {
  db: Db;
  origin: string;
  account: Account;
  /** Of the account, in its public addresses. */
  slug: string;
  email: string;
  cookie: string;
  /** Opens an address of an email or of a page, wherever it says that it is. */
  open(url: string, options?: Parameters<typeof visit>[2]): ReturnType<typeof visit>;
  /** Posts a form as the owner. */
  post(path: string, form: Record<string, string>): ReturnType<typeof visit>;
  /** What the API says of it. */
  api<Path extends string>(path: Path): Promise<BodyOf<`GET ${Path}`>>;
  /** No figure differs from its facts. */
  expectReconciled(): Promise<void>;
  close(): Promise<void>;
}

const JOBS: Job[] = [deliverMagnetsJob, countEventsJob];

export async function startOwner(
  settings: Partial<Config>,
  { kind = EMBEDDED, jobs = JOBS }: { kind?: Database; jobs?: readonly Job[] } = {},
): Promise<Owner> {
  const database = await kind.open({ patient: false });
  const { db, databaseUrl } = database;
  const log = pino({ level: 'silent' });
  const config: Config = {
    ...readConfig({}),
    rateLimit: 1_000_000,
    validateResponses: true,
    databaseUrl,
    publicUrl: PUBLIC_URL,
    ...settings,
  };
  const app = await createApp({
    db,
    clock: () => new Date(),
    limiter: memoryLimiter(config.rateLimit),
    config,
    log,
  });
  const http = createHttpServer(app);
  // On a busy machine everything may stand still for long.
  http.keepAliveTimeout = 60_000;
  http.timeout = 0;
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const email = 'jo@studio.example';
  const { account_id, user_id } = await createAccount(db, { name: 'Jo Studio', email });
  const account = forAccount(db, account_id, { kind: 'operator' });
  const { token } = await startSession(account, { user_id });
  const cookie = `lodestone_session=${token}`;
  const running = await startJobs({
    database: forJobs(database),
    settings: {
      publicUrl: PUBLIC_URL,
      smtpUrl: settings.smtpUrl,
      secretKeys: async () => SECRET_KEYS,
    },
    log,
    jobs,
  });
  return {
    db,
    origin,
    account,
    slug: 'jo-studio',
    email,
    cookie,
    open: (url, options) => visit({ origin }, url.replace(PUBLIC_URL, ''), options),
    post: (path, form) => visit({ origin }, path, { cookie, form }),
    api: async (path) => (await fetch(`${origin}/api${path}`, { headers: { cookie } })).json(),
    expectReconciled: async () => {
      expect(await reconcile(db)).toStrictEqual([]);
    },
    close: async () => {
      await running.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await (app.locals['settled'] as () => Promise<void>)();
      await database.close();
    },
  };
}

/** Waits until something is so; fails with what it was last. */
export async function eventually<T>(
  look: () => Promise<T> | T,
  isSo: (value: T) => boolean,
  within = 60_000,
): Promise<T> {
  const until = Date.now() + within;
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    if (Date.now() > until)
      throw new Error(`It did not come about: ${JSON.stringify(value)?.slice(0, 1_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
