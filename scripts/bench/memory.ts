import autocannon from 'autocannon';

import { residentOf, startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { printTable } from './figures.ts';
import { reads } from './operations.ts';

const REQUESTS = 200_000;
const LEGS = 20;

/** Asked in turn: a record, a page of a list, and figures. */
const ASKED = new Set(['getMe', 'getMagnet', 'listSubscribers', 'getDashboard']);

/** Resident size of one process over 200,000 requests. */
export async function benchMemory(): Promise<void> {
  const bench = await benchDatabase('small');
  const server = await startServer(bench);
  try {
    const asked = reads(bench).filter(({ id }) => ASKED.has(id));
    const pid = server.process.pid ?? 0;
    const rows = [['0', resident(pid)]];
    for (let leg = 1; leg <= LEGS; leg++) {
      await autocannon({
        url: server.origin,
        requests: asked.map(({ path }) => ({ path: `/api${path}` })),
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
