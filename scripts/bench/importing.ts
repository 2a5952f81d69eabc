import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { createAccount, type Db, toWire } from '@lodestone/core';
import { sql } from 'kysely';

import { LODESTONE } from '../paths.ts';
import { cpuOf, nodeOptions, residentOf } from './contender.ts';
import { dropDatabase, newDatabase } from './databases.ts';
import { printTable } from './figures.ts';

const DATABASE = 'lodestone_bench_importing';

/** `lodestone import subscribers` of a large file into an empty account: lines a second, and whether its memory stays flat. */
export async function benchImporting({ leads }: { leads: number }): Promise<void> {
  const { db, url } = await newDatabase(DATABASE);
  const directory = await mkdtemp(join(tmpdir(), 'bench-importing-'));
  try {
    const { account_id } = await createAccount(db, { name: 'Bench', email: 'bench@acme.example' });
    const file = join(directory, 'leads.csv');
    await pipeline(Readable.from(csv(leads)), createWriteStream(file));
    printTable(
      ['lines', 'seconds', 'lines/s', 'CPU s of the program', 'of PostgreSQL', 'MB'],
      await importAll(url, toWire('acc', account_id), file, db),
    );
  } finally {
    await db.destroy();
    await dropDatabase(DATABASE);
    await rm(directory, { recursive: true });
  }
}

/** Twenty leads a company, as lists of companies have them, with names, a tag and two fields. */
function* csv(leads: number): Generator<string> {
  yield 'email,first_name,last_name,tags,company,city\n';
  const companies = Math.ceil(leads / 20);
  for (let nth = 0; nth < leads; nth++) {
    const company = nth % companies;
    yield `lead${nth}@company${company}.example,Ana,Sharma${nth % 977},autumn,Company ${company},Berlin\n`;
  }
}

/** A row for each time that the command tells how far it is. */
async function importAll(databaseUrl: string, account: string, file: string, db: Db): Promise<string[][]> {
  const child = spawn(
    process.execPath,
    [...nodeOptions(), LODESTONE, 'import', 'subscribers', file, '--account', account, '--json'],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  const began = performance.now();
  const rows: string[][] = [];
  let told = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    const lines = Number(/^(\d+) lines$/.exec(line)?.[1]);
    const { pid = 0 } = child;
    if (!lines || lines % 100_000 > 0 || lines === told || child.exitCode !== null) continue;
    told = lines;
    const seconds = (performance.now() - began) / 1_000;
    const known = await measured(pid, db).catch(() => ['ended', 'ended', 'ended']);
    rows.push([lines.toLocaleString('en'), seconds.toFixed(0), (lines / seconds).toFixed(0), ...known]);
  }
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return rows;
}

/** @throws when one of the processes has ended, as it may have right after the last line */
async function measured(pid: number, db: Db): Promise<string[]> {
  const [own, other] = [cpuOf(pid), await backendCpu(db)];
  const resident = residentOf(pid).reduce((sum, one) => sum + one, 0);
  return [(own / 1_000).toFixed(1), (other / 1_000).toFixed(1), resident.toFixed(0)];
}

/** Of the connection that the import has, on this machine. */
async function backendCpu(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    db,
  );
  if (rows.length === 0) throw new Error('The connection has ended.');
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}
