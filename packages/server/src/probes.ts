import { once } from 'node:events';

import type { RequestHandler } from 'express';

import { type Db, readinessOf } from '@lodestone/core';

import type { Sending } from './installation.ts';

/** Whether the process runs. Never touches the database: restarting a process does not bring a database back. */
export const healthz: RequestHandler = (_request, response) => {
  response.setHeader('Cache-Control', 'no-store');
  response.json({ status: 'ok' });
};

/**
 * Whether requests should be sent here: the database answers and takes writes, and the process is not about to end, which
 * `draining` of the application tells. What can only be read is read by whoever asks all the same.
 * @param db a connection of its own, so that no request is in its way
 */
export function readyz(db: Db, sending: Sending): RequestHandler {
  const answers = shared(() => readinessOf(db));
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    const { app } = request;
    const status =
      app.locals['draining'] === true ? 'draining' : await Promise.race([answers(), untilDraining(app)]);
    const held = sending.held() === null ? {} : { sending: 'held' };
    response.status(status === 'ok' ? 200 : 503).json({ status, ...held });
  };
}

/** Who asks while an answer is awaited gets the same, so that many probes cost one. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => (asked ??= ask().finally(() => (asked = undefined)));
}

const drains = new WeakMap<NodeJS.EventEmitter, Promise<'draining'>>();

function untilDraining(app: NodeJS.EventEmitter): Promise<'draining'> {
  const known = drains.get(app);
  if (known) return known;
  const draining = once(app, 'draining').then(() => 'draining' as const);
  drains.set(app, draining);
  return draining;
}
