import type { AddressInfo } from 'node:net';

import { memoryLimiter } from '@lodestone/server/api/limiter.js';
import { createApp } from '@lodestone/server/app.js';
import { readConfig } from '@lodestone/server/config.js';
import { createHttpServer } from '@lodestone/server/http.js';
import { createLog } from '@lodestone/server/log.js';

import type { Act, Undone } from './act.ts';
import { chores, jobs } from './chores.ts';
import type { Field } from './forms.ts';
import { operations } from './operations.ts';
import { shaken } from './shaken.ts';
import type { Twins } from './twins.ts';
import { visits } from './visits.ts';
import { walk } from './walk.ts';
import { works } from './works.ts';

export interface Acting {
  /** Every operation, what visitors and subscribers do, what jobs do for an account, and what core alone can be asked for. */
  brief(undone: Undone): Promise<Act[]>;
  /** The last two with rows at random, every page and form that can be walked to, and every job. */
  walked(undone: Undone): Promise<Act[]>;
  close(): void;
}

/** Starts a server for the acts. */
export async function startActing(twins: Twins): Promise<Acting> {
  const config = { ...readConfig({}), rateLimit: 100_000_000, logLevel: 'silent' as const };
  const log = createLog('silent');
  const app = await createApp({
    db: twins.db,
    clock: () => new Date(),
    limiter: memoryLimiter(config.rateLimit),
    config,
    log,
  });
  const server = createHttpServer(app);
  server.timeout = 0;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settled = app.locals['settled'] as () => Promise<unknown>;

  async function ask(path: string, init: RequestInit = {}): Promise<string> {
    try {
      const response = await fetch(origin + path, { redirect: 'manual', ...init });
      const text = await response.text();
      return `${response.status} ${response.headers.get('location') ?? ''}\n${text}`;
    } catch (error) {
      return `none ${String(error)}`;
    } finally {
      await settled();
    }
  }

  const page = (path: string, form?: Field[]) =>
    ask(path, {
      headers: {
        accept: 'text/html',
        cookie: twins.cookie,
        'sec-fetch-site': form ? 'same-origin' : 'none',
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });

  return {
    brief: async (undone) => [
      ...(await undone(() => operations(twins, ask))),
      ...(await undone(() => visits(twins, ask))),
      ...chores(twins),
      ...works(twins),
    ],
    walked: async (undone) => [
      ...shaken(twins, [...chores(twins), ...works(twins)]),
      ...(await walk(page, undone)),
      ...jobs(twins),
    ],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
