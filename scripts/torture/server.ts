import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { nodeOptions } from '../bench/contender.ts';

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));

/** Milliseconds until a server is up. A busy machine needs a while. */
const PATIENT = 240_000;

/** A server in a process of its own. */
export interface Running {
  origin: string;
  child: ChildProcess;
  /** Ends it with a signal, and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the server that is built. @throws Error when it does not come up */
export async function startServer(env: Record<string, string>): Promise<Running> {
  const child = spawn(
    process.execPath,
    [...nodeOptions(), main, 'serve', '--port', '0', '--no-demo', '--json'],
    {
      env: { PATH: process.env['PATH'], LODESTONE_LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const told = (async () => {
    let out = '';
    for await (const piece of child.stdout) {
      out += String(piece);
      if (out.includes('\n')) return JSON.parse(out) as { origin: string };
    }
    throw new Error(`The server did not start: ${out}`);
  })();
  const { origin } = await within(told, 'a start');
  return {
    origin: origin.replace('localhost', '127.0.0.1'),
    child,
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

/** What is waited for. @throws Error when it takes too long */
export async function within<T>(what: Promise<T>, name: string, ms = PATIENT): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${name} did not come about.`)), ms);
  return Promise.race([what, late.promise]).finally(() => clearTimeout(timer));
}
