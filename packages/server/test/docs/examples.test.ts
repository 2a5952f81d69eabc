import { describe, expect, test } from '@jest/globals';
import { JOB_NAMES } from '@lodestone/jobs/job.js';
import { idsIn } from '../find.ts';
import type { AskedList } from '../contract-types.ts';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { DOCUMENT, OPERATIONS, validatorOfSchema } from '../answers.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON an example holds
type Json = any;

interface Media {
  schema: object;
  examples: Record<string, { $ref?: string; value?: unknown }>;
}
interface Described {
  requestBody?: { content: { 'application/json': Media } };
  responses: Record<string, { $ref?: string; content?: { 'application/json': Media } }>;
}

const described = new Map(
  Object.values(DOCUMENT.paths).flatMap(
    (item) =>
      Object.values(item).flatMap((operation) =>
        operation.operationId ? [[operation.operationId, operation as unknown as Described]] : [],
      ) as [string, Described][],
  ),
);

/** Follows a reference within the document. */
function resolve<Node extends { $ref?: string }>(node: Node): Node {
  if (node.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce<Json>((at, key) => at[key], DOCUMENT) as Node;
}

/** Every example of an operation, with where it stands. */
function examplesOf(id: string): { where: string; status: string; schema: object; value: Json }[] {
  const { requestBody, responses } = described.get(id)!;
  const places: [string, Media][] = Object.entries(responses).map(([status, response]) => [
    status,
    resolve(response).content!['application/json'],
  ]);
  if (requestBody) places.push(['body', requestBody.content['application/json']]);
  return places.flatMap(([status, { schema, examples }]) =>
    Object.entries(examples).map(([name, example]) => {
      const { value } = resolve(example);
      return { where: `${status}: ${name}`, status, schema, value };
    }),
  );
}

describe('the examples of the document', () => {
  for (const { id } of OPERATIONS) {
    test(`of ${id} hold every field of their schema and nothing else`, () => {
      for (const { where, schema, value } of examplesOf(id)) {
        const validate = validatorOfSchema(schema);
        expectFor(`${where}: ${JSON.stringify(validate.errors)}`, validate(value)).toBe(true);
      }
    });

    test(`of ${id} show each failure under the status of its code`, () => {
      const codes = Map.groupBy(
        examplesOf(id).filter(({ status }) => /^[45]/.test(status)),
        ({ status }) => status,
      );
      for (const [status, examples] of codes) {
        for (const { value } of examples) expectFor(status, CODES[status]).toContain(value.error.code);
      }
      const of401 = new Set(codes.get('401')!.map(({ value }) => value.error.code));
      expect([...of401].toSorted()).toStrictEqual([
        'expired_key',
        'invalid_key',
        'revoked_key',
        'unauthorized',
      ]);
    });

    test(`of ${id} give rates that are what their parts make`, () => {
      for (const { value } of examplesOf(id)) assertRates(value);
    });

    test(`of ${id} give scores and stages that come of what they show`, () => {
      for (const { value } of examplesOf(id)) assertStory(value);
    });
  }
});

test('the examples name jobs that run, and parts that call a model', () => {
  const [activity, usage] = ['listActivity', 'getUsage'].map(
    (id) => examplesOf(id).find(({ status }) => status === '200')!.value,
  );
  for (const { job } of activity.data) expect(JOB_NAMES).toContain(job);
  for (const { endpoint } of usage.by_endpoint) expect([...JOB_NAMES, 'test']).toContain(endpoint);
});

const CODES: Record<string, string[]> = {
  400: ['invalid_parameter', 'test_send_required'],
  401: ['unauthorized', 'invalid_key', 'expired_key', 'revoked_key'],
  403: ['insufficient_scope'],
  404: ['not_found'],
  409: ['invalid_state', 'system_paused'],
  413: ['invalid_parameter'],
  415: ['invalid_parameter'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['internal_error'],
};

/** A bounced campaign send is no longer sent, a bounced delivery still is; only deliveries tell `delivered`. */
function assertRates(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) assertRates(inner);
  const left = 'delivered' in value ? value.sent : value.sent + value.bounced;
  const rates: [string, number, number][] = [
    ['open_rate', value.opened, value.sent],
    ['click_rate', value.clicked, value.sent],
    ['bounce_rate', value.bounced, left],
    ['reply_rate', value.replies ?? value.replied, value.enrollments ?? left],
    ['conversion_rate', value.conversions, value.enrollments],
  ];
  for (const [rate, part, whole] of rates) {
    if (rate in value)
      expectFor(rate, value[rate]).toBe(whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4);
  }
}

/** The lead score as the document has it under Figures, of somebody active within 30 days; and whom a campaign wrote to. */
function assertStory(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) assertStory(inner);
  if ('engagement' in value) {
    const { requests, opened, clicked, replied } = value.engagement;
    const points =
      12 * Math.min(requests, 3) +
      5 * Math.min(opened, 5) +
      10 * Math.min(clicked, 3) +
      30 * Math.min(replied, 1);
    expectFor(value.email, value.lead_score).toBe(Math.min(points, 100));
  }
  if ('lead_score' in value) {
    const band = [75, 50, 25, 0].findIndex((least) => value.lead_score >= least);
    expectFor(value.email, value.temperature).toBe(['hot', 'warm', 'cool', 'cold'][band]);
  }
  if ('reply_rate' in value && 'steps' in value) {
    const contacted = value.funnel.find(({ stage }: Json) => stage === 'contacted');
    expectFor('contacted', contacted.count).toBe(value.steps[0].sent);
  }
}

