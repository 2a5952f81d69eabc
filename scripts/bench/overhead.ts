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
  /** To each contender in a round, where requests are counted. */
  requests: number;
  /** Of each contender in a round, where time is given. */
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
export async function benchOverhead({ rounds, requests }: Effort, only?: readonly string[]): Promise<void> {
  const bench = await benchDatabase('small');
  const operations = reads(bench).filter(({ id }) => only?.includes(id) ?? true);
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
      for (const contender of contenders) await load(contender, bench, operation, 2 * requests);
      for (let round = 0; round < rounds; round++) {
        for (const contender of contenders) {
          measured.get(contender.name)?.push(await load(contender, bench, operation, requests));
        }
      }
      rows.push(rowOf(operation, queries.get(operation.id) ?? 0, measured));
    }
    console.log(
      `${rounds} rounds of ${requests} requests to each in turn over ${CONNECTIONS} connections, PostgreSQL, the small demo. Ratios of
throughput are medians over the rounds; CPU is that of the server's process, over all rounds.\n`,
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
  const rounds = (name: string) => measured.get(name) ?? [];
  const perSecond = (name: string) => median(rounds(name).map((round) => round.perSecond));
  const faster = (than: string) =>
    median(
      rounds('server').map((round, at) => round.perSecond / (rounds(than)[at]?.perSecond ?? Number.NaN)),
    );
  const cpu = (name: string) => rounds(name).reduce((sum, round) => sum + round.cpu, 0) / rounds(name).length;
  return [
    id,
    faster('floor').toFixed(2),
    faster('fastify').toFixed(2),
    (cpu('floor') / cpu('server')).toFixed(2),
    (cpu('fastify') / cpu('server')).toFixed(2),
    perSecond('server').toFixed(0),
    cpu('server').toFixed(3),
    perSecond('floor').toFixed(0),
    perSecond('fastify').toFixed(0),
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
  amount: number,
): Promise<Round> {
  const pid = process.pid ?? 0;
  const before = cpuOf(pid);
  const result = await autocannon({
    url: `${origin}/api${path}`,
    headers: { authorization: `Bearer ${bench.key}` },
    connections: CONNECTIONS,
    amount,
    // It looks this often, in milliseconds, whether all is answered.
    sampleInt: 10,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name} failed ${result.non2xx + result.errors} times at ${path}.`);
  }
  const perSecond = amount / ((result.finish.getTime() - result.start.getTime()) / 1000);
  return { perSecond, cpu: (cpuOf(pid) - before) / amount };
}

/** The comparison holds only between those who answer the same. */
async function assertSame(contenders: readonly Contender[], bench: Bench, { path, id }: Read): Promise<void> {
  const answers = await Promise.all(
    contenders.map(async ({ origin }) => {
      const response = await fetch(`${origin}/api${path}`, {
        headers: { authorization: `Bearer ${bench.key}` },
      });
      // The one field that depends on the request itself.
      return (await response.text()).replace(/"last_used_at":("[^"]*"|null)/, '');
    }),
  );
  const [first] = answers;
  for (const [at, answer] of answers.entries()) {
    assert.equal(answer, first, `${contenders[at]?.name} answers ${id} differently`);
  }
}
