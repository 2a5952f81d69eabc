import { gzipSync } from 'node:zlib';

import { Lodestone } from '@lodestone/sdk';
import { build } from 'esbuild';

import { path } from '../paths.ts';
import { startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { median, printTable } from './figures.ts';
import type { Effort } from './overhead.ts';

/** The SDK's budget: bytes, minified and gzipped, with everything it needs. */
const BUDGET = 6_000;

/** Calls in one turn. Turns are short and take each other's place, so that a busy machine slows both alike. */
const TURN = 10;

/** Milliseconds that one call took, by the clock and of this process's CPU. */
interface Cost {
  wall: number;
  cpu: number;
}

/** The SDK's size, and its speed against bare fetch with JSON: both in this process, in turn, one call at a time. */
export async function benchSdk({ rounds, seconds }: Effort): Promise<void> {
  const size = await zippedSize();
  console.log(`${size} bytes minified and gzipped, all included; ${BUDGET} are allowed.\n`);
  if (size > BUDGET) process.exitCode = 1;

  const bench = await benchDatabase('small');
  const server = await startServer(bench);
  try {
    const client = new Lodestone({ apiKey: bench.key, baseUrl: `${server.origin}/api` });
    const bare = async (path: string) => {
      const response = await fetch(`${server.origin}/api${path}`, {
        headers: { authorization: `Bearer ${bench.key}` },
      });
      return response.json();
    };
    const pairs: [name: string, sdk: () => Promise<unknown>, bare: () => Promise<unknown>][] = [
      ['getMe', () => client.me(), () => bare('/v1/me')],
      ['listSubscribers', () => client.subscribers.list(), () => bare('/v1/subscribers')],
    ];
    const rows: string[][] = [];
    for (const [name, sdk, plain] of pairs) {
      await compare(sdk, plain, seconds);
      const turns = await compare(sdk, plain, rounds * seconds);
      const of = (who: 'sdk' | 'plain', what: keyof Cost) => median(turns.map((turn) => turn[who][what]));
      rows.push([
        name,
        (of('plain', 'wall') / of('sdk', 'wall')).toFixed(2),
        (1000 / of('sdk', 'wall')).toFixed(0),
        (1000 / of('plain', 'wall')).toFixed(0),
        of('sdk', 'cpu').toFixed(3),
        of('plain', 'cpu').toFixed(3),
      ]);
    }
    printTable(
      ['operation', 'SDK / fetch', 'calls/s SDK', 'calls/s fetch', 'ms CPU of SDK', 'ms CPU of fetch'],
      rows,
    );
  } finally {
    await server.stop();
  }
}

async function zippedSize(): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@lodestone/sdk'", resolveDir: path('packages/sdk') },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.text ?? '', { level: 9 }).length;
}

async function compare(
  sdk: () => Promise<unknown>,
  plain: () => Promise<unknown>,
  seconds: number,
): Promise<{ sdk: Cost; plain: Cost }[]> {
  const turns: { sdk: Cost; plain: Cost }[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) turns.push({ sdk: await costOf(sdk), plain: await costOf(plain) });
  return turns;
}

async function costOf(call: () => Promise<unknown>): Promise<Cost> {
  const started = performance.now();
  const before = process.cpuUsage();
  for (let made = 0; made < TURN; made++) await call();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - started) / TURN, cpu: (user + system) / 1000 / TURN };
}
