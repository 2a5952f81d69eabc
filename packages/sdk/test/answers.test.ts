import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LodestoneError } from '@lodestone/sdk';

import { cutOff, failure, type Fault, faulty, json, raw, rejection, reset } from './faults.ts';

const html = '<!doctype html><title>Sign in</title>';

for (const [name, fault, received, says] of [
  ['an HTML page with status 200', raw(200, html, { 'content-type': 'text/html' }), 'html', /html.*Sign in/],
  ['an empty 502', raw(502, ''), 'empty', /502/],
  ['an empty 200', raw(200, ''), 'empty', /200/],
  ['a body that breaks off', cutOff, 'cut_off', /cut off/],
  [
    'invalid JSON',
    raw(200, '{"data": [1,', { 'content-type': 'application/json' }),
    'invalid_json',
    /invalid json/,
  ],
  ['JSON that is no object', json(200, ['a']), 'other_json', /other json/],
  ['a failure of another API', json(404, { message: 'No such route' }), 'other_json', /No such route/],
  [
    'a redirect',
    raw(301, '', { location: 'https://example.com/api/v1/me' }),
    'redirect',
    /https:\/\/example\.com/,
  ],
] as [string, Fault, string, RegExp][]) {
  test(`${name} is an error that says what came back`, async (t) => {
    const { lodestone } = await faulty(t, fault);
    const error = await rejection(lodestone.me({ retries: 0 }));
    assert.ok(LodestoneError.is(error, 'unexpected_response'));
    assert.equal(error.received, received);
    assert.match(error.message, says);
    assert.match(error.message, /GET http:.*\/v1\/me/);
  });
}

test('a body that breaks off is read again', async (t) => {
  const { lodestone, requests } = await faulty(t, cutOff, json(200, { account: {} }));
  assert.deepEqual(await lodestone.me(), { account: {} });
  assert.equal(requests.length, 2);
});

test('a write is not sent on to where a redirect points', async (t) => {
  const { lodestone, requests } = await faulty(t, raw(301, '', { location: '/elsewhere' }), json(200, {}));
  assert.ok(
    LodestoneError.is(await rejection(lodestone.subscribers.unsubscribe('sub_1')), 'unexpected_response'),
  );
  assert.equal(requests.length, 1);
});

test('no connection is an error of its own, which names the cause', async (t) => {
  const { lodestone } = await faulty(t, reset);
  const error = await rejection(lodestone.me({ baseUrl: 'http://127.0.0.1:1/api', retries: 0 }));
  assert.ok(LodestoneError.is(error, 'connection_failed'));
  assert.match(error.message, /ECONNREFUSED|bad port/);
  assert.ok(LodestoneError.is(await rejection(lodestone.me({ retries: 0 })), 'connection_failed'));
});

test("an error carries the server's code, message, status, request id and rate limit", async (t) => {
  const headers = {
    'x-request-id': '0199c3f2-6f0b-7c51-9e1c-2f3d6a8b4e70',
    ratelimit: '"account";r=0;t=42',
    'ratelimit-policy': '"account";q=600;w=60',
  };
  const { lodestone, baseUrl } = await faulty(
    t,
    failure(403, 'insufficient_scope', headers, { required_scope: 'campaigns:write' }),
  );
  const error = await rejection(lodestone.campaigns.resume('cmp_1'));
  assert.ok(LodestoneError.is(error, 'insufficient_scope'));
  assert.equal(error.requiredScope, 'campaigns:write');
  assert.equal(error.status, 403);
  assert.equal(error.requestId, headers['x-request-id']);
  assert.deepEqual(error.rateLimit, { limit: 600, remaining: 0, resetMs: 42_000 });
  assert.equal(error.headers?.get('x-request-id'), headers['x-request-id']);
  assert.equal(error.method, 'POST');
  assert.equal(error.url, `${baseUrl}/v1/campaigns/cmp_1/resume`);
  assert.match(error.message, /^It is insufficient_scope\./);
});

test('a parameter at fault is named; a fault in the body names none', async (t) => {
  const { lodestone } = await faulty(
    t,
    failure(400, 'invalid_parameter', {}, { param: 'limit' }),
    failure(400, 'invalid_parameter'),
  );
  const query = await rejection(lodestone.subscribers.list({ limit: 500 }));
  assert.ok(LodestoneError.is(query, 'invalid_parameter'));
  assert.equal(query.param, 'limit');
  const body = await rejection(lodestone.subscribers.update('sub_1', { tags: [] }));
  assert.ok(LodestoneError.is(body, 'invalid_parameter'));
  assert.equal(body.param, undefined);
});

test('a code that a later version of the service added comes through', async (t) => {
  const { lodestone } = await faulty(t, failure(422, 'not_yet_known'));
  const error = await rejection(lodestone.me());
  assert.ok(LodestoneError.is(error));
  assert.equal(error.code as string, 'not_yet_known');
});

test('withResponse gives the data, status, headers, request id, rate limit and attempts', async (t) => {
  const headers = {
    'x-request-id': 'abc',
    ratelimit: '"account";r=598;t=9',
    'ratelimit-policy': '"account";q=600;w=60',
  };
  const { lodestone } = await faulty(t, json(200, { changed: true }, headers));
  const answer = await lodestone.subscribers.unsubscribe('sub_1').withResponse();
  assert.equal(answer.data.changed, true);
  assert.equal(answer.status, 200);
  assert.equal(answer.requestId, 'abc');
  assert.equal(answer.headers.get('x-request-id'), 'abc');
  assert.deepEqual(answer.rateLimit, { limit: 600, remaining: 598, resetMs: 9000 });
  assert.equal(answer.attempts, 1);
});

test('a response that tells no rate limit gives none', async (t) => {
  const { lodestone } = await faulty(t, json(200, {}));
  assert.equal((await lodestone.me().withResponse()).rateLimit, undefined);
});
