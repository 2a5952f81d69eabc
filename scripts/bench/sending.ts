import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import {
  connect,
  createKey,
  type Db,
  migrate,
  pauseCampaign,
  reconcile,
  resumeCampaign,
  SCOPES,
} from '@lodestone/core';
import { openSmtp, parseSmtpUrl } from '@lodestone/mail';
import { sql } from 'kysely';

import { cpuOf } from './contender.ts';
import { printTable, quantile } from './figures.ts';
import { newDatabase } from './databases.ts';
import { end, lodestone, originOf } from './lodestone.ts';
import { makeSendingWorld, type SendingWorld } from './sending-world.ts';
import { type Sink, startSink } from './sink.ts';

const DATABASE = 'lodestone_bench_sending';

/** Connections that a worker keeps open to one server as one user. */
const CONNECTIONS = 6;

interface Measured {
  name: string;
  perSecond: number;
  /** Milliseconds of CPU that an email took: the processes that send, PostgreSQL for them, and the mail server. */
  cpu: Cpu;
}

interface Cpu {
  sender: number;
  database: number;
  sink: number;
}

/** Milliseconds that a mail server takes over an email which is far away and looks through it. */
const FAR_AWAY = 50;

/** Emails that such a server is sent, of those that one at hand is: it takes that much longer over them. */
const SHARE_FAR_AWAY = 1 / 4;

/**
 * Emails a second: by one worker and by two on PostgreSQL, with the caps looked at afterwards, and by a server on the embedded
 * database while it answers requests. Each beside the bare SMTP client on the same sink in the same run. Beside a sink at hand two
 * workers are bounded by the cores they share; whether they hold each other up is seen with one that is far away.
 */
export async function benchSending({ emails }: { emails: number }): Promise<void> {
  const near = await byWorkers(0, emails, (sink) => onEmbedded(sink, Math.ceil(emails / 3)));
  const far = await byWorkers(FAR_AWAY, Math.ceil(emails * SHARE_FAR_AWAY), async () => null);
  const { idle, busy, ...embedded } = near.beside;
  printTable(
    ['sending', 'emails/s', 'of the bare client', 'CPU ms an email', 'of PostgreSQL', 'of the sink', 'cores'],
    [...rowsOf(near, '', [embedded]), ...rowsOf(far, `, ${FAR_AWAY} ms away`)],
  );
  console.log(
    `Two workers send ${scaling(near)} × as much as one, and ${scaling(far)} × where the mail server takes ${FAR_AWAY} ms over an email.`,
  );
  console.log(
    `While the embedded database sends, its API answers within ${busy.toFixed(1)} ms (p95; idle ${idle.toFixed(1)} ms, ${(busy / idle).toFixed(1)} ×).\n`,
  );
}

interface ByWorkers<Beside> {
  bare: Measured;
  one: Measured;
  two: Measured;
  beside: Beside;
}

async function byWorkers<Beside>(
  delay: number,
  emails: number,
  more: (sink: Sink) => Promise<Beside>,
): Promise<ByWorkers<Beside>> {
  const sink = await startSink({ delay });
  try {
    return {
      bare: await sendBare(sink, emails),
      one: await onPostgres(sink, emails, 1),
      two: await onPostgres(sink, emails, 2),
      beside: await more(sink),
    };
  } finally {
    sink.stop();
  }
}

function scaling({ one, two }: ByWorkers<unknown>): string {
  return (two.perSecond / one.perSecond).toFixed(2);
}

function rowsOf({ bare, one, two }: ByWorkers<unknown>, suffix: string, others: Measured[] = []): string[][] {
  return [bare, one, two, ...others].map(({ name, perSecond, cpu }) => [
    name + suffix,
    perSecond.toFixed(0),
    (perSecond / bare.perSecond).toFixed(2),
    cpu.sender.toFixed(2),
    cpu.database.toFixed(2),
    cpu.sink.toFixed(2),
    coresOf({ perSecond, cpu }).toFixed(2),
  ]);
}

