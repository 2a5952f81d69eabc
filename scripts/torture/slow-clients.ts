import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { startServer } from './server.ts';
import { makeWorld } from './world.ts';

/** Milliseconds within which a slow client has to be gone, and within which 99 of 100 requests of others are answered. */
const GONE_WITHIN = 10_000;
const VICTIM_P99 = 250;

/** Milliseconds that hundreds of ends in one process may be noticed late. */
const NOISE = 250;

/** What a client sends at once, and again and again, in milliseconds. */
interface Slow {
  first: (key: string) => string;
  more?: { text: string; every: number };
  /** It takes nothing of what it is answered: it stands still once the buffers on the way are full, which takes some seconds. */
  deaf?: true;
}

const within = ({ deaf }: Slow) => GONE_WITHIN + (deaf ? 3_000 : 0);

const head = (key: string, line: string) =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
const DRIP = { text: 'x', every: 500 };
const PATCH = 'PATCH /api/v1/subscribers/sub_00000000000000000000000000';

const KINDS: Record<string, Slow> = {
  silent: { first: () => '' },
  'half a line': { first: () => 'GET /api/v1/m' },
  'dripping headers': {
    first: (key) => head(key, 'GET /api/v1/me'),
    more: { text: 'X-Slow: 1\r\n', every: 500 },
  },
  'dripping body': {
    first: (key) => `${head(key, PATCH)}Content-Length: 1000\r\n\r\n{"first_name":"`,
    more: DRIP,
  },
  'stalled body': { first: (key) => `${head(key, PATCH)}Content-Length: 1000\r\n\r\n{` },
  'dripping form of a stranger': {
    first: () =>
      'POST /p/a/b HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=',
    more: DRIP,
  },
  'dripping chunks': {
    first: (key) => `${head(key, PATCH)}Transfer-Encoding: chunked\r\n\r\n`,
    more: { text: '1\r\n \r\n', every: 500 },
  },
  deaf: { first: () => 'GET /docs/ HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20), deaf: true },
};

interface SlowRow {
  clients: string;
  gone: number;
  'last gone after s': number;
  'in time': boolean;
  'victim p50 ms': number;
  'victim p99 ms': number;
  'victim failed': number;
}

/**
 * Has hundreds of slow clients of each kind at a server, one kind after the other, beside somebody who asks one request after the other.
 * Prints a table.
 * @returns whether all were gone in time and nobody else noticed
 */
export async function tortureBySlowClients({
  server,
  clients,
}: {
  server: string;
  clients: number;
}): Promise<boolean> {
  const world = await makeWorld(server);
  const running = await startServer({ DATABASE_URL: world.url, LODESTONE_RATE_LIMIT: '100000000' });
  const rows: SlowRow[] = [];
  try {
    await victim(running.origin, world.second.keys.full, AbortSignal.timeout(2_000));
    for (const [name, slow] of Object.entries(KINDS)) {
      const row = await besideVictim(name, slow, clients, running.origin, world);
      console.error(Object.values(row).join('  '));
      rows.push(row);
    }
  } finally {
    await running.end();
    await world.drop();
  }
  console.table(rows);
  return rows.every(
    (row) =>
      row.gone === clients &&
      row['in time'] &&
      row['victim p99 ms'] <= VICTIM_P99 &&
      row['victim failed'] === 0,
  );
}

type Keys = { keys: { full: string } };

async function besideVictim(
  name: string,
  slow: Slow,
  clients: number,
  origin: string,
  { first, second }: { first: Keys; second: Keys },
): Promise<SlowRow> {
  const over = new AbortController();
  const asking = victim(origin, second.keys.full, over.signal);
  const ends = await Promise.all(Array.from({ length: clients }, () => stay(slow, origin, first.keys.full)));
  over.abort();
  const { times, failed } = await asking;
  const last = Math.max(...ends.map((ms) => ms ?? Infinity));
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0);
  return {
    clients: name,
    gone: ends.filter((ms) => ms !== undefined).length,
    'last gone after s': Math.round(last / 100) / 10,
    'in time': last <= within(slow) + NOISE,
    'victim p50 ms': at(0.5),
    'victim p99 ms': at(0.99),
    'victim failed': failed,
  };
}

/** Is slow for as long as the server lets it. @returns after how many milliseconds it was closed; undefined when it never was */
function stay({ first, more, deaf }: Slow, origin: string, key: string): Promise<number | undefined> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const socket: Socket = connect(Number(port), hostname);
  const began = performance.now();
  socket.on('error', () => {});
  socket.on('connect', () => socket.write(first(key)));
  const dripping = more && setInterval(() => socket.writable && socket.write(more.text), more.every);
  socket.resume();
  if (deaf) {
    // Who does not read does not see the end either.
    socket.pause();
    globalThis.setTimeout(() => socket.resume(), GONE_WITHIN - 100);
  }
  const given = globalThis.setTimeout(() => socket.destroy(new Error('too long')), 3 * GONE_WITHIN);
  socket.on('close', () => {
    clearInterval(dripping);
    clearTimeout(given);
    const ms = performance.now() - began;
    resolve(ms < 3 * GONE_WITHIN - 500 ? ms : undefined);
  });
  return promise;
}

/** Asks one request after the other. @returns how long each took, in milliseconds, the shortest first */
async function victim(origin: string, key: string, over: AbortSignal) {
  const times: number[] = [];
  let failed = 0;
  while (!over.aborted) {
    const began = performance.now();
    const ok = await fetch(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(
      async (response) => {
        await response.text();
        return response.ok;
      },
      () => false,
    );
    times.push(performance.now() - began);
    if (!ok) failed += 1;
    await setTimeout(20);
  }
  return { times: times.toSorted((a, b) => a - b), failed };
}
