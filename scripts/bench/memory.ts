import autocannon from 'autocannon';

import { residentOf, startServer } from './contender.ts';
import { benchDatabase } from './databases.ts';
import { printTable } from './figures.ts';
import { reads, writes } from './operations.ts';

const LEGS = 20;

/** Rounds of the reads to one of the writes, so that about one request in ten writes. */
const READS_TO_WRITES = 4;

/** Resident size of one process over so many requests to all operations. */
export async function benchMemory({ requests }: { requests: number }): Promise<void> {
  const bench = await benchDatabase('small');
  const server = await startServer(bench);
  try {
    /** What was answered otherwise than by a 200 in a leg, and how often. */
    const refused = new Map<string, number>();
    const noted = (id: string) => (status: number, body: string) => {
      if (status === 200) return;
      const what = `${id}: ${status} ${body.slice(0, 200)}`;
      refused.set(what, (refused.get(what) ?? 0) + 1);
    };
    const gets = reads(bench).map(({ id, path }) => ({
      method: 'GET' as const,
      path: `/api${path}`,
      onResponse: noted(id),
    }));
    const changes = writes(bench).map(({ id, method, path, body }) => ({
      method,
      path: `/api${path}`,
      onResponse: noted(id),
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    }));
    const asked = [...Array.from({ length: READS_TO_WRITES }, () => gets).flat(), ...changes];
    const pid = server.process.pid ?? 0;
    const rows = [['0', resident(pid), '']];
    for (let leg = 1; leg <= LEGS; leg++) {
      const { non2xx, errors } = await autocannon({
        url: server.origin,
        requests: asked,
        headers: { authorization: `Bearer ${bench.key}` },
        connections: 20,
        amount: Math.ceil(requests / LEGS),
      });
      rows.push([
        (Math.ceil(requests / LEGS) * leg).toLocaleString('en'),
        resident(pid),
        String(non2xx + errors),
      ]);
      console.error(`${leg}/${LEGS}: ${rows.at(-1)?.join('  ')}`);
      for (const [what, times] of refused) console.error(`  ${times} × ${what}`);
      refused.clear();
    }
    printTable(['requests', 'resident MB', 'not 200'], rows);
  } finally {
    await server.stop();
  }
}

function resident(pid: number): string {
  return residentOf(pid)
    .map((size) => size.toFixed(0))
    .join(' + ');
}
