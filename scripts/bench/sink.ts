import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { path } from '../paths.ts';

/** The mail server of the bench, in a process of its own. */
export interface Sink {
  port: number;
  pid: number;
  /** Emails that it has taken. */
  taken(): number;
  stop(): void;
}

/** @param delay milliseconds that it takes over each email, as a server does that is far away and looks through it */
export async function startSink({ delay = 0 }: { delay?: number } = {}): Promise<Sink> {
  const child = spawn(process.execPath, [path('scripts/bench/smtp-sink.ts'), String(delay)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [port, taken] = [0, 0];
  const listening = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (port === 0) port = Number(line);
    else taken = Number(line);
    listening.resolve();
  });
  await listening.promise;
  return { port, pid: child.pid ?? 0, taken: () => taken, stop: () => child.kill() };
}
