import cluster from 'node:cluster';

import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

import { relayMetrics } from './metrics/workers.ts';

/** Whether this process is one of several that `serve --workers` started. */
export const isWorker = cluster.isWorker;

/** Milliseconds that a worker has to drain in; a little more than it gives itself. */
const LONGEST_DRAIN = 20_000;

/**
 * Starts workers that share the port, each with the command line of this process, and one again for each that dies. A signal
 * is handed on to them, and this process ends after the last of them.
 * @returns resolves when all of them listen.
 */
export async function startWorkers(count: number, log: Logger): Promise<void> {
  let ending = false;
  relayMetrics();

  /** Resolves when the worker listens, or whoever takes its place does. */
  function start(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = cluster.fork();
    worker.once('listening', () => resolve());
    worker.once('exit', (code, signal) => {
      if (ending) return;
      log.error(
        { pid: worker.process.pid, code, signal },
        'A worker stopped unexpectedly; starting another.',
      );
      // Not at once: one that dies while it starts would otherwise be started as fast as the machine can.
      setTimeout(() => !ending && resolve(start()), 500);
    });
    return promise;
  }

  const listening = Array.from({ length: count }, start);
  closeWithGrace({ delay: LONGEST_DRAIN, logger: false }, async ({ signal }) => {
    ending = true;
    ignoreRepeatedSignals();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map((worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        worker.process.kill(signal ?? 'SIGTERM');
        return ended;
      }),
    );
  });
  await Promise.all(listening);
}

/**
 * Lets a process that is shutting down continue when it gets another signal. A signal to a whole group of processes reaches a worker
 * twice, from whoever sent it and from the process above; a supervisor may repeat SIGTERM. Only Ctrl-C, typed again, ends at
 * once. Call it where `closeWithGrace` calls back, which has just arranged to end at the second signal.
 */
export function ignoreRepeatedSignals(): void {
  for (const signal of isWorker ? (['SIGTERM', 'SIGINT', 'SIGHUP'] as const) : (['SIGTERM'] as const)) {
    process.removeAllListeners(signal);
    process.on(signal, () => {});
  }
}
