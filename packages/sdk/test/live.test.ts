import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lodestone, LodestoneError } from '@lodestone/sdk';

import { afterTest, expectFor, present } from '../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { expectCode, rejection } from './faults.ts';

let server: TestServer;
let lodestone: Lodestone;

beforeAll(async () => {
  server = await startServer();
  lodestone = new Lodestone({ apiKey: server.keys.full, baseUrl: server.baseUrl });
});
afterAll(() => server?.close());

const raw = async (line: string, options?: object) => (await server.call(line, options)).body as unknown;

test('every read brings what the API answers', async () => {
  const [magnet] = (await lodestone.magnets.list({ status: 'public' })).data;
  const [campaign] = (await lodestone.campaigns.list({ status: 'active' })).data;
  const [subscriber] = (await lodestone.subscribers.list({ order: 'recent' })).data;
  const [conversation] = (await lodestone.unibox.summary()).latest;
  present(magnet);
  present(campaign);
  present(subscriber);
  present(conversation);
  const pairs: [string, PromiseLike<unknown>, object?][] = [
    ['GET /v1/usage', lodestone.usage({ range: '7d' }), { query: { range: '7d' } }],
    [
      'GET /v1/activity',
      lodestone.activity.list({ job: 'send_pending' }),
      { query: { job: 'send_pending' } },
    ],
    ['GET /v1/email-accounts', lodestone.emailAccounts.list()],
    [
      'GET /v1/dashboard',
      lodestone.dashboard({ range: '90d', scope: 'all' }),
      { query: { range: '90d', scope: 'all' } },
    ],
    ['GET /v1/magnets', lodestone.magnets.list({ limit: 2, offset: 1 }), { query: { limit: 2, offset: 1 } }],
    [`GET /v1/magnets/${magnet.id}`, lodestone.magnets.get(magnet.id)],
    [
      'GET /v1/subscribers',
      lodestone.subscribers.list({
        temperature: 'warm',
        min_score: 60,
        status: 'active',
        magnet_id: magnet.id,
      }),
      { query: { temperature: 'warm', min_score: 60, status: 'active', magnet_id: magnet.id } },
    ],
    [`GET /v1/subscribers/${subscriber.id}`, lodestone.subscribers.get(subscriber.id)],
    ['GET /v1/campaigns', lodestone.campaigns.list({ status: 'paused' }), { query: { status: 'paused' } }],
    [`GET /v1/campaigns/${campaign.id}/metrics`, lodestone.campaigns.metrics(campaign.id)],
    ['GET /v1/unibox', lodestone.unibox.summary()],
    [`GET /v1/unibox/${conversation.id}`, lodestone.unibox.conversation(conversation.id)],
  ];
  for (const [line, call, options] of pairs)
    expectFor(line, await call).toStrictEqual(await raw(line, options));

  // A key's last use moves on.
  const { account, totals } = await lodestone.me();
  const me = (await raw('GET /v1/me')) as { account: object; totals: object };
  expect([account, totals]).toStrictEqual([me.account, me.totals]);
});

test('every write changes what it says', async () => {
  const [magnet] = (await lodestone.magnets.list({ status: 'draft' })).data;
  expect((await lodestone.magnets.setStatus(magnet!.id, 'archived')).status).toBe('archived');

  const [subscriber] = (await lodestone.subscribers.list({ status: 'active' })).data;
  const edited = await lodestone.subscribers.update(subscriber!.id, {
    tags: ['b', 'a', 'b'],
    last_name: 'Rao',
  });
  expect([edited.tags, edited.last_name]).toStrictEqual([['a', 'b'], 'Rao']);
  expect((await lodestone.subscribers.unsubscribe(subscriber!.id)).changed).toBe(true);
  expect((await lodestone.subscribers.unsubscribe(subscriber!.id)).changed).toBe(false);

  const [campaign] = (await lodestone.campaigns.list({ status: 'active' })).data;
  const paused = await lodestone.campaigns.pause(campaign!.id, { reason: 'Holidays' });
  expect([paused.status, paused.pause?.by, paused.pause?.reason]).toStrictEqual([
    'paused',
    'api',
    'Holidays',
  ]);
  expect((await lodestone.campaigns.resume(campaign!.id)).status).toBe('active');
  expect((await lodestone.campaigns.pause(campaign!.id)).pause?.reason).toBeNull();

  const [conversation] = (await lodestone.unibox.summary()).latest;
  expect((await lodestone.unibox.setIntent(conversation!.id, 'won')).reply_intent).toBe('won');
});

test('every refusal of the API arrives as its code', async () => {
  const id = async (status: 'bounced' | 'completed') =>
    (await lodestone.campaigns.list({ status })).data[0]!.id;
  const [bounced, completed] = [await id('bounced'), await id('completed')];
  const withKey = (apiKey: string) => ({ apiKey });
  for (const [code, status, call] of [
    ['invalid_key', 401, () => lodestone.me(withKey('lodestone_live_no'))],
    ['expired_key', 401, () => lodestone.me(withKey(server.keys.expired))],
    ['revoked_key', 401, () => lodestone.me(withKey(server.keys.revoked))],
    ['unauthorized', 401, () => lodestone.me({ apiKey: null })],
    [
      'insufficient_scope',
      403,
      () => lodestone.magnets.setStatus('mag_x', 'draft', withKey(server.keys.read_only)),
    ],
    ['not_found', 404, () => lodestone.subscribers.get('sub_x')],
    ['invalid_parameter', 400, () => lodestone.subscribers.list({ limit: 500 })],
    ['system_paused', 409, () => lodestone.campaigns.resume(bounced)],
    ['invalid_state', 409, () => lodestone.campaigns.pause(completed)],
  ] as const) {
    const error = await rejection(call());
    expectCode(error, code);
    expect(error.status).toBe(status);
    expect(error.requestId ?? '').toMatch(/^[\da-f-]{36}$/);
    if (LodestoneError.is(error, 'insufficient_scope')) expect(error.requiredScope).toBe('magnets:write');
    if (LodestoneError.is(error, 'invalid_parameter')) expect(error.param).toBe('limit');
  }
});

test('a quota that is used up is waited for, or told', async () => {
  const limited = await startServer(undefined, { rateLimit: 2 });
  afterTest(() => limited.close());
  const client = new Lodestone({ apiKey: limited.keys.full, baseUrl: limited.baseUrl });
  const { rateLimit } = await client.me().withResponse();
  expect([rateLimit?.limit, rateLimit?.remaining]).toStrictEqual([2, 1]);
  await client.me();
  const error = await rejection(client.me({ maxRetryAfterMs: 0 }));
  expectCode(error, 'rate_limited');
  expect(error.retryAfterMs!).toBeGreaterThanOrEqual(1_000);
  expect(error.retryAfterMs!).toBeLessThanOrEqual(60_000);
  expect(error.rateLimit?.remaining).toBe(0);
});
