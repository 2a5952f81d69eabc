import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

import type { Measured } from './measure.ts';

/** Milliseconds for the workers to answer; those that do not are left out. */
const LONGEST = 1_500;

/** What workers and the process above them say to each other. */
type Message =
  | { lodestone: 'metrics wanted'; asked: string }
  | { lodestone: 'asking'; asked: string; workers: number }
  | { lodestone: 'measure'; asked: string }
  | { lodestone: 'measured'; asked: string; measured: Measured };

/** In the parent process: passes a question on to all workers, and each answer back to the one that asked. */
export function relayMetrics(): void {
  const askers = new Map<string, number>();
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.lodestone === 'measured') {
      cluster.workers?.[askers.get(message.asked) ?? -1]?.send(message, () => {});
    } else if (message.lodestone === 'metrics wanted') {
      const { asked } = message;
      askers.set(asked, worker.id);
      setTimeout(() => askers.delete(asked), LONGEST).unref();
      const all = Object.values(cluster.workers ?? {}).filter((other) => other?.isConnected());
      worker.send({ lodestone: 'asking', asked, workers: all.length } satisfies Message, () => {});
      for (const other of all) other?.send({ lodestone: 'measure', asked } satisfies Message, () => {});
    }
  });
}

/**
 * In a worker: tells the process above what it measured when it is asked.
 * @returns asks all workers, this one among them
 */
export function amongWorkers(read: () => Promise<Measured>): () => Promise<Measured[]> {
  const asking = new Map<string, (message: Message) => void>();
  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    if (message.lodestone === 'measure') {
      void read().then((measured) => {
        process.send?.({ ...message, lodestone: 'measured', measured } satisfies Message);
      });
    } else asking.get(message.asked)?.(message);
  });
  return () => {
    const asked = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Measured[]>();
    const measured: Measured[] = [];
    let workers = Infinity;
    const timer = setTimeout(() => resolve(measured), LONGEST);
    asking.set(asked, (message) => {
      if (message.lodestone === 'measured') measured.push(message.measured);
      else if (message.lodestone === 'asking') workers = message.workers;
      if (measured.length >= workers) resolve(measured);
    });
    process.send?.({ lodestone: 'metrics wanted', asked } satisfies Message);
    return promise.finally(() => {
      clearTimeout(timer);
      asking.delete(asked);
    });
  };
}

function isOurs(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'lodestone' in message;
}
