import { setTimeout } from 'node:timers/promises';

import { startServer } from './server.ts';
import { openWay, type State, type Way } from './way.ts';
import { makeWorld } from './world.ts';

/** Milliseconds of one outage, and in which everything is to be over afterwards. */
const LASTS = 8_000;
const RECOVERY = 2_000;
const LONGEST_ANSWER = 3_000;

/** Callers at once, in turn of these. */
const CALLERS = 20;

interface Answer {
  /** What was asked, and what came: `GET /readyz: 503`. */
  what: string;
  status: number;
  ms: number;
  inEnvelope: boolean;
}

/** What one outage did to those who called meanwhile. */
interface Outage {
  outage: string;
  answers: number;
  'of them 200': number;
  'longest ms': number;
  'not in the envelope': number;
  'back after ms': number;
  'failed 2 s later': number;
}

const STATES: readonly State[] = ['refused', 'cut', 'frozen', 'slow'];

/** Takes PostgreSQL and Redis away in every way while requests come. Prints a table. @returns whether all was answered, in time */
export async function tortureByOutages({
  server: postgres,
  redis,
}: {
  server: string;
  redis: string | undefined;
}): Promise<boolean> {
  const world = await makeWorld(postgres);
  const toPostgres = await openWay(world.url, 5432);
  const toRedis = redis === undefined ? undefined : await openWay(redis, 6379);
  const server = await startServer({
    DATABASE_URL: toPostgres.url,
    LODESTONE_RATE_LIMIT: '100000000',
    ...(toRedis && { REDIS_URL: toRedis.url }),
  });
  const rows: Outage[] = [];
  try {
    const callers = await callersOf(server.origin, world.first.keys.full);
    for (const state of STATES) rows.push(await outage(`PostgreSQL ${state}`, toPostgres, state, callers));
    if (toRedis) {
      for (const state of STATES) rows.push(await outage(`Redis ${state}`, toRedis, state, callers));
    }
  } finally {
    await server.end('SIGKILL');
    await toPostgres.close();
    await toRedis?.close();
    await world.drop();
  }
  console.table(rows);
  return rows.every(
    (row) =>
      row['longest ms'] <= LONGEST_ANSWER &&
      row['not in the envelope'] === 0 &&
      row['back after ms'] <= RECOVERY &&
      row['failed 2 s later'] === 0,
  );
}

/** One outage, while many call, and what comes right after it. */
async function outage(name: string, way: Way, state: State, { ask, during }: Callers): Promise<Outage> {
  await during(1_500);
  const going = during(LASTS);
  await setTimeout(300);
  await way.become(state);
  const answers = await going;
  await way.become('open');
  const back = performance.now();
  while ((await ask(0)).status !== 200) await setTimeout(20);
  const recovery = performance.now() - back;
  await setTimeout(Math.max(0, RECOVERY - recovery));
  const failed = (await during(1_500)).filter(({ status }) => status !== 200);
  const row = {
    outage: name,
    answers: answers.length,
    'of them 200': answers.filter(({ status }) => status === 200).length,
    'longest ms': Math.round(Math.max(...answers.map(({ ms }) => ms))),
    'not in the envelope': answers.filter(({ inEnvelope }) => !inEnvelope).length,
    'back after ms': Math.round(recovery),
    'failed 2 s later': failed.length,
  };
  console.error(Object.values(row).join('  '));
  for (const what of new Set(failed.map(({ what }) => what))) console.error(`  2 s later: ${what}`);
  return row;
}

interface Callers {
  /** One request: which one goes round with the number. */
  ask(nth: number): Promise<Answer>;
  /** What many callers are answered for so many milliseconds. */
  during(ms: number): Promise<Answer[]>;
}

async function callersOf(origin: string, key: string): Promise<Callers> {
  const magnets = (await (await get(origin, '/api/v1/magnets', key)).json()) as { data: { id: string }[] };
  const calls = [
    ['GET', '/api/v1/me'],
    ['GET', '/api/v1/subscribers?search=an'],
    ['GET', '/api/v1/dashboard'],
    ['PATCH', `/api/v1/magnets/${magnets.data[0]?.id}`],
    ['GET', '/readyz'],
  ] as const;

  async function ask(nth: number): Promise<Answer> {
    const [method, path] = calls[nth % calls.length] ?? calls[0];
    const began = performance.now();
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(method === 'PATCH' && { body: '{"status":"draft"}' }),
        signal: AbortSignal.timeout(20_000),
      });
      const body = (await response.json()) as { error?: { code: string; message: string }; status?: string };
      const inEnvelope = response.ok || path === '/readyz' || typeof body.error?.code === 'string';
      const { status } = response;
      const what = `${method} ${path}: ${status} ${body.error?.message ?? ''}`;
      return { what, status, ms: performance.now() - began, inEnvelope };
    } catch {
      const what = `${method} ${path}: no answer`;
      return { what, status: 0, ms: performance.now() - began, inEnvelope: false };
    }
  }

  async function during(ms: number): Promise<Answer[]> {
    const until = performance.now() + ms;
    const answers: Answer[] = [];
    const call = async (nth: number) => {
      for (let at = nth; performance.now() < until; at += 1) {
        answers.push(await ask(at));
        await setTimeout(20);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, nth) => call(nth)));
    return answers;
  }

  return { ask, during };
}

function get(origin: string, path: string, key: string): Promise<Response> {
  return fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
}
