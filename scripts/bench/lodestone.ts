import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { LODESTONE } from '../paths.ts';
import { nodeOptions } from './contender.ts';

/** The operator's command as it is run in production, in a process of its own. */
export function lodestone(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...nodeOptions(), LODESTONE, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    // What it logs is read by nobody.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Resolves to where a server that was started with `--json` listens. */
export async function originOf(child: ChildProcess): Promise<string> {
  const [told] = child.stdout ? ((await once(child.stdout, 'data')) as [Buffer]) : ['{}'];
  const { origin } = JSON.parse(String(told).split('\n')[0] ?? '{}') as { origin: string };
  return origin.replace('localhost', '127.0.0.1');
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
