// pnpm bench              the server against the floor and against Fastify, for every GET
// pnpm bench --only=getMe,getMagnet   the same for some
// pnpm bench --growth     every GET at the small and at the large scale, and the subscriber list at the large one
// pnpm bench --pages      every page of the application against its API call
// pnpm bench --start      first and later start of a fresh checkout
// pnpm bench --workers    one and two worker processes
// pnpm bench --memory     resident size over 200,000 requests
// pnpm bench --sdk        the SDK against fetch
// pnpm bench --drop       removes the databases that the others left for the next time
//
// BENCH_DATABASE_URL (or DATABASE_URL) names a PostgreSQL server where databases may be made.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

import { build } from './build.ts';

const { values } = parseArgs({
  options: {
    growth: { type: 'boolean' },
    pages: { type: 'boolean' },
    start: { type: 'boolean' },
    workers: { type: 'boolean' },
    memory: { type: 'boolean' },
    sdk: { type: 'boolean' },
    drop: { type: 'boolean' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '800' },
    seconds: { type: 'string', default: '1' },
  },
});
const effort = {
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  seconds: Number(values.seconds),
};

if (!build()) {
  console.error('The build failed, so nothing was measured.');
  process.exit(1);
}
const [cpu] = cpus();
const memory = Math.round(totalmem() / 2 ** 30);
console.log(
  `\n${cpus().length} × ${cpu?.model.trim()}, ${memory} GB, Node ${process.version}, ${new Date().toISOString()}\n`,
);

// Imported late: they need what was just built.
if (values.drop) await (await import('./bench/databases.ts')).dropDatabases();
else if (values.growth) await (await import('./bench/growth.ts')).benchGrowth();
else if (values.pages) await (await import('./bench/pages.ts')).benchPages();
else if (values.start) await (await import('./bench/start.ts')).benchStart();
else if (values.workers) await (await import('./bench/workers.ts')).benchWorkers(effort);
else if (values.memory) await (await import('./bench/memory.ts')).benchMemory();
else if (values.sdk) await (await import('./bench/sdk.ts')).benchSdk(effort);
else await (await import('./bench/overhead.ts')).benchOverhead(effort, values.only?.split(','));
