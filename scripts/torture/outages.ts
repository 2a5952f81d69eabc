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
  const { full } = world.first.keys;
  const magnets = (await (await get(server.origin, '/api/v1/magnets', full)).json()) as {
    data: { id: string }[];
  };
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
      const response = await fetch(server.origin + path, {
        method,
        headers: { authorization: `Bearer ${full}`, 'content-type': 'application/json' },
        ...(method === 'PATCH' && { body: '{"status":"draft"}' }),
        signal: AbortSignal.timeout(20_000),
      });
      const body = (await response.json()) as { error?: { code: string; message: string }; status?: string };
      const inEnvelope = response.ok || path === '/readyz' || typeof body.error?.code === 'string';
      const { status } = response;
      const what = `${method} ${path}: ${status} ${body.error?.message ?? ''}`;
      return { what, status, ms: performance.now() - began, inEnvelope };
    } catch {
      return {
        what: `${method} ${path}: no answer`,
        status: 0,
        ms: performance.now() - began,
        inEnvelope: false,
      };
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

  const rows: Record<string, string | number>[] = [];
  const cases: [what: string, way: Way | undefined, states: State[]][] = [
    ['PostgreSQL', toPostgres, ['refused', 'cut', 'frozen', 'slow']],
    ['Redis', toRedis, ['refused', 'cut', 'frozen', 'slow']],
  ];
  try {
    for (const [what, way, states] of cases) {
      for (const state of states) {
        if (way === undefined) continue;
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
        const after = await during(1_500);
        const row = {
          outage: `${what} ${state}`,
          answers: answers.length,
          'of them 200': answers.filter(({ status }) => status === 200).length,
          'longest ms': Math.round(Math.max(...answers.map(({ ms }) => ms))),
          'not in the envelope': answers.filter(({ inEnvelope }) => !inEnvelope).length,
          'back after ms': Math.round(recovery),
          'failed 2 s later': after.filter(({ status }) => status !== 200).length,
        };
        console.error(Object.values(row).join('  '));
        const failed = after.filter(({ status }) => status !== 200).map(({ what: one }) => one);
        for (const one of new Set(failed)) console.error(`  2 s later: ${one}`);
        rows.push(row);
      }
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
      Number(row['longest ms']) <= LONGEST_ANSWER &&
      row['not in the envelope'] === 0 &&
      Number(row['back after ms']) <= RECOVERY &&
      row['failed 2 s later'] === 0,
  );
}

function get(origin: string, path: string, key: string): Promise<Response> {
  return fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
}
