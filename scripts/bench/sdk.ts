import { gzipSync } from 'node:zlib';

import { Lodestone } from '@lodestone/sdk';
import { build } from 'esbuild';

import { path } from '../paths.ts';
import { startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { median } from './figures.ts';

/** The SDK's budget: bytes, minified and gzipped, with everything it needs. */
const BUDGET = 6_000;

/** Calls in one turn. Short turns that take each other's place let a busy machine slow both alike. */
const TURN = 10;

/** What the SDK weighs, and how many calls it makes in the time in which bare `fetch` makes as many as it can. */
export async function benchSdk({ rounds, seconds }: { rounds: number; seconds: number }): Promise<void> {
  const size = await zippedSize();
  console.log(`SDK: ${size} bytes minified and gzipped, ${BUDGET} allowed.`);
  if (size > BUDGET) process.exitCode = 1;

  const bench = await benchDatabase('small');
  const server = await startServer(bench);
  try {
    const baseUrl = `${server.origin}/api`;
    const lodestone = new Lodestone({ apiKey: bench.key, baseUrl });
    const headers = { authorization: `Bearer ${bench.key}` };
    const bare = async (target: string) => {
      const response = await fetch(`${baseUrl}${target}`, { headers });
      if (!response.ok) throw new Error(`${target} was answered with ${response.status}.`);
      return response.json();
    };
    for (const [name, byFetch, bySdk] of [
      ['GET /v1/me', () => bare('/v1/me'), () => lodestone.me()],
      [
        'GET /v1/subscribers?limit=50',
        () => bare('/v1/subscribers?limit=50'),
        () => lodestone.subscribers.list({ limit: 50 }),
      ],
    ] as [string, () => PromiseLike<unknown>, () => PromiseLike<unknown>][]) {
      await turn(byFetch);
      await turn(bySdk);
      const turns: [number, number][] = [];
      const end = performance.now() + rounds * seconds * 1000;
      while (performance.now() < end || turns.length < 100)
        turns.push([await turn(byFetch), await turn(bySdk)]);
      const fetched = median(turns.map(([ms]) => ms));
      const called = median(turns.map(([, ms]) => ms));
      console.log(
        `${name.padEnd(30)} fetch ${perSecond(fetched)} calls/s, SDK ${perSecond(called)} calls/s, ratio ${(fetched / called).toFixed(3)}`,
      );
    }
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

/** Milliseconds for one turn of calls, one after another. */
async function turn(call: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  for (let made = 0; made < TURN; made++) await call();
  return performance.now() - started;
}

const perSecond = (ms: number) => String(Math.round((TURN / ms) * 1000)).padStart(5);
