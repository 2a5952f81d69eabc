import { accountIds, connect, type Db, foldFigures, reconcile } from '@lodestone/core';
import type { Scale } from '@lodestone/demo';
import { sql } from 'kysely';

import { benchDatabase, copyOf, dropDatabase } from './databases.ts';
import { printTable } from './figures.ts';
import { KINDS, type Lead, type Target, type Write } from './write-kinds.ts';
import { makeEmptyAccount, makeTarget } from './write-target.ts';

/** How many rows each way of writing writes. */
interface Way {
  name: string;
  writers: number;
  /** Rows in a statement. */
  set: number;
  rows: number;
}

const WRITERS = 8;
const COPIES = { kept: 'lodestone_bench_writes', bare: 'lodestone_bench_writes_bare' };

/**
 * What writing costs: rows a second of every kind of write, with the triggers that keep the figures and without, on two copies
 * of the same database; in an account with a history and in one without.
 */
export async function benchWrites({ scale, rows }: { scale: Scale; rows: number }): Promise<void> {
  const ways: Way[] = [
    { name: 'one by one', writers: 1, set: 1, rows: rows / 4 },
    { name: `one by one, ${WRITERS} writers`, writers: WRITERS, set: 1, rows },
    { name: 'sets of 500', writers: 1, set: 500, rows: Math.max(rows, 1_500) },
    { name: `sets of 500, ${WRITERS} writers`, writers: WRITERS, set: 500, rows: 500 * WRITERS },
  ];
  const { databaseUrl, accountId } = await benchDatabase(scale);
  const needed = ways.reduce((sum, way) => sum + way.rows, 0);
  const kept = await copyOf(databaseUrl, COPIES.kept, WRITERS);
  const targets: [string, { target: Target; leads: Lead[] }][] = [];
  try {
    if ((await accountIds(kept)).length === 0) throw new Error('The database of the bench has no account.');
    targets.push([`${scale} account`, await makeTarget(kept, accountId, needed)]);
    targets.push(['empty account', await makeTarget(kept, await makeEmptyAccount(kept), needed)]);
    await sql`analyze`.execute(kept);
  } finally {
    await kept.destroy();
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${COPIES.kept}`;
  const bare = await copyOf(url.href, COPIES.bare, WRITERS);
  await disableTriggers(bare);
  const again = connect({ databaseUrl: url.href, poolSize: WRITERS, patient: true });
  try {
    for (const [name, made] of targets) await compare(name, again, bare, made, ways);
    const { rows: stats } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(again);
    console.log(`${stats[0]?.deadlocks} deadlocks. ${await foldFigures(again)} lanes folded afterwards.`);
    if (scale !== 'large') console.log(`${(await reconcile(again)).length} figures differ from their facts.`);
  } finally {
    await again.destroy();
    await bare.destroy();
    for (const name of Object.values(COPIES)) await dropDatabase(name);
  }
}

async function compare(
  name: string,
  kept: Db,
  bare: Db,
  { target, leads }: { target: Target; leads: Lead[] },
  ways: readonly Way[],
): Promise<void> {
  for (const [at, way] of ways.entries()) {
    const before = ways.slice(0, at).reduce((sum, { rows }) => sum + rows, 0);
    const some = leads.slice(before, before + way.rows);
    const table: string[][] = [];
    for (const [kind, write] of Object.entries(KINDS)) {
      const without = await rate(bare, write, target, some, way);
      const withThem = await rate(kept, write, target, some, way);
      table.push([kind, (withThem / without).toFixed(2), withThem.toFixed(0), without.toFixed(0)]);
    }
    console.log(`${name}, ${way.name}: rows a second, with the figures kept and without.\n`);
    printTable([way.name, 'kept / bare', 'kept', 'bare'], table);
  }
}

/** Rows a second. */
async function rate(db: Db, write: Write, target: Target, leads: readonly Lead[], way: Way): Promise<number> {
  const sets = Array.from({ length: Math.ceil(leads.length / way.set) }, (_, nth) =>
    leads.slice(nth * way.set, (nth + 1) * way.set),
  );
  const started = performance.now();
  const writer = async () => {
    for (let set = sets.pop(); set; set = sets.pop()) await write(target, set).execute(db);
  };
  await Promise.all(Array.from({ length: way.writers }, writer));
  return (leads.length * 1_000) / (performance.now() - started);
}

/** Those that keep figures; who is new still needs a number. */
async function disableTriggers(db: Db): Promise<void> {
  const { rows } = await sql<{ trigger: string; table: string }>`
    select tgname as trigger, tgrelid::regclass::text as table from pg_trigger where tgname like 'figures\\_%'`.execute(
    db,
  );
  for (const { trigger, table } of rows) {
    await sql`alter table ${sql.table(table)} disable trigger ${sql.id(trigger)}`.execute(db);
  }
}
