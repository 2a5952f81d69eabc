import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  changeMagnetStatus,
  createAccount,
  createMagnet,
  type Db,
  migrate,
  reconcile,
  recordTestSend,
  setAssetLink,
  settleExpiredClaims,
} from '@lodestone/core';
import { sql } from 'kysely';

import type { Cluster } from './cluster.ts';
import { onDatabase } from './databases.ts';
import { accountIn, itsTimeRunsOut } from './killed.ts';
import { type Arrival, startRecipient } from './recipient.ts';
import { type Running, startServer, within } from './server.ts';
import { startVisitors, type Visitors } from './visitors.ts';

const PAGE = '/p/torture/the-guide';

/** Emails that a process has under way at once. No more than these may arrive again after it was killed. */
const UNDER_WAY = 6;

/** Milliseconds until all has arrived. A busy machine needs a while. */
const PATIENT = 240_000;

/** When a server dies: after so many visitors were answered, while an email is handed over, or soon after PostgreSQL was killed. */
type Blow = 'visit' | 'email taken' | 'email answered' | 'PostgreSQL';
const BLOWS: readonly Blow[] = ['visit', 'email taken', 'email answered'];

export interface Crashes {
  kills: number;
  /** The embedded database without one. An empty database of its own. */
  databaseUrl?: string | undefined;
  /** The PostgreSQL of that database, where it is one to be killed as well. */
  cluster?: Cluster | undefined;
  /** Numbers from 0 to 1. */
  random?: () => number;
  onKill?: (nth: number, blow: string) => void;
}

/** What happened, and what is wrong with it: four numbers and lists that are to be 0 and empty. */
export interface Report {
  kills: number;
  answered: { requests: number; visits: number };
  arrived: number;
  /** Emails that came a second time, because their sender died before it had heard the answer. */
  again: number;
  /** Addresses whose request was answered, and that got nothing. */
  lostRequests: string[];
  /** Answered visits that were not written down. */
  lostVisits: number;
  /** Emails that came again without need, or under another Message-ID. */
  unsafe: string[];
  /** Figures that differ from their facts. */
  differences: number;
}

/**
 * Kills a server with SIGKILL again and again while visitors ask for a magnet, open and click; then lets one live until everything
 * has arrived, and compares what visitors were told with what the mail server and the database have.
 */
export async function crash({
  kills,
  databaseUrl,
  cluster,
  random = Math.random,
  onKill,
}: Crashes): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lodestone-crashes-'));
  const env = {
    LODESTONE_DATA_DIR: dataDir,
    LODESTONE_LOG_LEVEL: 'silent',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const visitors = startVisitors(PAGE);
  const recipient = await startRecipient();
  const blows: readonly Blow[] = cluster ? [...BLOWS, 'PostgreSQL'] : BLOWS;
  let server: Running | undefined;
  try {
    await onDatabase(env, async (db) => {
      await migrate(db);
      await publishMagnet(db);
    });
    const first = Math.floor(random() * blows.length);
    for (let nth = 1; nth <= kills; nth++) {
      recipient.round = nth;
      const blow = blows[(first + nth) % blows.length] ?? 'visit';
      const dead = Promise.withResolvers<void>();
      const kill = () => {
        server?.child.kill('SIGKILL');
        dead.resolve();
      };
      const [count, ms] = [3 + Math.floor(random() * 12), random() * 30];
      if (blow === 'visit') visitors.after(count * 5, () => setTimeout(kill, ms));
      else if (blow === 'PostgreSQL') {
        visitors.after(count * 5, () => {
          // The server is to find its way back before it dies itself.
          visitors.after(5, kill);
          void cluster?.kill().then(() => cluster.start());
        });
      } else recipient.after(count, blow, () => (blow === 'email taken' ? kill() : setTimeout(kill, ms)));
      server = await startServer({ ...env, SMTP_URL: recipient.url });
      visitors.visit(server.origin);
      await within(dead.promise, `kill ${nth} (${blow})`);
      await server.end('SIGKILL');
      await visitors.pause();
      onKill?.(nth, blow);
      // A minute passes, and who was waiting for an email goes on waiting.
      if (databaseUrl !== undefined || nth === kills) await onDatabase(env, aMinutePasses);
      for (const { token } of recipient.arrivals) visitors.knows(token);
    }
    recipient.round = kills + 1;
    server = await startServer({ ...env, SMTP_URL: recipient.url });
    const missing = () => [...visitors.asked].filter((to) => !recipient.has(to));
    await eventually(() => missing().length === 0);
    await server.end();
    const found = await onDatabase(env, async (db) => ({
      lostVisits: await lostVisits(db, visitors),
      differences: (await reconcile(db)).length,
    }));
    return {
      kills,
      answered: { requests: visitors.asked.size, visits: visitors.visits() },
      arrived: recipient.arrivals.length,
      lostRequests: missing(),
      ...again(recipient.arrivals, kills),
      ...found,
    };
  } finally {
    await server?.end('SIGKILL');
    await visitors.pause();
    await recipient.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function publishMagnet(db: Db): Promise<void> {
  await createAccount(db, { name: 'Torture', email: 'owner@torture.example' });
  const account = await accountIn(db);
  const { id } = await createMagnet(account, {
    title: 'The guide',
    slug: 'the-guide',
    kind: 'guide',
    opt_in: 'single',
    delivery_subject: 'The guide',
    delivery_body: 'Here: {{ download_url }}',
  });
  await setAssetLink(account, { id, url: 'https://files.example/guide.pdf' });
  await recordTestSend(account, { id, error: null });
  await changeMagnetStatus(account, { id, status: 'public' });
}

/** What a process that was killed had claimed is in doubt, and due again; its jobs are free. */
async function aMinutePasses(db: Db): Promise<void> {
  const account = await accountIn(db);
  await itsTimeRunsOut(db);
  while ((await settleExpiredClaims(account)) > 0);
  await account
    .update('mails')
    .set({ due_at: new Date(0) })
    .where('state', '=', 'queued')
    .execute();
}

/** Visits that were answered and are not in the database. */
async function lostVisits(db: Db, { answered }: Visitors): Promise<number> {
  const { rows } = await sql<{ token: string; kind: string; written: number }>`
    select m.token, e.kind, count(*)::integer as written
    from mail_events as e join mails as m on m.id = e.mail_id
    group by m.token, e.kind`.execute(db);
  const written = new Map(rows.map(({ token, kind, written }) => [`${kind} ${token}`, written]));
  return [...answered].reduce(
    (lost, [what, times]) => lost + Math.max(0, times - (written.get(what) ?? 0)),
    0,
  );
}

/** An email may come again only after its sender was killed, and no more of them than it had under way. */
function again(arrivals: readonly Arrival[], kills: number): Pick<Report, 'again' | 'unsafe'> {
  const unsafe: string[] = [];
  let again = 0;
  for (const [to, all] of Map.groupBy(arrivals, (arrival) => arrival.to)) {
    again += all.length - 1;
    if (new Set(all.map(({ message_id }) => message_id)).size > 1) unsafe.push(`${to}: two Message-IDs`);
    if (new Set(all.map(({ round }) => round)).size < all.length) unsafe.push(`${to}: twice of one process`);
  }
  if (again > kills * UNDER_WAY) unsafe.push(`${again} emails came again after ${kills} kills`);
  return { again, unsafe };
}

async function eventually(isSo: () => boolean): Promise<void> {
  const until = performance.now() + PATIENT;
  while (!isSo() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}
