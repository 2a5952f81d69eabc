import { expect, test } from '@jest/globals';
import { LodestoneError } from '@lodestone/sdk';

import { cutOff, expectCode, failure, type Fault, faulty, json, raw, rejection, reset } from './faults.ts';

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
  test(`${name} is an error that says what came back`, async () => {
    const { lodestone } = await faulty(fault);
    const error = await rejection(lodestone.me({ retries: 0 }));
    expectCode(error, 'unexpected_response');
    expect(error.received).toBe(received);
    expect(error.message).toMatch(says);
    expect(error.message).toMatch(/GET http:.*\/v1\/me/);
  });
}

test('a body that breaks off is read again', async () => {
  const { lodestone, requests } = await faulty(cutOff, json(200, { account: {} }));
  expect(await lodestone.me()).toStrictEqual({ account: {} });
  expect(requests).toHaveLength(2);
});

test('a write is not sent on to where a redirect points', async () => {
  const { lodestone, requests } = await faulty(raw(301, '', { location: '/elsewhere' }), json(200, {}));
  expect(
    LodestoneError.is(await rejection(lodestone.subscribers.unsubscribe('sub_1')), 'unexpected_response'),
  ).toBe(true);
  expect(requests).toHaveLength(1);
});

test('no connection is an error of its own, which names the cause', async () => {
  const { lodestone } = await faulty(reset);
  const error = await rejection(lodestone.me({ baseUrl: 'http://127.0.0.1:1/api', retries: 0 }));
  expectCode(error, 'connection_failed');
  expect(error.message).toMatch(/ECONNREFUSED|bad port/);
  expect(LodestoneError.is(await rejection(lodestone.me({ retries: 0 })), 'connection_failed')).toBe(true);
});

test("an error carries the server's code, message, status, request id and rate limit", async () => {
  const headers = {
    'x-request-id': '0199c3f2-6f0b-7c51-9e1c-2f3d6a8b4e70',
    ratelimit: '"account";r=0;t=42',
    'ratelimit-policy': '"account";q=600;w=60',
  };
  const { lodestone, baseUrl } = await faulty(
    failure(403, 'insufficient_scope', headers, { required_scope: 'campaigns:write' }),
  );
  const error = await rejection(lodestone.campaigns.resume('cmp_1'));
  expectCode(error, 'insufficient_scope');
  expect(error.requiredScope).toBe('campaigns:write');
  expect(error.status).toBe(403);
  expect(error.requestId).toBe(headers['x-request-id']);
  expect(error.rateLimit).toStrictEqual({ limit: 600, remaining: 0, resetMs: 42_000 });
  expect(error.headers?.get('x-request-id')).toBe(headers['x-request-id']);
  expect(error.method).toBe('POST');
  expect(error.url).toBe(`${baseUrl}/v1/campaigns/cmp_1/resume`);
  expect(error.message).toMatch(/^It is insufficient_scope\./);
});

test('a parameter at fault is named; a fault in the body names none', async () => {
  const { lodestone } = await faulty(
    failure(400, 'invalid_parameter', {}, { param: 'limit' }),
    failure(400, 'invalid_parameter'),
  );
  const query = await rejection(lodestone.subscribers.list({ limit: 500 }));
  expectCode(query, 'invalid_parameter');
  expect(query.param).toBe('limit');
  const body = await rejection(lodestone.subscribers.update('sub_1', { tags: [] }));
  expectCode(body, 'invalid_parameter');
  expect(body.param).toBeUndefined();
});

test('a code that a later version of the service added comes through', async () => {
  const { lodestone } = await faulty(failure(422, 'not_yet_known'));
  const error = await rejection(lodestone.me());
  expect(error).toBeInstanceOf(LodestoneError);
  expect((error as LodestoneError).code as string).toBe('not_yet_known');
});

test('withResponse gives the data, status, headers, request id, rate limit and attempts', async () => {
  const headers = {
    'x-request-id': 'abc',
    ratelimit: '"account";r=598;t=9',
    'ratelimit-policy': '"account";q=600;w=60',
  };
  const { lodestone } = await faulty(json(200, { changed: true }, headers));
  const answer = await lodestone.subscribers.unsubscribe('sub_1').withResponse();
  expect(answer.data.changed).toBe(true);
  expect(answer.status).toBe(200);
  expect(answer.requestId).toBe('abc');
  expect(answer.headers.get('x-request-id')).toBe('abc');
  expect(answer.rateLimit).toStrictEqual({ limit: 600, remaining: 598, resetMs: 9000 });
  expect(answer.attempts).toBe(1);
});

test('a response that tells no rate limit gives none', async () => {
  const { lodestone } = await faulty(json(200, {}));
  expect((await lodestone.me().withResponse()).rateLimit).toBeUndefined();
});
