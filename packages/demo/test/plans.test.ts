import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  accountIds,
  type Db,
  forAccount,
  listActivity,
  listCampaigns,
  listEmailAccounts,
  listMagnets,
  listSubscribers,
  readCampaignDetails,
  readCampaignMetrics,
  readConversation,
  readDashboard,
  readMagnet,
  readMe,
  readSubscriber,
  readUnibox,
  readUsage,
  toWire,
} from '@lodestone/core';
import { seedDemo } from '@lodestone/demo';
import { DERIVED_TABLES } from '@lodestone/core/figures/figures.js';
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';

import { expectFor } from '../../../scripts/jest/support.ts';
import { POSTGRES } from '../../core/test/databases.ts';

/** Tables that grow with the account's history. */
const HISTORY = new Set([
  'people',
  'subscribers',
  'magnet_requests',
  'deliveries',
  'enrollments',
  'campaign_sends',
  'conversions',
  'inbox_messages',
  'ai_calls',
  'job_runs',
  'audit_log',
  'audience_search_texts',
]);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

// The embedded database has the same planner; its defaults are not what a server's are.
POSTGRES.describe('Plans on PostgreSQL', () => {
  let db: Db;
  let close: () => Promise<void>;
  let account: Account;
  let sent: CompiledQuery[] = [];
  let magnet: string;
  let campaign: string;
  let paused: string;
  let subscriber: string;
  let conversation: string;

  beforeAll(async () => {
    ({ db, close } = await POSTGRES.open());
    await seedDemo(db, { scale: 'medium' });
    await sql`analyze`.execute(db);
    const recorder: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        sent.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const [id] = (await accountIds(db)).toSorted();
    account = forAccount(db.withPlugin(recorder), id!, { kind: 'system' });
    const page = { limit: 1, offset: 0 };
    magnet = (await listMagnets(account, { ...page, status: 'public' })).data[0]!.id;
    campaign = (await listCampaigns(account, { ...page, status: 'active' })).data[0]!.id;
    paused = (await listCampaigns(account, { ...page, status: 'bounced' })).data[0]!.id;
    subscriber = (await listed({ limit: 1 })).data[0]!.id;
    conversation = (await readUnibox(account)).latest[0]!.id;
  });
  afterAll(() => close?.());

  const listed = (filters: object = {}) =>
    listSubscribers(account, {
      limit: 50,
      offset: 0,
      status: 'all',
      min_score: 0,
      order: 'score',
      ...filters,
    });
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

  /** Every node of the plans of what a read sends. */
  async function nodesOf(read: () => Promise<unknown>, setting = ''): Promise<Plan[]> {
    sent = [];
    await read();
    const statements = sent;
    return db.transaction().execute(async (transaction) => {
      if (setting) await sql.raw(setting).execute(transaction);
      const nodes: Plan[] = [];
      for (const statement of statements) {
        const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]),
        );
        nodes.push(...flat(rows[0]!['QUERY PLAN'][0]!.Plan));
      }
      return nodes;
    });
  }

  const scanned = (nodes: Plan[]) =>
    nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!);
  const indexes = (nodes: Plan[]) => nodes.map((node) => node['Index Name']).filter(Boolean);

  const figures: [string, () => Promise<unknown>][] = [
    ['me', () => readMe(account, { key: null })],
    ...(['7d', '1m', '3m', 'all'] as const).map((range): [string, () => Promise<unknown>] => [
      `usage ${range}`,
      () => readUsage(account, { range }),
    ]),
    ...(['7d', '30d', '90d', 'all'] as const).flatMap((range) =>
      (['active', 'all'] as const).map((scope): [string, () => Promise<unknown>] => [
        `dashboard ${range} ${scope}`,
        () => readDashboard(account, { range, scope }),
      ]),
    ),
    ['email accounts', () => listEmailAccounts(account)],
    ['magnets', () => listMagnets(account, { limit: 50, offset: 0, status: 'all' })],
    ['a magnet', () => readMagnet(account, { id: magnet })],
    ['campaigns', () => listCampaigns(account, { limit: 50, offset: 0, status: 'all' })],
    ['campaign metrics', () => readCampaignMetrics(account, { id: campaign })],
  ];
  for (const [name, read] of figures) {
    test(`${name}: comes from counters and touches no history`, async () => {
      const nodes = await nodesOf(read);
      const tables = new Set(nodes.map((node) => node['Relation Name']).filter(Boolean));
      expect([...tables].filter((table) => HISTORY.has(table!))).toStrictEqual([]);
      expect(tables.size).toBeGreaterThan(0);
    });
  }

  const lists: [string, () => Promise<unknown>][] = [
    ['activity', () => listActivity(account, { limit: 50, offset: 0 })],
    ['activity of one job', () => listActivity(account, { limit: 50, offset: 0, job: 'send_pending' })],
    ['unibox', () => readUnibox(account)],
    ['a conversation', () => readConversation(account, { id: conversation })],
    ['a subscriber', () => readSubscriber(account, { id: subscriber })],
    ['a campaign that the system paused', () => readCampaignDetails(account, { id: paused })],
    ...(['score', 'recent', 'activity'] as const).flatMap((order) =>
      Object.entries({
        everybody: {},
        deep: { offset: 20_000 },
        hot: { temperature: 'hot' },
        unsubscribed: { status: 'unsubscribed' },
        'a common tag': { tag: 'newsletter' },
        'a rare tag': { tag: 'nobody has it' },
        'a magnet': { magnet_id: 'the magnet' },
        'a tag and a magnet': { tag: 'vip', magnet_id: 'the magnet', min_score: 20 },
        'since lately': { created_after: ago(3) },
        'a search': { search: 'priya' },
        'a search of a state': { search: 'sharma', status: 'active' },
      }).map(([name, filters]): [string, () => Promise<unknown>] => [
        `subscribers by ${order}, ${name}`,
        () => listed({ ...filters, order, ...('magnet_id' in filters && { magnet_id: magnet }) }),
      ]),
    ),
  ];
  for (const [name, read] of lists) {
    test(`${name}: reads no table of history from end to end`, async () => {
      const found = scanned(await nodesOf(read)).filter((table) => HISTORY.has(table));
      expect(found).toStrictEqual([]);
    });
  }

  for (const [name, read] of [...figures, ...lists]) {
    test(`${name}: an index serves every table of an account that it reads`, async () => {
      // A small table is rightly read as a whole; forbidden to, the planner shows whether it would have to when it grew.
      const nodes = await nodesOf(read, 'set local enable_seqscan = off');
      const tenant = scanned(nodes).filter(
        (table) => HISTORY.has(table) || DERIVED_TABLES.includes(table) || isSmall(table),
      );
      expect(tenant).toStrictEqual([]);
    });
  }

  for (const [order, index] of [
    ['score', 'subscribers_by_score'],
    ['recent', 'subscribers_by_first_seen'],
    ['activity', 'subscribers_by_activity'],
  ] as const) {
    test(`a page by ${order} is picked from its index alone, however deep`, async () => {
      for (const offset of [0, 20_000]) {
        const nodes = await nodesOf(() => listed({ order, offset }));
        const picking = nodes.find((node) => node['Index Name'] === index);
        expect(picking?.['Node Type']).toBe('Index Only Scan');
      }
    });
  }

  test('a tag that few have is looked up, and not looked for along an order', async () => {
    const nodes = await nodesOf(() => listed({ tag: 'nobody has it' }));
    expect(indexes(nodes)).toContain('subscribers_by_interest');
  });

  test('a search goes by trigrams', async () => {
    for (const search of ['priya', 'priya sharma', 'example priya', 'priya@post']) {
      const nodes = await nodesOf(() => listed({ search }));
      expectFor(search, indexes(nodes)).toContain('audience_search_texts_by_trigram');
    }
  });

  test('what very many match is looked for once', async () => {
    sent = [];
    await listed({ search: 'example priya', status: 'active' });
    await listed({ search: 'offers', min_score: 1 });
    expect(sent.length).toBeGreaterThan(1);
    for (const { sql: text, parameters } of sent) {
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
      );
      const scans = flat(rows[0]!['QUERY PLAN'][0]!.Plan).filter(
        (node) => node['Index Name'] === 'audience_search_texts_by_trigram' && node['Actual Loops']! > 0,
      );
      const columns = scans.map((node) => /\b(head|tail) ~~/.exec(node['Index Cond'] ?? '')?.[0]);
      expectFor(
        JSON.stringify(columns),
        columns.filter((column) => column?.startsWith('head')),
      ).toHaveLength(1);
    }
  });

  test('a search without a trigram leaves their index alone, which would be read as a whole', async () => {
    const nodes = await nodesOf(() => listed({ search: 'zq' }), 'set local enable_seqscan = off');
    expect(nodes.some((node) => node['Index Cond']?.includes('~~'))).toBe(false);
  });

  test('a search that very many match walks an order, and does not sort them', async () => {
    const nodes = await nodesOf(() => listed({ search: 'example' }));
    expect(indexes(nodes)).toContain('subscribers_by_score');
  });

  for (const filters of [
    {},
    { tag: 'newsletter' },
    { tag: 'newsletter', created_after: ago(60), min_score: 13 },
    { created_before: ago(60) },
    { search: 'example' },
    { search: 'EXAMPLE offers' },
    { search: 'offers', status: 'active' },
    { search: 'priya', created_after: ago(100) },
    { search: '.example', tag: 'saas', temperature: 'cold' },
  ] as const) {
    for (const offset of [0, 700]) {
      test(`${JSON.stringify(filters)} from ${offset} on is what a plain filter of very many gives`, async () => {
        for (const order of ['score', 'recent', 'activity'] as const) {
          const page = await listed({ ...filters, order, offset });
          const { ids, total } = await plainly(db, account.id, { ...filters, order, offset });
          expect(page.total_matching).toBe(total);
          expect(page.data.map(({ id }) => id)).toStrictEqual(ids);
        }
      });
    }
  }
});

