import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Options } from 'autocannon';
import pg from 'pg';

import { cpuOf, residentOf } from '../bench/contender.ts';
import { startServer } from './server.ts';
import { makeWorld } from './world.ts';

/** Connections that ask for no more than the server can answer, and connections of a flood. */
const STEADY = 10;
const FLOOD = 400;

/** Seconds of a flood at most: of the rest, which a server has to bear all day, it may be ten minutes. */
const LONGEST_FLOOD = 60;

/** How much worse another account may fare. */
const WORSE = 2;

/** Milliseconds of the 95th percentile that count as nothing: a request is not noticed below it. */
const UNNOTICED = 50;

/** What one load came to: of whoever makes it, and of another account that asks one request after the other beside it. */
interface LoadRow {
  load: string;
  'asked/s': number;
  '200': number;
  '503 or 429': number;
  'without an answer': number;
  'p99 ms': number;
  "other's p50 ms": number;
  "other's p95 ms": number;
  "other's failures": number;
  'resident MB': number;
  /** Of one core. */
  'server CPU': string;
  'database CPU': string;
  'flood CPU': string;
}

/**
 * Asks for seven tenths of what the server can answer, then for four times as much, for one account, and measures what another feels. Prints
 * a table.
 * @returns whether the other fared well enough, everything was answered, and nothing was refused before it was too much
 */
export async function tortureByLoad({
  server,
  seconds,
}: {
  server: string;
  seconds: number;
}): Promise<boolean> {
  const rows = await load({ server, seconds, onRow: (row) => console.error(Object.values(row).join('  ')) });
  console.table(rows);
  const [, alone, full, steady, flooded] = rows;
  const bound = Math.max(WORSE * Math.min(p95(full), p95(alone)), UNNOTICED);
  console.log(
    `The other's p95 beside the flood is ${(p95(flooded) / p95(alone)).toFixed(1)} × what it is alone.`,
  );
  return (
    p95(flooded) <= bound &&
    steady?.['503 or 429'] === 0 &&
    rows.every((row) => row['without an answer'] + row["other's failures"] === 0)
  );
}

function p95(row: LoadRow | undefined): number {
  return row?.["other's p95 ms"] ?? Infinity;
}

/** Makes the loads, one after the other: the fourth is seven tenths of what the server can take, the fifth four times that, of one account. */
export async function load({
  server: postgres,
  seconds,
  onRow = () => {},
}: {
  server: string;
  seconds: number;
  onRow?: (row: LoadRow) => void;
}): Promise<LoadRow[]> {
  const world = await makeWorld(postgres);
  const server = await startServer({ DATABASE_URL: world.url, LODESTONE_RATE_LIMIT: '100000000' });
  const paths = ['/v1/me', '/v1/subscribers?search=an', '/v1/dashboard', '/v1/magnets'];
  const pid = server.child.pid ?? 0;

  const database = new pg.Client(world.url);
  await database.connect();
  const backends = new Map<number, number>();
  /** Milliseconds of CPU that the connections to the database have used, where its server is on this machine. */
  const databaseCpu = async () => {
    const { rows } = await database.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    for (const backend of rows) {
      try {
        backends.set(backend.pid, cpuOf(backend.pid));
      } catch {
        // It has ended, or runs elsewhere.
      }
    }
    return [...backends.values()].reduce((sum, cpu) => sum + cpu, 0);
  };

  const flood = (options: { duration: number; connections: number; overallRate?: number }) =>
    flooded({
      url: server.origin,
      requests: paths.map((path) => ({ method: 'GET' as const, path: `/api${path}` })),
      headers: { authorization: `Bearer ${world.first.keys.full}` },
      timeout: 15,
      ...options,
    });

  /** What the other account's requests take, one after the other, in milliseconds. */
  async function other(ms: number): Promise<{ p50: number; p95: number; failed: number }> {
    const times: number[] = [];
    let failed = 0;
    const until = performance.now() + ms;
    for (let nth = 0; performance.now() < until; nth++) {
      const began = performance.now();
      const response = await fetch(`${server.origin}/api${paths[nth % paths.length]}`, {
        headers: { authorization: `Bearer ${world.second.keys.full}` },
      });
      await response.text();
      times.push(performance.now() - began);
      if (!response.ok) failed += 1;
      await setTimeout(20);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
    return { p50: at(0.5), p95: at(0.95), failed };
  }

  const rows: LoadRow[] = [];
  const measured = async (what: string, connections: number, ms: number, overallRate?: number) => {
    const [own, there] = [cpuOf(pid), await databaseCpu()];
    const [theirs, flooded] = await Promise.all([
      other(ms),
      connections === 0
        ? undefined
        : flood({ duration: ms / 1000, connections, ...(overallRate && { overallRate }) }),
    ]);
    const count = (status: string) => flooded?.statusCodeStats[status]?.count ?? 0;
    const percent = (cpu: number) => `${Math.round((100 * cpu) / ms)} %`;
    const row = {
      load: what,
      'asked/s': flooded ? Math.round(flooded.total / (ms / 1000)) : 0,
      '200': count('200'),
      '503 or 429': count('503') + count('429'),
      'without an answer': flooded ? flooded.errors + flooded.timeouts : 0,
      'p99 ms': flooded?.p99 ?? 0,
      "other's p50 ms": theirs.p50,
      "other's p95 ms": theirs.p95,
      "other's failures": theirs.failed,
      'resident MB': Math.round(residentOf(pid).reduce((sum, size) => sum + size, 0)),
      'server CPU': percent(cpuOf(pid) - own),
      'database CPU': percent((await databaseCpu()) - there),
      'flood CPU': percent(flooded?.cpu ?? 0),
    };
    rows.push(row);
    onRow(row);
    return count('200') / (ms / 1000);
  };

  try {
    const short = Math.min(10_000, seconds * 1_000);
    await measured('none, warming up', STEADY, short / 2);
    await measured('none', 0, short);
    const most = await measured('what it can take', STEADY, short);
    await measured('seven tenths of that', STEADY, seconds * 1_000, Math.max(1, Math.round(0.7 * most)));
    const brief = Math.min(seconds, LONGEST_FLOOD) * 1_000;
    await measured('four times that', FLOOD, brief, Math.max(1, Math.round(4 * most)));
    await measured('none, right after', 0, short / 2);
    return rows;
  } finally {
    await database.end();
    await server.end();
    await world.drop();
  }
}

interface Flooded {
  total: number;
  statusCodeStats: Record<string, { count: number }>;
  errors: number;
  timeouts: number;
  p99: number;
  /** Milliseconds. */
  cpu: number;
}

/**
 * Floods from a process of its own that steps back for the server, the database and who measures. A flood comes from another
 * machine; here whoever measured in its process waited for its 400 connections as well, and took that for the server.
 */
async function flooded(options: Options): Promise<Flooded> {
  const child = fork(fileURLToPath(new URL('flood.child.ts', import.meta.url)));
  child.send(options);
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The flood ended with ${String(code)} and said nothing.`);
  });
  const [told] = (await Promise.race([once(child, 'message'), died])) as [Omit<Flooded, 'cpu'>];
  const cpu = cpuOf(child.pid ?? 0);
  child.kill();
  return { ...told, cpu };
}