/** How to have an operation answer 200 on the demo account. */
const CALLS: Record<string, (server: TestServer) => Promise<{ line: string; body?: unknown }>> = {
  getMe: async () => ({ line: 'GET /v1/me' }),
  getUsage: async () => ({ line: 'GET /v1/usage?range=all' }),
  listActivity: async () => ({ line: 'GET /v1/activity?limit=200' }),
  listEmailAccounts: async () => ({ line: 'GET /v1/email-accounts' }),
  getDashboard: async () => ({ line: 'GET /v1/dashboard' }),
  listMagnets: async () => ({ line: 'GET /v1/magnets' }),
  getMagnet: async (server) => ({
    line: `GET /v1/magnets/${await idIn(server, '/v1/magnets?status=public')}`,
  }),
  updateMagnet: async (server) => ({
    line: `PATCH /v1/magnets/${await idIn(server, '/v1/magnets?status=public')}`,
    body: { status: 'public' },
  }),
  listSubscribers: async () => ({ line: 'GET /v1/subscribers' }),
  getSubscriber: async (server) => ({ line: `GET /v1/subscribers/${await idIn(server, '/v1/subscribers')}` }),
  updateSubscriber: async (server) => ({
    line: `PATCH /v1/subscribers/${await idIn(server, '/v1/subscribers')}`,
    body: { tags: ['founder', 'vip'] },
  }),
  unsubscribeSubscriber: async (server) => ({
    line: `POST /v1/subscribers/${await idIn(server, '/v1/subscribers?status=active')}/unsubscribe`,
  }),
  listCampaigns: async () => ({ line: 'GET /v1/campaigns' }),
  getCampaignMetrics: async (server) => ({
    line: `GET /v1/campaigns/${await idIn(server, '/v1/campaigns?status=active')}/metrics`,
  }),
  pauseCampaign: async (server) => ({
    line: `POST /v1/campaigns/${await idIn(server, '/v1/campaigns?status=active')}/pause`,
    body: { reason: 'Reworking step two' },
  }),
  resumeCampaign: async (server) => ({
    line: `POST /v1/campaigns/${await idIn(server, '/v1/campaigns?status=paused')}/resume`,
  }),
  getUnibox: async () => ({ line: 'GET /v1/unibox' }),
  getConversation: async (server) => ({ line: `GET /v1/unibox/${await latest(server)}` }),
  updateConversation: async (server) => ({
    line: `PATCH /v1/unibox/${await latest(server)}`,
    body: { reply_intent: 'interested' },
  }),
};

async function idIn(server: TestServer, list: AskedList): Promise<string> {
  return (await idsIn(server, list))[0]!;
}

async function latest(server: TestServer): Promise<string> {
  return (await server.call('GET /v1/unibox')).body.latest[0]!.id;
}

onEveryDatabase((server) => {
  for (const { id } of OPERATIONS) {
    test(`${id} answers the demo account in the shape that its examples have`, async () => {
      const { line, body } = await CALLS[id]!(server);
      const answer = await server.call(line, { body });
      expectFor(answer.text, answer.status).toBe(200);
      const shown = pathsOf(
        examplesOf(id)
          .filter(({ status }) => status === '200')
          .map(({ value }) => value),
      );
      const answered = pathsOf([answer.body]);
      // Answered, and in no example.
      expect([...answered].filter((path) => !shown.has(path))).toStrictEqual([]);
      // Shown only.
      expect([...shown].filter((path) => !answered.has(path) && !isOptional(path, answered))).toStrictEqual(
        [],
      );
    });
  }
});

/** The paths of all fields: `data[].performance.open_rate`. */
function pathsOf(value: unknown, at = '', paths = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    for (const inner of value) pathsOf(inner, at === '' ? '' : `${at}[]`, paths);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const path = at === '' ? name : `${at}.${name}`;
      paths.add(path);
      pathsOf(inner, path, paths);
    }
  }
  return paths;
}

/** Below a field that may be null or an empty array, and now is, nothing can be answered. */
function isOptional(path: string, answered: Set<string>): boolean {
  const parent = path.slice(0, path.lastIndexOf('.')).replace(/\[\]$/, '');
  return answered.has(parent)
    ? ![...answered].some((other) => other.startsWith(`${parent}.`) || other.startsWith(`${parent}[].`))
    : isOptional(parent, answered);
}
