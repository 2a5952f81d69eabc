import assert from 'node:assert/strict';

import { connect } from '@lodestone/core';
import autocannon from 'autocannon';

import { type Contender, cpuOf, startOwn, startServer } from './contender.ts';
import { type Bench, benchDatabase } from './databases.ts';
import { median, printTable } from './figures.ts';
import { type Read, reads } from './operations.ts';
import { record } from './recording.ts';

export interface Effort {
  rounds: number;
  seconds: number;
}

/** As many as the pool has connections: more would only wait in the process. */
const CONNECTIONS = 10;

interface Round {
  perSecond: number;
  /** Of the server's process, in milliseconds. */
  cpu: number;
}

/** Server, floor and Fastify on the same database, one process each, one after the other in every round. */
export async function benchOverhead({ rounds, seconds }: Effort): Promise<void> {
  const bench = await benchDatabase('small');
  const operations = reads(bench);
  const queries = await countQueries(bench, operations);
  const contenders = [
    await startServer(bench),
    await startOwn('floor', bench),
    await startOwn('fastify', bench),
  ];
  try {
    for (const operation of operations) await assertSame(contenders, bench, operation);
    const rows: string[][] = [];
    for (const operation of operations) {
      const measured = new Map<string, Round[]>();
      for (const { name } of contenders) measured.set(name, []);
      for (const contender of contenders) await load(contender, bench, operation, 1);
      for (let round = 0; round < rounds; round++) {
        for (const contender of contenders) {
          measured.get(contender.name)?.push(await load(contender, bench, operation, seconds));
        }
      }
      rows.push(rowOf(operation, queries.get(operation.id) ?? 0, measured));
    }
    console.log(
      `Medians of ${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, PostgreSQL, the small demo.\n`,
    );
    printTable(
      [
        'operation',
        'req/s of floor',
        'req/s of Fastify',
        'CPU of floor',
        'CPU of Fastify',
        'req/s',
        'ms CPU',
        'floor req/s',
        'Fastify req/s',
        'queries',
      ],
      rows,
    );
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}

function rowOf({ id }: Read, queries: number, measured: Map<string, Round[]>): string[] {
  const of = (name: string, what: keyof Round) =>
    median((measured.get(name) ?? []).map((round) => round[what]));
  const perSecond = of('server', 'perSecond');
  const cpu = of('server', 'cpu');
  return [
    id,
    (perSecond / of('floor', 'perSecond')).toFixed(2),
    (perSecond / of('fastify', 'perSecond')).toFixed(2),
    (of('floor', 'cpu') / cpu).toFixed(2),
    (of('fastify', 'cpu') / cpu).toFixed(2),
    perSecond.toFixed(0),
    cpu.toFixed(3),
    of('floor', 'perSecond').toFixed(0),
    of('fastify', 'perSecond').toFixed(0),
    String(queries),
  ];
}

/** Queries of each operation, its authentication among them. */
async function countQueries(bench: Bench, operations: readonly Read[]): Promise<Map<string, number>> {
  const db = connect({ databaseUrl: bench.databaseUrl });
  const { statements } = await record(db, bench.key, operations);
  await db.destroy();
  return new Map([...statements].map(([id, sent]) => [id, sent.length + 1]));
}

async function load(
  { origin, process, name }: Contender,
  bench: Bench,
  { path }: Read,
  seconds: number,
): Promise<Round> {
  const pid = process.pid ?? 0;
  const before = cpuOf(pid);
  const result = await autocannon({
    url: `${origin}/api${path}`,
    headers: { authorization: `Bearer ${bench.key}` },
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name} failed ${result.non2xx + result.errors} times at ${path}.`);
  }
  const requests = result.requests.total;
  return { perSecond: requests / result.duration, cpu: (cpuOf(pid) - before) / requests };
}

/** The comparison holds only between those who answer the same. */
async function assertSame(contenders: readonly Contender[], bench: Bench, { path, id }: Read): Promise<void> {
  const answers = await Promise.all(
    contenders.map(async ({ origin }) => {
      const response = await fetch(`${origin}/api${path}`, {
        headers: { authorization: `Bearer ${bench.key}` },
      });
      // The one field that tells of the asking itself.
      return (await response.text()).replace(/"last_used_at":("[^"]*"|null)/, '');
    }),
  );
  const [first] = answers;
  for (const [at, answer] of answers.entries()) {
    assert.equal(answer, first, `${contenders[at]?.name} answers ${id} differently`);
  }
}
