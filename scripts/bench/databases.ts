import {
  accountIds,
  connect,
  createKey,
  type Db,
  forAccount,
  listCampaigns,
  listMagnets,
  listSubscribers,
  migrate,
  readUnibox,
  SCOPES,
} from '@lodestone/core';
import { type Scale, seedDemo } from '@lodestone/demo';
import { sql } from 'kysely';

/** A seeded database of the bench, a key to its larger account, and ids to ask for. */
export interface Bench {
  databaseUrl: string;
  key: string;
  accountId: string;
  magnet: string;
  campaign: string;
  subscriber: string;
  enrollment: string;
  tags: string[];
  magnets: string[];
}

/** The server on which the bench makes its databases: the one rule is that databases may be made there. */
function serverUrl(): string {
  const url = process.env['BENCH_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  if (url === undefined) {
    throw new Error(
      'Set BENCH_DATABASE_URL to a PostgreSQL server, such as postgres://user:password@localhost:5432/postgres.',
    );
  }
  return url;
}

/** Opens the bench's database of a scale. It is made and seeded when there is none yet, and stays for the next time. */
export async function benchDatabase(scale: Scale): Promise<Bench> {
  const name = nameOf(scale);
  await onServer(async (server) => {
    const found = await sql`select from pg_database where datname = ${name}`.execute(server);
    if (found.rows.length === 0) await sql`create database ${sql.id(name)}`.execute(server);
  });
  const url = urlOf(name);
  const db = connect({ databaseUrl: url, patient: true });
  try {
    await migrate(db);
    const started = performance.now();
    const { seeded } = await seedDemo(db, {
      scale,
      onProgress: (done, total, what) => {
        const seconds = Math.round((performance.now() - started) / 1000);
        console.error(`seeding ${scale}: ${String(seconds).padStart(4)} s  ${done}/${total} ${what}`);
      },
    });
    if (seeded) {
      console.log(`Seeding ${scale} took ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    }
    return await describe(db, url);
  } finally {
    await db.destroy();
  }
}

/** An empty database of that name on the bench's server, in place of the one that was there. */
export async function newDatabase(name: string): Promise<{ db: Db; url: string }> {
  await dropDatabase(name);
  await onServer((server) => sql`create database ${sql.id(name)}`.execute(server));
  const url = urlOf(name);
  const db = connect({ databaseUrl: url, patient: true });
  await migrate(db);
  return { db, url };
}

/** Opens a copy of a database, to be written into. */
export async function copyOf(databaseUrl: string, name: string, poolSize: number): Promise<Db> {
  await dropDatabase(name);
  const from = new URL(databaseUrl).pathname.slice(1);
  await onServer((server) => sql`create database ${sql.id(name)} template ${sql.id(from)}`.execute(server));
  return connect({ databaseUrl: urlOf(name), poolSize, patient: true });
}

export function dropDatabase(name: string): Promise<unknown> {
  return onServer((server) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(server));
}

/** Removes the databases of all scales. */
export async function dropDatabases(): Promise<void> {
  for (const scale of ['small', 'medium', 'large'] as const) await dropDatabase(nameOf(scale));
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<Result>(work: (server: Db) => Promise<Result>): Promise<Result> {
  const server = connect({ databaseUrl: serverUrl(), poolSize: 1, patient: true });
  try {
    return await work(server);
  } finally {
    await server.destroy();
  }
}

function nameOf(scale: Scale): string {
  return `lodestone_bench_${scale}`;
}

async function describe(db: ReturnType<typeof connect>, databaseUrl: string): Promise<Bench> {
  // The first account is the larger one; its id is the older.
  const [accountId = ''] = (await accountIds(db)).toSorted();
  const account = forAccount(db, accountId, { kind: 'operator' });
  const page = { limit: 200, offset: 0 };
  const { token } = await createKey(account, { name: 'Bench', scopes: SCOPES, expires_in_days: 30 });
  const magnets = (await listMagnets(account, { ...page, status: 'all' })).data;
  const campaigns = (await listCampaigns(account, { ...page, status: 'all' })).data;
  const busiest = magnets.toSorted((a, b) => b.performance.leads - a.performance.leads);
  const [campaign] = campaigns.toSorted((a, b) => b.leads.total - a.leads.total);
  const [subscriber] = (
    await listSubscribers(account, { ...page, limit: 1, status: 'all', min_score: 0, order: 'score' })
  ).data;
  const [enrollment] = (await readUnibox(account)).latest;
  const { rows: tags } = await sql<{ tag: string }>`
    select value as tag from audience_bitmaps where account_id = ${accountId} and facet = 'tag'
    group by value order by sum(bit_count(bits)) desc`.execute(db);
  return {
    databaseUrl,
    key: token,
    accountId,
    magnet: busiest[0]?.id ?? '',
    campaign: campaign?.id ?? '',
    subscriber: subscriber?.id ?? '',
    enrollment: enrollment?.id ?? '',
    tags: tags.map(({ tag }) => tag),
    magnets: busiest.map(({ id }) => id),
  };
}
