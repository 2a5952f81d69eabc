import cluster from 'node:cluster';

import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** Whether this process is one of several that `serve --workers` started. */
export const isWorker = cluster.isWorker;

/** Milliseconds that a worker has to drain in; a little more than it gives itself. */
const LONGEST_DRAIN = 20_000;

/**
 * Starts workers that share the port, each with the command line of this process, and one anew for each that dies. A signal
 * is handed on to them, and this process ends after the last of them.
 * @returns resolves when all of them listen.
 */
export async function startWorkers(count: number, log: Logger): Promise<void> {
  let ending = false;
  const listening: Promise<unknown>[] = [];

  function start(): void {
    const worker = cluster.fork();
    listening.push(new Promise((resolve) => worker.once('listening', resolve)));
    worker.once('exit', (code, signal) => {
      if (ending) return;
      log.error(
        { pid: worker.process.pid, code, signal },
        'A worker ended by itself; another takes its place.',
      );
      // Not at once: one that dies while it starts would otherwise be started as fast as the machine can.
      setTimeout(() => !ending && start(), 500);
    });
  }

  for (let number = 0; number < count; number++) start();
  closeWithGrace({ delay: LONGEST_DRAIN, logger: false }, async ({ signal }) => {
    ending = true;
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