/** How many cores were busy with it. */
function coresOf({ perSecond, cpu }: Pick<Measured, 'perSecond' | 'cpu'>): number {
  return (perSecond * (cpu.sender + cpu.database + cpu.sink)) / 1_000;
}

/** Milliseconds of CPU that PostgreSQL has spent for the connections to a database by others; 0 where it runs elsewhere. */
async function databaseCpu(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  );
  return rows.reduce((sum, { pid }) => sum + (existsSync(`/proc/${pid}/stat`) ? cpuOf(pid) : 0), 0);
}

/** The SMTP client alone: the same number of connections, an email of the usual size. */
async function sendBare(sink: Sink, emails: number): Promise<Measured> {
  const raw = Buffer.from(`Subject: Bench\r\n\r\n${'An email as it is usually long.\r\n'.repeat(50)}`);
  const clients = Array.from({ length: CONNECTIONS }, () =>
    openSmtp(parseSmtpUrl(`smtp://127.0.0.1:${sink.port}?plain=1`)),
  );
  const began = performance.now();
  const [cpu, sunk] = [process.cpuUsage(), cpuOf(sink.pid)];
  let left = emails;
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) await client.send({ from: 'maya@acme.example', to: 'lead@people.example' }, raw);
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = (emails * 1_000) / (performance.now() - began);
  const sunkBy = cpuOf(sink.pid) - sunk;
  await Promise.all(clients.map((client) => client.close()));
  const spent = { sender: (user + system) / 1_000 / emails, database: 0, sink: sunkBy / emails };
  return { name: 'bare client', perSecond, cpu: spent };
}

