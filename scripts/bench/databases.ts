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
export function serverUrl(): string {
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
  const server = connect({ databaseUrl: serverUrl(), poolSize: 1 });
  const found = await sql`select from pg_database where datname = ${name}`.execute(server);
  if (found.rows.length === 0) await sql`create database ${sql.id(name)}`.execute(server);
  await server.destroy();

  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const db = connect({ databaseUrl: url.href, patient: true });
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
    return await describe(db, url.href);
  } finally {
    await db.destroy();
  }
}

/** Opens a copy of a database, to be written into. */
export async function copyOf(databaseUrl: string, name: string, poolSize: number): Promise<Db> {
  await dropCopy(name);
  const server = connect({ databaseUrl: serverUrl(), poolSize: 1, patient: true });
  const from = new URL(databaseUrl).pathname.slice(1);
  await sql`create database ${sql.id(name)} template ${sql.id(from)}`.execute(server);
  await server.destroy();
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return connect({ databaseUrl: url.href, poolSize, patient: true });
}

/** Removes a copy. */
export async function dropCopy(name: string): Promise<void> {
  const server = connect({ databaseUrl: serverUrl(), poolSize: 1, patient: true });
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server);
  await server.destroy();
}

/** Removes the bench's databases. */
export async function dropDatabases(): Promise<void> {
  const server = connect({ databaseUrl: serverUrl(), poolSize: 1, patient: true });
  for (const scale of ['small', 'medium', 'large'] as const) {
    await sql`drop database if exists ${sql.id(nameOf(scale))} with (force)`.execute(server);
  }
  await server.destroy();
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
