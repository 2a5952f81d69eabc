import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { nodeOptions } from '../bench/contender.ts';
import { LODESTONE } from '../paths.ts';

/** Milliseconds until a server is up. A busy machine needs a while. */
const PATIENT = 240_000;

/** A server in a process of its own. */
export interface Running {
  origin: string;
  child: ChildProcess;
  /** Ends it with a signal, and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** One that is on its way up. */
export interface Starting extends Omit<Running, 'origin'> {
  /** Resolves once it is up. @throws Error when it does not come up */
  up: Promise<Running>;
}

/**
 * Launches the server that is built.
 * @param demo whether it fills an empty database with the demo
 * @param jobs whether what runs by itself does, which is how the demo goes on living
 */
export function launchServer(env: Record<string, string>, { demo = false, jobs = true } = {}): Starting {
  const left = [...(demo ? [] : ['--no-demo']), ...(jobs ? [] : ['--no-jobs'])];
  const child = spawn(
    process.execPath,
    [...nodeOptions(), LODESTONE, 'serve', '--port', '0', ...left, '--json'],
    {
      env: { PATH: process.env['PATH'], LODESTONE_LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let complaints = '';
  child.stderr.on('data', (piece) => (complaints += String(piece)));
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const told = (async () => {
    let out = '';
    for await (const piece of child.stdout) {
      out += String(piece);
      if (out.includes('\n')) return JSON.parse(out) as { origin: string };
    }
    throw new Error(`The server did not start: ${out}${complaints}`);
  })();
  const up = within(told, 'a start').then(({ origin }) => ({
    origin: origin.replace('localhost', '127.0.0.1'),
    child,
    end,
  }));
  // Whoever is killed on the way up was not awaited.
  up.catch(() => {});
  return { child, end, up };
}

/** Starts the server that is built. @throws Error when it does not come up */
export function startServer(env: Record<string, string>): Promise<Running> {
  return launchServer(env).up;
}

/** What is waited for. @throws Error when it takes too long */
export async function within<T>(what: Promise<T>, name: string, ms = PATIENT): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${name} did not come about.`)), ms);
  return Promise.race([what, late.promise]).finally(() => clearTimeout(timer));
}
