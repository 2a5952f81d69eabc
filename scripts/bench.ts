// pnpm bench              the server against the floor and against Fastify, for every GET
// pnpm bench --only=getMe,getMagnet   the same for some
// pnpm bench --growth     every GET at the small and at the large scale, and the subscriber list at the large one
// pnpm bench --walks      walks through the subscriber list at the large scale, page by page to its end
// pnpm bench --walks --only=search=priya,order=recent   some of them, by their filters or a part; the same for the list of --growth
// pnpm bench --pages      every page of the application against its API call
// pnpm bench --writes     what writing costs; --scale=medium for a quick look (default large), --rows=400 for a quicker one
// pnpm bench --tracking   opens: written down and counted in sets, the pixel at 300 requests a second, until figures show them
// pnpm bench --start      first and later start of a fresh checkout
// pnpm bench --workers    one and two worker processes
// pnpm bench --memory     resident size over 200,000 requests to all operations, one in ten a write; --requests=20000 for fewer
// pnpm bench --sdk        the SDK against fetch
// pnpm bench --sending    emails a second by one worker, by two, and beside the API; --emails=6000
// pnpm bench --inbox      emails a second of an inbox's first sync, and how long a reply waits for its match; --emails=3000
// pnpm bench --planning   a week of many leads planned: seconds and memory; --leads=1000000
// pnpm bench --import     a CSV file of many leads brought in: lines a second and memory; --leads=1000000
// pnpm bench --email     emails rendered, composed and handed to a server; templates that mean harm
// pnpm bench --intent     what the rules make of labelled replies
// pnpm bench --drop       removes the databases that the others left for the next time
//
// BENCH_DATABASE_URL (or DATABASE_URL) names a PostgreSQL server where databases may be made.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

import { build } from './build.ts';

const { values } = parseArgs({
  options: {
    growth: { type: 'boolean' },
    walks: { type: 'boolean' },
    pages: { type: 'boolean' },
    start: { type: 'boolean' },
    writes: { type: 'boolean' },
    tracking: { type: 'boolean' },
    scale: { type: 'string', default: 'large' },
    rows: { type: 'string', default: '2000' },
    workers: { type: 'boolean' },
    memory: { type: 'boolean' },
    sdk: { type: 'boolean' },
    sending: { type: 'boolean' },
    emails: { type: 'string', default: '6000' },
    inbox: { type: 'boolean' },
    planning: { type: 'boolean' },
    import: { type: 'boolean' },
    leads: { type: 'string', default: '1000000' },
    email: { type: 'boolean' },
    intent: { type: 'boolean' },
    drop: { type: 'boolean' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string' },
    seconds: { type: 'string', default: '1' },
  },
});
const effort = {
  rounds: Number(values.rounds),
  requests: Number(values.requests ?? 800),
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
else if (values.growth) await (await import('./bench/growth.ts')).benchGrowth(values.only?.split(','));
else if (values.walks) await (await import('./bench/walks.ts')).benchWalks(values.only?.split(','));
else if (values.pages) await (await import('./bench/pages.ts')).benchPages();
else if (values.writes) await (await import('./bench/writes.ts')).benchWrites(writing());
else if (values.tracking) await (await import('./bench/tracking.ts')).benchTracking();
else if (values.start) await (await import('./bench/start.ts')).benchStart();
else if (values.workers) await (await import('./bench/workers.ts')).benchWorkers(effort);
else if (values.memory)
  await (
    await import('./bench/memory.ts')
  ).benchMemory({
    requests: Number(values.requests ?? 200_000),
  });
else if (values.intent) process.exitCode = (await import('./bench/intent.ts')).benchIntent() ? 0 : 1;
else if (values.sending)
  await (await import('./bench/sending.ts')).benchSending({ emails: Number(values.emails) });
else if (values.inbox) await (await import('./bench/inbox.ts')).benchInbox({ emails: Number(values.emails) });
else if (values.planning)
  await (await import('./bench/planning.ts')).benchPlanning({ leads: Number(values.leads) });
else if (values.import)
  await (await import('./bench/importing.ts')).benchImporting({ leads: Number(values.leads) });
else if (values.email) await (await import('./bench/email.ts')).benchEmail();
else if (values.sdk) await (await import('./bench/sdk.ts')).benchSdk(effort);
else await (await import('./bench/overhead.ts')).benchOverhead(effort, values.only?.split(','));

/** At what scale writes are measured, and with how many rows of each kind. */
function writing() {
  const scale = (['small', 'medium', 'large'] as const).find((name) => name === values.scale);
  const rows = Number(values.rows);
  if (!scale || !(rows >= 8))
    throw new Error('--scale is small, medium or large, and --rows a number from 8 on.');
  return { scale, rows };
}
