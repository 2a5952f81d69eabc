import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import {
  connect,
  createAccount,
  createKey,
  type Db,
  forAccount,
  migrate,
  readUnibox,
  reconcile,
  SCOPES,
  toWire,
} from '@lodestone/core';
import { sql } from 'kysely';

import { campaignOf, dsn, KEYS, type Lead, reply } from '../../packages/jobs/test/inbox-world.ts';
import { type Dovecot, HAS_DOVECOT, startDovecot } from '../../packages/mail/test/imap/dovecot.ts';
import { cpuOf } from './contender.ts';
import { dropDatabase, newDatabase } from './databases.ts';
import { median, printTable } from './figures.ts';
import { end, lodestone, originOf } from './lodestone.ts';

const DATABASE = 'lodestone_bench_inbox';

/** One email in so many is about one of ours: a reply, a report or an automatic answer. The others are a mailbox's usual ones. */
const OURS = 4;

/** Replies that are timed, one by one. */
const REPLIES = 10;

interface Measured {
  name: string;
  perSecond: number;
  /** Milliseconds of CPU for an email: of the process that reads, and of the database where that is another. */
  cpu: number;
  databaseCpu: number | null;
  /** Milliseconds from a reply's arrival to its match. */
  waits: number[];
}

/** What a process is asked while it is measured. */
interface Asked {
  /** How many emails of the inbox are stored. */
  stored(): Promise<number>;
  isMatched(lead: Lead): Promise<boolean>;
  databaseCpu(): Promise<number | null>;
}

/**
 * An inbox on a real Dovecot, read by the program as it is run in production: emails a second of the first sync, stored with all that
 * follows from them, and how long a reply waits for its match once the server tells of what comes (IDLE).
 */
export async function benchInbox({ emails }: { emails: number }): Promise<void> {
  if (!HAS_DOVECOT) throw new Error('This needs Dovecot, and root.');
  const measured = [await onPostgres(emails), await onEmbedded(emails)];
  printTable(
    [
      'first sync',
      'emails/s',
      'at least',
      'CPU ms an email',
      'of PostgreSQL',
      'reply to match, median s',
      'slowest',
      'at most',
    ],
    measured.map(({ name, perSecond, cpu, databaseCpu, waits }) => [
      name,
      perSecond.toFixed(0),
      '300',
      cpu.toFixed(2),
      databaseCpu?.toFixed(2) ?? '',
      (median(waits) / 1_000).toFixed(2),
      (Math.max(...waits) / 1_000).toFixed(2),
      '5',
    ]),
  );
}

interface World {
  dovecot: Dovecot;
  accountId: string;
  /** Those who reply while they are timed. */
  waiting: Lead[];
}

async function makeWorld(db: Db, emails: number): Promise<World> {
  const dovecot = await startDovecot();
  const { account_id } = await createAccount(db, { name: 'Bench', email: 'owner@acme.example' });
  const account = forAccount(db, account_id, { kind: 'operator' });
  const lead = await campaignOf(account, dovecot);
  const leads: Lead[] = [];
  for (let nth = 0; nth < emails / OURS + REPLIES; nth++) leads.push(await lead(`lead${nth}`));
  const waiting = leads.splice(0, REPLIES);
  dovecot.put(Array.from({ length: emails }, (_, nth) => emailOf(nth, leads[nth / OURS])));
  return { dovecot, accountId: account_id, waiting };
}

function emailOf(nth: number, lead: Lead | undefined): string {
  if (!lead) return nth % 2 === 0 ? newsletter(nth) : note(nth);
  const kind = (nth / OURS) % 5;
  if (kind === 0) return dsn(lead);
  if (kind === 1) return reply(lead, 'I am out of the office until Monday.', 'Auto-Submitted: auto-replied');
  return reply(lead, 'Sounds great, tell me more about the pricing, and when we could start.');
}

const WORDS = 'A line of an email as people write them, neither long nor short.';

function note(nth: number): string {
  const head = `From: s${nth}@elsewhere.example\r\nMessage-ID: <${nth}@elsewhere.example>\r\nSubject: Note ${nth}`;
  return `${head}\r\n\r\n${`${WORDS}\r\n`.repeat(30)}`;
}

