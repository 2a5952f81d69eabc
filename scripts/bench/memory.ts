import autocannon from 'autocannon';

import { residentOf, startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { printTable } from './figures.ts';
import { reads } from './operations.ts';

const REQUESTS = 200_000;
const LEGS = 20;

/** Resident size of one process while every GET is asked in turn, 200,000 times in all. */
export async function benchMemory(): Promise<void> {
  const bench = await benchDatabase('small');
  const server = await startServer(bench);
  try {
    const pid = server.process.pid ?? 0;
    const rows = [['0', resident(pid)]];
    for (let leg = 1; leg <= LEGS; leg++) {
      await autocannon({
        url: server.origin,
        requests: reads(bench).map(({ path }) => ({ path: `/api${path}` })),
        headers: { authorization: `Bearer ${bench.key}` },
        connections: 20,
        amount: REQUESTS / LEGS,
      });
      rows.push([((REQUESTS / LEGS) * leg).toLocaleString('en'), resident(pid)]);
    }
    printTable(['requests', 'resident MB'], rows);
  } finally {
    await server.stop();
  }
}

function resident(pid: number): string {
  return residentOf(pid)
    .map((size) => size.toFixed(0))
    .join(' + ');
}
