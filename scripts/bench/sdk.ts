import { Lodestone } from '@lodestone/sdk';

import { startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { median, printTable } from './figures.ts';
import type { Effort } from './overhead.ts';

/** The SDK against bare fetch with JSON, both in this process, in turn, one request at a time. */
export async function benchSdk({ rounds, seconds }: Effort): Promise<void> {
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
      const ofSdk: number[] = [];
      const ofFetch: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const inTurn = [await cpuOfEach(sdk, seconds), await cpuOfEach(plain, seconds)] as const;
        if (round === 0) continue;
        ofSdk.push(inTurn[0]);
        ofFetch.push(inTurn[1]);
      }
      const ratio = median(ofSdk) / median(ofFetch);
      rows.push([name, ratio.toFixed(2), median(ofSdk).toFixed(3), median(ofFetch).toFixed(3)]);
    }
    printTable(['operation', 'CPU of SDK / fetch', 'ms CPU of SDK', 'ms CPU of fetch'], rows);
  } finally {
    await server.stop();
  }
}

/** Milliseconds of this process's CPU that a call costs. */
async function cpuOfEach(call: () => Promise<unknown>, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let calls = 0;
  for (; performance.now() < until; calls++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}