interface Wanted {
  order: 'score' | 'recent' | 'activity';
  offset: number;
  tag?: string;
  min_score?: number;
  temperature?: 'cold';
  status?: 'active';
  search?: string;
  created_after?: Date;
  created_before?: Date;
}

/** A page of 50 and the size of an audience, with nothing but conditions on the subscribers. */
async function plainly(db: Db, accountId: string, wanted: Wanted) {
  const words = wanted.search?.toLowerCase().split(' ') ?? [];
  const by = { score: 'lead_score', recent: 'first_seen_at', activity: 'last_activity_at' }[wanted.order];
  const { rows } = await sql<{ id: string }>`
    select id from subscribers
    where account_id = ${accountId}
      and (${wanted.tag ?? null}::text is null or ${wanted.tag ?? null} = any(tags))
      and lead_score between ${wanted.min_score ?? 0} and ${wanted.temperature ? 24 : 100}
      and (${wanted.status ?? null}::text is null or unsubscribed_at is null)
      and first_seen_at >= ${wanted.created_after ?? new Date(0)}
      and first_seen_at <= ${wanted.created_before ?? new Date(8e12)}
      and (
        select bool_and(
          strpos(email, word) > 0 or strpos(lower(coalesce(first_name, '')), word) > 0
            or strpos(lower(coalesce(last_name, '')), word) > 0
        ) is not false
        from unnest(${words}::text[]) as word
      )
    order by ${sql.ref(by)} desc, id`.execute(db);
  const ids = rows.slice(wanted.offset, wanted.offset + 50).map(({ id }) => toWire('sub', id));
  return { ids, total: rows.length };
}

function isSmall(table: string): boolean {
  return [
    'magnets',
    'magnet_test_sends',
    'campaigns',
    'campaign_steps',
    'step_variants',
    'email_accounts',
  ].includes(table);
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)];
}