async function onPostgres(sink: Sink, emails: number, workers: number): Promise<Measured> {
  const { db, url } = await newDatabase(DATABASE);
  // More than the limit lets through, so that the caps are at work.
  const world = await makeSendingWorld(db, {
    leads: emails + 500,
    daily_limit: emails,
    smtp: `smtp://127.0.0.1:${sink.port}?plain=1`,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-sending-'));
  const children: ChildProcess[] = [];
  try {
    // They start at once, and everyone is there before the first email may leave.
    await pauseCampaign(world.account, { id: world.campaign });
    for (let nth = 0; nth < workers; nth++) children.push(await startWorker(url, world, dataDir));
    const before = sink.taken();
    await resumeCampaign(world.account, { id: world.campaign });
    const measured = await rateOf(sink, before, emails, children, db);
    await expectExact(db, world, emails);
    return { name: workers === 1 ? 'PostgreSQL' : `PostgreSQL, ${workers} workers`, ...measured };
  } finally {
    for (const child of children) await end(child);
    await db.destroy();
    await rm(dataDir, { recursive: true });
  }
}

async function startWorker(
  databaseUrl: string,
  { secretKey }: SendingWorld,
  dataDir: string,
): Promise<ChildProcess> {
  const child = lodestone(['work', '--json'], {
    DATABASE_URL: databaseUrl,
    LODESTONE_SECRET_KEY: secretKey,
    LODESTONE_DATA_DIR: dataDir,
    LODESTONE_INSTALLATION: 'bench',
  });
  if (child.stdout) await once(child.stdout, 'data');
  // Until the jobs are its own.
  await setTimeout(3_000);
  return child;
}

/** From the time on at which a tenth has come, so that the programs are warm, until all but the last hundredth have: what is last waits for a timer. */
async function rateOf(
  sink: Sink,
  before: number,
  emails: number,
  children: readonly ChildProcess[],
  db?: Db,
): Promise<Pick<Measured, 'perSecond' | 'cpu'>> {
  const cpu = async (): Promise<Cpu> => ({
    sender: children.reduce((sum, { pid }) => sum + cpuOf(pid ?? 0), 0),
    database: db ? await databaseCpu(db) : 0,
    sink: cpuOf(sink.pid),
  });
  const taken = () => sink.taken() - before;
  while (taken() < emails / 10) await setTimeout(20);
  const [spent, began, first] = [await cpu(), performance.now(), taken()];
  const last = Math.floor(emails * 0.99);
  let grew = performance.now();
  for (let seen = first; taken() < last;) {
    await setTimeout(20);
    if (taken() > seen) [seen, grew] = [taken(), performance.now()];
    if (performance.now() - grew > 30_000) throw new Error(`Only ${seen} of ${emails} emails came.`);
  }
  const [sent, ms] = [taken() - first, performance.now() - began];
  const { sender, database, sink: sunk } = await cpu();
  return {
    perSecond: (sent * 1_000) / ms,
    cpu: {
      sender: (sender - spent.sender) / sent,
      database: (database - spent.database) / sent,
      sink: (sunk - spent.sink) / sent,
    },
  };
}

async function expectExact(db: Db, { account }: SendingWorld, emails: number): Promise<void> {
  for (let left = 100; left > 0; left--) {
    const open = await account.select('mails').select('id').where('state', '<>', 'sent').limit(1).execute();
    if (open.length === 0) break;
    await setTimeout(100);
  }
  await setTimeout(2_000);
  const mails = await account.select('mails').select(['state', 'enrollment_id']).execute();
  const leads = new Set(mails.map(({ enrollment_id }) => enrollment_id));
  const differences = await reconcile(db);
  if (mails.length !== emails || leads.size !== emails || differences.length > 0) {
    throw new Error(
      `${mails.length} emails to ${leads.size} leads at a limit of ${emails}, and ${differences.length} figures that differ.`,
    );
  }
}

async function onEmbedded(sink: Sink, emails: number): Promise<Measured & { idle: number; busy: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-sending-'));
  await mkdir(join(dataDir, 'database'));
  const db = connect({ dataDir: join(dataDir, 'database') });
  await migrate(db);
  const world = await makeSendingWorld(db, {
    leads: emails,
    smtp: `smtp://127.0.0.1:${sink.port}?plain=1`,
  });
  await pauseCampaign(world.account, { id: world.campaign });
  const { token } = await createKey(world.account, { name: 'Bench', scopes: SCOPES, expires_in_days: 30 });
  await db.destroy();
  const child = lodestone(['serve', '--port', '0', '--no-demo', '--json'], {
    DATABASE_URL: '',
    LODESTONE_SECRET_KEY: world.secretKey,
    LODESTONE_DATA_DIR: dataDir,
    LODESTONE_RATE_LIMIT: '100000000',
    HOST: '127.0.0.1',
  });
  try {
    const api = await originOf(child);
    const ask = (what: string, method = 'GET') =>
      fetch(`${api}/api/v1/${what}`, { method, headers: { authorization: `Bearer ${token}` } });
    for (let nth = 0; nth < 50; nth++) await (await ask('dashboard')).text();
    const idle = await latency(ask, () => Promise.resolve(false), 150);
    const before = sink.taken();
    const resumed = await ask(`campaigns/${world.campaign}/resume`, 'POST');
    if (!resumed.ok) throw new Error(`The campaign was not resumed: ${await resumed.text()}`);
    const sending = rateOf(sink, before, emails, [child]);
    let over = false;
    const busy = latency(ask, () => Promise.resolve(over), Infinity);
    const measured = await sending;
    over = true;
    const slow = quantile(await busy, 0.95);
    // Before and after, since what else the machine does comes and goes.
    idle.push(...(await latency(ask, () => Promise.resolve(false), 150)));
    return {
      name: 'embedded, API serving',
      ...measured,
      idle: quantile(idle, 0.95),
      busy: slow,
    };
  } finally {
    await end(child);
    await rm(dataDir, { recursive: true });
  }
}

const ASKED = ['me', 'dashboard', 'campaigns', 'subscribers'];

/** How long requests take, one every 50 ms, in milliseconds. */
async function latency(
  ask: (what: string) => Promise<Response>,
  isOver: () => Promise<boolean>,
  most: number,
): Promise<number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < most && !(await isOver()); nth++) {
    const began = performance.now();
    const answer = await ask(ASKED[nth % ASKED.length] ?? 'me');
    await answer.text();
    if (!answer.ok) throw new Error(`The API answered ${answer.status}.`);
    took.push(performance.now() - began);
    await setTimeout(50);
  }
  return took;
}
