import type { RequestHandler } from 'express';

import { type Db, ping } from '@lodestone/core';

/** Whether the process runs. Never touches the database: restarting a process does not bring a database back. */
export const healthz: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store');
  response.json({ status: 'ok' });
};

/** Whether requests should be sent here: the database answers, and the process is not about to end. */
export function readyz(db: Db): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    const status = request.app.locals['draining'] === true ? 'draining' : await databaseStatus(db);
    response.status(status === 'ok' ? 200 : 503).json({ status });
  };
}

async function databaseStatus(db: Db): Promise<'ok' | 'database unreachable'> {
  try {
    await ping(db);
    return 'ok';
  } catch {
    return 'database unreachable';
  }
}
