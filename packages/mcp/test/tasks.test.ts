import { Client, InMemoryTransport } from '@modelcontextprotocol/client';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer } from '@lodestone/mcp';
import { Lodestone } from '@lodestone/sdk';

import { expectFor, present } from '../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';

let server: TestServer;
let lodestone: Lodestone;
let agent: Client;

beforeAll(async () => {
  server = await startServer();
  lodestone = new Lodestone({ apiKey: server.keys.full, baseUrl: server.baseUrl });
  agent = await connected(lodestone, (await lodestone.me()).api_key!.scopes, true);
});
afterAll(async () => {
  await agent?.close();
  await server?.close();
});

async function connected(
  lodestone: Lodestone,
  scopes: readonly string[] | undefined,
  allowWrites: boolean,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createServer({ lodestone, scopes, allowWrites }, '1.0.0').connect(theirs);
  await client.connect(ours);
  return client;
}

/** Calls a tool and gives its answer; both of its forms are the same, and fit what the tool announces. */
async function ask(name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { content, structuredContent, isError } = await agent.callTool({ name, arguments: args });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  expectFor(`${name}: ${text}`, isError ?? false).toBe(false);
  expect(JSON.parse(text)).toStrictEqual(structuredContent);
  return structuredContent;
}

async function refused(name: string, args: Record<string, unknown>, by = agent): Promise<string> {
  const { content, isError } = await by.callTool({ name, arguments: args });
  expect(isError).toBe(true);
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

/** Whatever a caller of bare operations reads; each is a call. */
function counting() {
  let calls = 0;
  const get = async (path: string): Promise<any> => {
    calls++;
    return lodestone.request('GET', path);
  };
  return { get, calls: () => calls };
}

const plain = (text: string) => text.replace(/^<stranger>|<\/stranger>$/g, '');

/** Ten tasks as a person would write them: how the tools do each, and how one tool for each operation would. Both find the same. */
const TASKS: [
  task: string,
  sharp: (use: typeof ask) => Promise<unknown>,
  thin: (get: (path: string) => Promise<any>) => Promise<unknown>,
][] = [
  [
    'Who are the ten hottest leads of the teardown who never replied?',
    async (use) =>
      (await use('list_subscribers', { magnet: 'cold email teardown', replied: false, limit: 10 })).data.map(
        ({ id }: any) => id,
      ),
    async (get) => {
      const { data: magnets } = await get('/v1/magnets?limit=200');
      const { id } = magnets.find(({ slug }: any) => slug === 'cold-email-teardown');
      const found: string[] = [];
      for (let offset: number | null = 0; offset !== null && found.length < 10;) {
        const page: any = await get(`/v1/subscribers?magnet_id=${id}&offset=${offset}`);
        found.push(
          ...page.data.filter(({ engagement }: any) => engagement.replied === 0).map(({ id }: any) => id),
        );
        offset = page.next_offset;
      }
      return found.slice(0, 10);
    },
  ],
  [
    'How many emails went out last week, and how many were opened?',
    async (use) => (await use('get_dashboard', { range: '7d' })).kpis.opened,
    async (get) => (await get('/v1/dashboard?range=7d')).kpis.opened,
  ],
  [
    'Which running campaign gets the most replies for its leads?',
    async (use) =>
      best(
        (await use('list_campaigns', { status: 'active', metrics: true })).data.map(
          ({ id, metrics }: any) => [id, metrics.reply_rate],
        ),
      ),
    async (get) => {
      const { data } = await get('/v1/campaigns?status=active');
      const rates: [string, number][] = [];
      for (const { id } of data) rates.push([id, (await get(`/v1/campaigns/${id}/metrics`)).reply_rate]);
      return best(rates);
    },
  ],
  [
    'Which replies has nobody classified yet?',
    async (use) =>
      (await use('get_unibox', { intent: 'replied', limit: 50 })).latest.map(({ id }: any) => id),
    async (get) =>
      (await get('/v1/unibox')).latest
        .filter(({ reply_intent }: any) => reply_intent === 'replied')
        .map(({ id }: any) => id),
  ],
  [
    'What did the lead with the latest reply write?',
    async (use) => {
      const { latest } = await use('get_unibox', { limit: 1 });
      return plain(
        (await use('get_conversation', { enrollmentId: latest[0].id })).replies.at(-1)?.text ?? '',
      );
    },
    async (get) =>
      (await get(`/v1/unibox/${(await get('/v1/unibox')).latest[0].id}`)).replies.at(-1)?.text ?? '',
  ],
  [
    'Is anything wrong with my sending?',
    async (use) =>
      new Set(
        (await use('check_health', { hours: 1 })).problems
          .filter(({ what }: any) => what !== 'job')
          .map(({ id }: any) => id),
      ),
    async (get) => {
      const bad = (await get('/v1/email-accounts')).data.filter(
        (one: any) =>
          one.status === 'disconnected' || one.system_pause || one.deliverability.health === 'poor',
      );
      await get('/v1/activity?limit=200');
      const paused = [
        ...(await get('/v1/campaigns?status=bounced')).data,
        ...(await get('/v1/campaigns?status=stalled')).data,
      ];
      const bouncing: any[] = [];
      for (const one of (await get('/v1/campaigns?status=active')).data) {
        const { sends } = await get(`/v1/campaigns/${one.id}/metrics`);
        if (sends.bounce_rate > 0.05 && sends.sent + sends.bounced >= 20) bouncing.push(one);
      }
      return new Set([...bad, ...paused, ...bouncing].map(({ id }) => id));
    },
  ],
  [
    'What did the models cost this month?',
    async (use) => (await use('get_usage', {})).by_model,
    async (get) => (await get('/v1/usage')).by_model,
  ],
  [
    'At which step does "Founders, Q4" lose people?',
    async (use) => (await use('get_campaign_metrics', { id: 'Founders, Q4' })).steps,
    async (get) => {
      const { data } = await get('/v1/campaigns?limit=200');
      return (await get(`/v1/campaigns/${data.find(({ name }: any) => name === 'Founders, Q4').id}/metrics`))
        .steps;
    },
  ],
  [
    'Which magnets did the hottest lead ask for?',
    async (use) =>
      (await use('get_subscriber', { id: (await use('list_subscribers', { limit: 1 })).data[0].email }))
        .requests,
    async (get) =>
      (await get(`/v1/subscribers/${(await get('/v1/subscribers?limit=1')).data[0].id}`)).requests,
  ],
  [
    'How does the reply rate calculator do?',
    async (use) => (await use('get_magnet', { id: 'reply-rate-calculator' })).performance,
    async (get) =>
      (await get('/v1/magnets?limit=200')).data.find(({ slug }: any) => slug === 'reply-rate-calculator')
        .performance,
  ],
];

const best = (rates: [string, number][]) => rates.toSorted(([, a], [, b]) => b - a)[0]?.[0];

test('ten tasks take 12 calls, where one tool for each operation would take far more', async () => {
  let sharp = 0;
  let thin = 0;
  for (const [task, bySharp, byThin] of TASKS) {
    const { get, calls } = counting();
    const found = await bySharp((name, args) => {
      sharp++;
      return ask(name, args);
    });
    present(found as object);
    expectFor(task, found).toStrictEqual(await byThin(get));
    thin += calls();
  }
  expect(TASKS).toHaveLength(10);
  expect(sharp).toBe(12);
  // How many it is follows from the demo's data: 24 when this was written.
  expect(thin).toBeGreaterThan(1.5 * sharp);
});

test('the list of all tools, those that change something included, is at most 4,000 tokens', async () => {
  const { tools } = await agent.listTools();
  expect(tools).toHaveLength(20);
  expect(JSON.stringify(tools).length / 4).toBeLessThanOrEqual(4_000);
  for (const { name, outputSchema, annotations } of tools) {
    expectFor(name, outputSchema?.type).toBe('object');
    expectFor(name, typeof annotations?.readOnlyHint).toBe('boolean');
  }
});

test('every reading tool answers as the API does, but for the marks', async () => {
  expect((await ask('get_me')).account).toStrictEqual((await lodestone.me()).account);
  const pairs: [string, object, string][] = [
    ['list_magnets', { limit: 3 }, '/v1/magnets?limit=3'],
    ['list_email_accounts', {}, '/v1/email-accounts'],
    ['list_campaigns', { limit: 2, offset: 1 }, '/v1/campaigns?limit=2&offset=1'],
    ['get_dashboard', { range: '7d', scope: 'all' }, '/v1/dashboard?range=7d&scope=all'],
    ['get_usage', { range: '7d' }, '/v1/usage?range=7d'],
    ['list_activity', { limit: 3, job: 'send_pending' }, '/v1/activity?limit=3&job=send_pending'],
  ];
  for (const [tool, args, path] of pairs) {
    const text = JSON.stringify(await ask(tool, args as Record<string, unknown>));
    const answer = JSON.parse(text.replaceAll(/<\/?stranger>/g, '')) as Record<string, unknown>;
    delete answer['notice'];
    expectFor(tool, answer).toStrictEqual(await lodestone.request('GET', path));
  }
});

test('a list that would be too long is shorter, and its next page begins where it ended', async () => {
  const ids: string[] = [];
  for (let offset: number | null = 0; offset !== null && ids.length < 150;) {
    const page: any = await ask('list_subscribers', { limit: 200, offset });
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(25_000);
    ids.push(...page.data.map(({ id }: any) => id));
    offset = page.next_offset;
  }
  const { data } = await lodestone.subscribers.list({ limit: 200 });
  expect(ids.slice(0, 150)).toStrictEqual(data.slice(0, 150).map(({ id }) => id));
});

test('what is changed by name or email is changed in the account', async () => {
  const [{ email, id, tags }] = (await lodestone.subscribers.list({ status: 'active', order: 'recent' }))
    .data as [any];
  expect(
    (await ask('update_subscriber', { id: email, add_tags: ['from an agent', ' VIP '] })).tags.toSorted(),
  ).toStrictEqual([...tags, 'VIP', 'from an agent'].toSorted());
  expect((await ask('update_subscriber', { id, remove_tags: ['from an agent', 'VIP'] })).tags).toStrictEqual(
    tags,
  );
  const [campaign] = (await lodestone.campaigns.list({ status: 'active' })).data;
  expect((await ask('pause_campaign', { id: campaign!.name, reason: 'Asked by the owner' })).status).toBe(
    'paused',
  );
  expect((await ask('resume_campaign', { id: campaign!.id })).status).toBe('active');
  const [{ id: enrollment }] = (await lodestone.unibox.summary()).latest as [any];
  expect(
    (await ask('update_conversation', { enrollmentId: enrollment, reply_intent: 'interested' })).reply_intent,
  ).toBe('interested');
  expect((await ask('unsubscribe_subscriber', { id: email })).changed).toBe(true);
  const [draft] = (await lodestone.magnets.list({ status: 'draft' })).data;
  expect((await ask('update_magnet', { id: draft!.slug, status: 'archived' })).status).toBe('archived');
});

test('an error tells what to do next', async () => {
  expect(await refused('get_subscriber', { id: 'sub_x' })).toMatch(/not_found: .*list_subscribers/);
  expect(await refused('get_campaign_metrics', { id: 'Founders' })).toMatch(
    /may mean several: Founders, Q\d \(cmp_.*Call again with the id/,
  );
  expect(await refused('list_subscribers', { magnet: 'no such magnet' })).toMatch(
    /No magnet is called .* There are .*\(mag_/,
  );
  expect(await refused('list_subscribers', { temprature: 'hot' })).toMatch(
    /no input "temprature". There are .*temperature/,
  );
  expect(await refused('list_subscribers', { created_after: 'yesterday' })).toMatch(
    /invalid_parameter: created_after.*call again/,
  );
  for (const [input, says] of [
    [{ temperature: 'hott' }, 'temperature must be one of hot, warm, cool, cold; got "hott".'],
    [{ limit: 500 }, 'limit must be a whole number from 1 to 200; got 500.'],
    [{ limit: '5' }, 'limit must be a whole number from 1 to 200; got "5".'],
    [{ replied: 'no' }, 'replied must be true or false; got "no".'],
    [{ search: ['priya'] }, 'search must be a text'],
  ] as const)
    expect(await refused('list_subscribers', input)).toContain(says);
  expect(await refused('get_subscriber', {})).toContain('id is missing: it must be a text (Id or email).');
  expect(await refused('get_subscriber', { id: 'nobody@example.com' })).toContain(
    'Look with list_subscribers.',
  );
  const [bounced] = (await lodestone.campaigns.list({ status: 'bounced' })).data;
  expect(await refused('resume_campaign', { id: bounced!.id })).toMatch(/system_paused: .*Do not try again/);
  const reader = await connected(
    new Lodestone({ apiKey: server.keys.read_only, baseUrl: server.baseUrl }),
    undefined,
    true,
  );
  expect(await refused('pause_campaign', { id: bounced!.id }, reader)).toMatch(
    /insufficient_scope: .*Scope: campaigns:write\. Do not try again/,
  );
  await reader.close();
});

test('the dashboard and conversations are resources, and the prompts name tools that are there', async () => {
  const { contents } = await agent.readResource({ uri: 'lodestone://dashboard' });
  expect(JSON.parse((contents[0] as { text: string }).text)).toStrictEqual(
    await lodestone.request('GET', '/v1/dashboard'),
  );
  const { resources } = await agent.listResources();
  const conversation = resources.find(({ uri }) => uri.startsWith('lodestone://conversations/enr_'));
  present(conversation);
  const read = await agent.readResource({ uri: conversation.uri });
  expect(JSON.parse((read.contents[0] as { text: string }).text).lead.email).toBe(
    conversation.name.split(', ')[0],
  );

  const { prompts } = await agent.listPrompts();
  const tools = new Set((await agent.listTools()).tools.map(({ name }) => name));
  for (const { name } of prompts) {
    const { messages } = await agent.getPrompt({ name });
    const { text } = messages[0]!.content as { text: string };
    const named = text.match(/\b(get|list|check|update)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(2);
    for (const tool of named) expectFor(`${name}: ${tool}`, tools.has(tool)).toBe(true);
  }
});
