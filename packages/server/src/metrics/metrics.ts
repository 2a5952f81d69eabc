import { createHash, timingSafeEqual } from 'node:crypto';

import type { RequestHandler } from 'express';
import { AggregatorRegistry, type OpenMetricsContentType, Registry } from 'prom-client';

import { type Db, poolUse } from '@lodestone/core';

import type { FairShare } from '../api/fair-share.ts';
import type { Sending } from '../installation.ts';
import { isWorker } from '../workers.ts';
import { measureInstallation } from './installation.ts';
import { measureProcess } from './measure.ts';
import { amongWorkers } from './workers.ts';

interface MetricsParts {
  token: string;
  db: Db;
  /** A connection of its own, so that a server that is full can still be watched. */
  probe: Db;
  share: FairShare;
  sending: Sending;
}

interface Metrics {
  /** Goes ahead of all that answers. */
  observe: RequestHandler;
  /** Answers `GET /metrics` in the OpenMetrics format. */
  show: RequestHandler;
}

/** Measures this server, for Prometheus and the like. With workers, each shows the sum of all. */
export function createMetrics({ token, db, probe, share, sending }: MetricsParts): Metrics {
  const own = measureProcess({ share, pool: () => poolUse(db) });
  const installation = measureInstallation(probe, sending);
  const ofAll = isWorker ? amongWorkers(own.read) : async () => [await own.read()];
  const expected = hashOf(`Bearer ${token}`);
  return {
    observe: own.observe,
    show: async (request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const given = request.headers.authorization?.replace(/^bearer +/i, 'Bearer ') ?? '';
      // Hashes have the same length, and do not reveal how much of the token was right.
      if (!timingSafeEqual(hashOf(given), expected)) {
        response.setHeader('WWW-Authenticate', 'Bearer');
        response.status(401).type('text').send('Send the metrics token: Authorization: Bearer …\n');
        return;
      }
      const [processes, figures] = await Promise.all([ofAll(), installation()]);
      const all: Registry<OpenMetricsContentType> = AggregatorRegistry.aggregate([...processes, figures]);
      all.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
      response.setHeader('Content-Type', all.contentType);
      response.end(await all.metrics());
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
