import autocannon from 'autocannon';

import { type Contender, startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { median, printTable } from './figures.ts';
import { reads } from './operations.ts';
import type { Effort } from './overhead.ts';

const ASKED = new Set(['getMe', 'getMagnet', 'listSubscribers']);

/** One and two workers behind one port, in turn. The load and PostgreSQL share the machine's cores with them. */
export async function benchWorkers({ rounds, requests }: Effort): Promise<void> {
  const bench = await benchDatabase('small');
  const contenders = [await startServer(bench, 1), await startServer(bench, 2)];
  try {
    const rows: string[][] = [];
    for (const { id, path } of reads(bench).filter((read) => ASKED.has(read.id))) {
      const measured = contenders.map((): number[] => []);
      for (let round = 0; round <= rounds; round++) {
        for (const [at, contender] of contenders.entries()) {
          const perSecond = await load(contender, path, bench.key, requests);
          if (round > 0) measured[at]?.push(perSecond);
        }
      }
      const [one = 0, two = 0] = measured.map((each) => median(each));
      rows.push([id, (two / one).toFixed(2), one.toFixed(0), two.toFixed(0)]);
    }
    printTable(['operation', '2 workers / 1', 'req/s of 1', 'req/s of 2'], rows);
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}

async function load({ origin }: Contender, path: string, key: string, amount: number): Promise<number> {
  const { start, finish, non2xx, errors } = await autocannon({
    url: `${origin}/api${path}`,
    headers: { authorization: `Bearer ${key}` },
    connections: 20,
    amount,
    // It looks this often, in milliseconds, whether all is answered.
    sampleInt: 10,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed at ${path}.`);
  return amount / ((finish.getTime() - start.getTime()) / 1000);
}
