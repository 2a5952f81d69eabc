import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { freePort } from '../free-port.ts';
import { LODESTONE, path } from '../paths.ts';
import type { Bench } from './databases.ts';

/** A server under measurement, in a process of its own. */
export interface Contender {
  name: string;
  origin: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Node's options as `pnpm start` gives them, which keep the process small: see Memory in packages/server/BENCH.md. */
export function nodeOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** The server as it is run in production, at its default log level; only the quota is lifted. */
export async function startServer(bench: Bench, workers = 1): Promise<Contender> {
  // Workers share a port, which has to be named.
  const placed =
    workers > 1 ? ['--port', String(await freePort()), '--workers', String(workers)] : ['--port', '0'];
  return start(
    workers > 1 ? `server, ${workers} workers` : 'server',
    [...nodeOptions(), LODESTONE, 'serve', ...placed, '--no-demo', '--json'],
    { DATABASE_URL: bench.databaseUrl, LODESTONE_RATE_LIMIT: '100000000', HOST: '127.0.0.1' },
  );
}

/** One of the bench's own servers, `floor` or `fastify`. */
export function startOwn(name: 'floor' | 'fastify', bench: Bench): Promise<Contender> {
  return start(name, [path(`scripts/bench/${name}.ts`)], { BENCH: JSON.stringify(bench) });
}

async function start(name: string, args: string[], environment: Record<string, string>): Promise<Contender> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    // What a server logs is written, and read by nobody.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const line = /^\{.*\}$/m.exec(told)?.[0];
      if (line !== undefined) resolve((JSON.parse(line) as { origin: string }).origin);
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened.`)));
  });
  return {
    name,
    origin: origin.replace('localhost', '127.0.0.1'),
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Milliseconds of CPU that a process and its children have used. Needs /proc. */
export function cpuOf(pid: number): number {
  return family(pid).reduce((sum, member) => sum + ownCpu(member), 0);
}

/** Resident size of each process of a family, in MB. */
export function residentOf(pid: number): number[] {
  return family(pid).map((member) => {
    const status = readFileSync(`/proc/${member}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  });
}

function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

/** The clock that the kernel counts CPU with ticks a hundred times a second. */
const TICK_MS = 10;

function ownCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