/** 30 KB, as text and as HTML. */
function newsletter(nth: number): string {
  const cell = `<tr><td style="padding:12px;font-family:Arial"><a href="https://shop.example/${nth}">${WORDS}</a></td></tr>\r\n`;
  return [
    `From: News ${nth} <news@shop${nth}.example>`,
    `Message-ID: <${nth}@shop.example>`,
    'Subject: =?utf-8?Q?This_week=E2=80=99s_offers?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${WORDS}\r\n`.repeat(60),
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><body><table>\r\n${cell.repeat(170)}</table></body></html>`,
    '--b--',
    '',
  ].join('\r\n');
}

async function onPostgres(emails: number): Promise<Measured> {
  const { db, url } = await newDatabase(DATABASE);
  const world = await makeWorld(db, emails);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-inbox-'));
  const account = forAccount(db, world.accountId, { kind: 'operator' });
  const child = lodestone(['work', '--json'], { ...environment(dataDir), DATABASE_URL: url });
  try {
    const measured = await measure(child, world, emails, {
      stored: async () => (await readUnibox(account)).inbox_messages,
      isMatched: async ({ enrollment }) => {
        const found = await account
          .select('inbox_messages')
          .select('id')
          .where('enrollment_id', '=', enrollment)
          .execute();
        return found.length > 0;
      },
      databaseCpu: async () => {
        const { rows } = await sql<{ pid: number }>`
          select pid from pg_stat_activity where datname = ${DATABASE} and pid <> pg_backend_pid()`.execute(
          db,
        );
        return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
      },
    });
    await expectExact(db);
    return { name: 'PostgreSQL', ...measured };
  } finally {
    await end(child);
    await world.dovecot.stop();
    await db.destroy();
    await dropDatabase(DATABASE);
    await rm(dataDir, { recursive: true });
  }
}

async function onEmbedded(emails: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-inbox-'));
  const database = join(dataDir, 'database');
  await mkdir(database);
  const db = connect({ dataDir: database });
  await migrate(db);
  const world = await makeWorld(db, emails);
  const account = forAccount(db, world.accountId, { kind: 'operator' });
  const { token } = await createKey(account, { name: 'Bench', scopes: SCOPES, expires_in_days: 30 });
  await db.destroy();
  const child = lodestone(['serve', '--port', '0', '--no-demo', '--json'], {
    ...environment(dataDir),
    DATABASE_URL: '',
    LODESTONE_RATE_LIMIT: '100000000',
    HOST: '127.0.0.1',
  });
  try {
    const origin = await originOf(child);
    const ask = async (path: string) => {
      const answer = await fetch(`${origin}/api/v1/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`The API answered ${answer.status}.`);
      return answer.json();
    };
    const measured = await measure(child, world, emails, {
      stored: async () => ((await ask('unibox')) as { inbox_messages: number }).inbox_messages,
      isMatched: async ({ enrollment }) =>
        ((await ask(`unibox/${toWire('enr', enrollment)}`)) as { replies: unknown[] }).replies.length > 0,
      databaseCpu: () => Promise.resolve(null),
    });
    await end(child);
    const after = connect({ dataDir: database });
    await expectExact(after);
    await after.destroy();
    return { name: 'embedded, in one process', ...measured };
  } finally {
    await end(child);
    await world.dovecot.stop();
    await rm(dataDir, { recursive: true });
  }
}

function environment(dataDir: string): Record<string, string> {
  const key = Buffer.from(KEYS[0]).toString('base64url');
  return { LODESTONE_SECRET_KEY: key, LODESTONE_DATA_DIR: dataDir, LODESTONE_INSTALLATION: 'bench' };
}

async function expectExact(db: Db): Promise<void> {
  const differences = await reconcile(db);
  if (differences.length > 0) throw new Error(`${differences.length} figures differ.`);
}

/** From the tenth on that is stored, so that the program is warm, to the last. It is asked seldom: on one connection who asks is in the way. */
async function measure(
  child: ChildProcess,
  { dovecot, waiting }: World,
  emails: number,
  { stored, isMatched, databaseCpu }: Asked,
): Promise<Omit<Measured, 'name'>> {
  const cpu = () => cpuOf(child.pid ?? 0);
  const atLeast = async (count: number) => {
    for (let now = await stored(); ; now = await stored()) {
      if (now >= count) return now;
      await setTimeout(500);
    }
  };
  const first = await atLeast(emails / 10);
  const [began, spent, spentThere] = [performance.now(), cpu(), await databaseCpu()];
  const read = (await atLeast(emails)) - first;
  const perSecond = (read * 1_000) / (performance.now() - began);
  const there = await databaseCpu();
  const measured = {
    perSecond,
    cpu: (cpu() - spent) / read,
    databaseCpu: there === null || spentThere === null ? null : (there - spentThere) / read,
  };
  const waits: number[] = [];
  for (const lead of waiting) {
    // Anywhere between two turns of the job.
    await setTimeout(1_000 + Math.random() * 1_000);
    const came = performance.now();
    dovecot.put([reply(lead, 'Sounds great, tell me more.')]);
    while (!(await isMatched(lead))) await setTimeout(50);
    waits.push(performance.now() - came);
  }
  return { ...measured, waits };
}
