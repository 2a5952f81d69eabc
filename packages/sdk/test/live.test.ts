import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Lodestone, LodestoneError } from '@lodestone/sdk';

import { startServer, type TestServer } from '../../server/test/server.ts';
import { rejection } from './faults.ts';

let server: TestServer;
let lodestone: Lodestone;

before(async () => {
  server = await startServer();
  lodestone = new Lodestone({ apiKey: server.keys.full, baseUrl: server.baseUrl });
});
after(() => server?.close());

const raw = async (line: string, options?: object) => (await server.call(line, options)).body as unknown;

test('every read brings what the API answers', async () => {
  const [magnet] = (await lodestone.magnets.list({ status: 'public' })).data;
  const [campaign] = (await lodestone.campaigns.list({ status: 'active' })).data;
  const [subscriber] = (await lodestone.subscribers.list({ order: 'recent' })).data;
  const [conversation] = (await lodestone.unibox.summary()).latest;
  assert.ok(magnet && campaign && subscriber && conversation);
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
  for (const [line, call, options] of pairs) assert.deepEqual(await call, await raw(line, options), line);

  // A key's last use moves on.
  const { account, totals } = await lodestone.me();
  const me = (await raw('GET /v1/me')) as { account: object; totals: object };
  assert.deepEqual([account, totals], [me.account, me.totals]);
});

test('every write changes what it says', async () => {
  const [magnet] = (await lodestone.magnets.list({ status: 'draft' })).data;
  assert.equal((await lodestone.magnets.setStatus(magnet!.id, 'archived')).status, 'archived');

  const [subscriber] = (await lodestone.subscribers.list({ status: 'active' })).data;
  const edited = await lodestone.subscribers.update(subscriber!.id, {
    tags: ['b', 'a', 'b'],
    last_name: 'Rao',
  });
  assert.deepEqual([edited.tags, edited.last_name], [['a', 'b'], 'Rao']);
  assert.equal((await lodestone.subscribers.unsubscribe(subscriber!.id)).changed, true);
  assert.equal((await lodestone.subscribers.unsubscribe(subscriber!.id)).changed, false);

  const [campaign] = (await lodestone.campaigns.list({ status: 'active' })).data;
  const paused = await lodestone.campaigns.pause(campaign!.id, { reason: 'Holidays' });
  assert.deepEqual([paused.status, paused.pause?.by, paused.pause?.reason], ['paused', 'api', 'Holidays']);
  assert.equal((await lodestone.campaigns.resume(campaign!.id)).status, 'active');
  assert.equal((await lodestone.campaigns.pause(campaign!.id)).pause?.reason, null);

  const [conversation] = (await lodestone.unibox.summary()).latest;
  assert.equal((await lodestone.unibox.setIntent(conversation!.id, 'won')).reply_intent, 'won');
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
    assert.ok(LodestoneError.is(error, code), `${code}: ${String(error)}`);
    assert.equal(error.status, status);
    assert.match(error.requestId ?? '', /^[\da-f-]{36}$/);
    if (LodestoneError.is(error, 'insufficient_scope')) assert.equal(error.requiredScope, 'magnets:write');
    if (LodestoneError.is(error, 'invalid_parameter')) assert.equal(error.param, 'limit');
  }
});

test('a quota that is used up is waited for, or told', async (t) => {
  const limited = await startServer(undefined, { rateLimit: 2 });
  t.after(() => limited.close());
  const client = new Lodestone({ apiKey: limited.keys.full, baseUrl: limited.baseUrl });
  const { rateLimit } = await client.me().withResponse();
  assert.deepEqual([rateLimit?.limit, rateLimit?.remaining], [2, 1]);
  await client.me();
  const error = await rejection(client.me({ maxRetryAfterMs: 0 }));
  assert.ok(LodestoneError.is(error, 'rate_limited'));
  assert.ok(error.retryAfterMs! >= 1_000 && error.retryAfterMs! <= 60_000);
  assert.equal(error.rateLimit?.remaining, 0);
});
