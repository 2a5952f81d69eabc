import type { RequestHandler, Response } from 'express';
import {
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

import type { PoolUse } from '@lodestone/core';

import { answeredBy } from '../answered-by.ts';
import type { FairShare } from '../api/fair-share.ts';

/** The values of one process, in the form that several are put together from. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[];

/** What one process measures of itself. */
export interface Measures {
  /** Measures each request that passes. */
  observe: RequestHandler;
  read(): Promise<Measured>;
}

interface Measurable {
  share: FairShare;
  /** Null on the embedded database. */
  pool(): PoolUse | null;
}

/** Seconds. A request has three for the database; what takes longer is an upload or a slow client. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];

/** Begins to measure this process: its requests, its way to the database, its memory and its event loop. */
export function measureProcess({ share, pool }: Measurable): Measures {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'lodestone_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by operation and class of status; the count is the requests.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers,
  });
  gaugeOf(
    registry,
    'lodestone_database_turns',
    "Requests that are at the database, and those that wait for their account's turn.",
    () => share.use(),
  );
  if (pool() !== null) {
    gaugeOf(
      registry,
      'lodestone_pool_connections',
      'Connections to PostgreSQL that are open and those of them that are in use, and what waits for one.',
      () => ({ ...pool() }),
    );
  }
  return {
    observe: (request, response, next) => {
      const began = performance.now();
      response.once('close', () => {
        const labels = { operation: answeredBy(request, response), status: statusOf(response) };
        duration.observe(labels, (performance.now() - began) / 1000);
      });
      next();
    },
    read: async () => ((await registry.getMetricsAsJSON()) as Measured).map(asFamily),
  };
}

/** OpenMetrics ends a counter's samples with `_total`, and not its family, to which prom-client adds the second one. */
function asFamily(metric: Measured[number]): Measured[number] {
  const isCounter = String(metric.type) === 'counter';
  return isCounter ? { ...metric, name: metric.name.replace(/_total$/, '') } : metric;
}

/** Values by their state, read when they are asked for. */
function gaugeOf(
  registry: Registry,
  name: string,
  help: string,
  read: () => Record<string, number>,
): Gauge<string> {
  return new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(read())) this.set({ state }, value);
    },
  });
}

/** `2xx` and so on; `gone` if the caller hung up. */
function statusOf({ statusCode, writableFinished }: Response): string {
  return writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'gone';
}
