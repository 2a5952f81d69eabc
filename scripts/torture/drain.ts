import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

import { type Running, startServer } from './server.ts';
import { makeWorld } from './world.ts';

const CALLERS = 16;

/** Milliseconds between a balancer's looks at /readyz. */
const LOOKS_EVERY = 200;

/** A busy neighbour of the server: one core of the machine. */
const BUSY = 'for (;;) Math.sqrt(Math.random())';

/**
 * Ends two servers in turn while callers are sent, by a balancer that looks at /readyz, to those that are ready. Prints a table.
 * @returns whether no request was lost
 */
export async function tortureByDrain({
  server: postgres,
  cycles,
}: {
  server: string;
  cycles: number;
}): Promise<boolean> {
  const world = await makeWorld(postgres);
  const env = { DATABASE_URL: world.url, LODESTONE_RATE_LIMIT: '100000000' };
  const neighbours = [1, 2].map(() => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
  process.once('exit', () => neighbours.forEach((neighbour) => neighbour.kill('SIGKILL')));
  const servers: Running[] = [await startServer(env), await startServer(env)];
  const ready = new Set(servers);
  const headers = { authorization: `Bearer ${world.first.keys.full}` };
  const going = new AbortController();
  let [answered, nth] = [0, 0];
  const lost: string[] = [];

  async function look(): Promise<void> {
    while (!going.signal.aborted) {
      await Promise.all(
        servers.map(async (server) => {
          const isReady = await fetch(`${server.origin}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
          if (isReady) ready.add(server);
          else ready.delete(server);
        }),
      );
      await setTimeout(LOOKS_EVERY);
    }
  }

  async function call(): Promise<void> {
    while (!going.signal.aborted) {
      const all = [...ready];
      const server = all[(nth += 1) % all.length];
      if (server === undefined) {
        await setTimeout(10);
        continue;
      }
      try {
        const response = await fetch(`${server.origin}/api/v1/me`, { headers });
        await response.text();
        if (response.ok) answered += 1;
        else lost.push(`status ${response.status}`);
      } catch (error) {
        lost.push(error instanceof Error && error.cause ? String(error.cause) : String(error));
      }
    }
  }

  const callers = [look(), ...Array.from({ length: CALLERS }, call)];
  const rows: Record<string, number>[] = [];
  try {
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await setTimeout(1_000);
      const before = { answered, lost: lost.length };
      const [leaving] = servers;
      const began = performance.now();
      await leaving?.end();
      const ended = Math.round(performance.now() - began);
      servers.shift();
      if (leaving) ready.delete(leaving);
      servers.push(await startServer(env));
      rows.push({
        cycle,
        answered: answered - before.answered,
        lost: lost.length - before.lost,
        'ended after ms': ended,
      });
      console.error(Object.values(rows.at(-1) ?? {}).join('  '));
    }
  } finally {
    going.abort();
    await Promise.all(callers);
    for (const server of servers) await server.end();
    for (const neighbour of neighbours) neighbour.kill('SIGKILL');
    await world.drop();
  }
  console.table(rows);
  for (const what of new Set(lost)) console.error(what);
  return lost.length === 0;
}
