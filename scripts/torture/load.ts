import { setTimeout } from 'node:timers/promises';

import autocannon from 'autocannon';

import { residentOf } from '../bench/contender.ts';
import { startServer } from './server.ts';
import { makeWorld } from './world.ts';

/** Connections that ask for no more than the server can answer, and connections of a flood. */
const STEADY = 10;
const FLOOD = 400;

/** How much worse another account may fare. */
const WORSE = 2;

/** Milliseconds of the 95th percentile that count as nothing: a request is not noticed below it. */
const UNNOTICED = 50;

/**
 * Asks for four times what the server can answer, for one account, and measures what another feels. Prints a table.
 * @returns whether the other fared well enough, and everything was answered
 */
export async function tortureByLoad({
  server: postgres,
  seconds,
}: {
  server: string;
  seconds: number;
}): Promise<boolean> {
  const world = await makeWorld(postgres);
  const server = await startServer({ DATABASE_URL: world.url, LODESTONE_RATE_LIMIT: '100000000' });
  const paths = ['/v1/me', '/v1/subscribers?search=an', '/v1/dashboard', '/v1/magnets'];
  const pid = server.child.pid ?? 0;

  const flood = (options: { duration: number; connections: number; overallRate?: number }) =>
    autocannon({
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

  const rows: Record<string, unknown>[] = [];
  const measured = async (what: string, connections: number, ms: number, overallRate?: number) => {
    const [theirs, flooded] = await Promise.all([
      other(ms),
      connections === 0
        ? undefined
        : flood({ duration: ms / 1000, connections, ...(overallRate && { overallRate }) }),
    ]);
    const statuses = flooded?.statusCodeStats as Record<string, { count: number }> | undefined;
    rows.push({
      load: what,
      'asked/s': flooded ? Math.round(flooded.requests.total / (ms / 1000)) : 0,
      '200': statuses?.['200']?.count ?? 0,
      '503 or 429': (statuses?.['503']?.count ?? 0) + (statuses?.['429']?.count ?? 0),
      'without an answer': flooded ? flooded.errors + flooded.timeouts : 0,
      'p99 ms': flooded?.latency.p99 ?? 0,
      "other's p50 ms": theirs.p50,
      "other's p95 ms": theirs.p95,
      "other's failures": theirs.failed,
      'resident MB': Math.round(residentOf(pid).reduce((sum, size) => sum + size, 0)),
    });
    console.error(Object.values(rows.at(-1) ?? {}).join('  '));
    return { theirs, rate: flooded ? (statuses?.['200']?.count ?? 0) / (ms / 1000) : 0 };
  };

  await measured('none, warming up', STEADY, 5_000);
  const alone = await measured('none', 0, 10_000);
  const steady = await measured('what it can take', STEADY, 10_000);
  const flooded = await measured('four times that', FLOOD, seconds * 1000, Math.round(4 * steady.rate));
  const after = await measured('none, right after', 0, 5_000);
  await server.end();
  await world.drop();
  console.table(rows);
  const bound = Math.max(WORSE * steady.theirs.p95, WORSE * alone.theirs.p95, UNNOTICED);
  return (
    flooded.theirs.p95 <= bound &&
    flooded.theirs.failed + after.theirs.failed + alone.theirs.failed === 0 &&
    rows.every((row) => row['without an answer'] === 0)
  );
}
