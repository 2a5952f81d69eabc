import { expect, test } from '@jest/globals';
import { LodestoneError, type Retry } from '@lodestone/sdk';

import { expectCode, failure, faulty, json, raw, rejection, reset } from './faults.ts';

const id = 'cmp_01k9x2m4q8f3tb6w0v7y5s1d2e';

for (const [name, fault] of [
  ['a 500', failure(500, 'internal_error')],
  ['a 503', failure(503, 'internal_error', { 'retry-after': '0' })],
  ["a proxy's empty 502", raw(502, '')],
  ['a 429', failure(429, 'rate_limited', { 'retry-after': '0' })],
  ['a reset connection', reset],
] as const) {
  test(`${name} is retried, on a read and on a write`, async () => {
    const read = await faulty(fault, json(200, { account: {} }));
    expect(await read.lodestone.me()).toStrictEqual({ account: {} });
    expect(read.requests).toHaveLength(2);

    const write = await faulty(fault, json(200, { status: 'paused' }));
    await write.lodestone.campaigns.pause(id, { reason: 'Bounces' });
    expect(write.requests.map(({ method, body }) => [method, body])).toStrictEqual(
      Array.from({ length: 2 }, () => ['POST', '{"reason":"Bounces"}']),
    );
  });
}

for (const [status, code] of [
  [400, 'invalid_parameter'],
  [401, 'expired_key'],
  [403, 'insufficient_scope'],
  [404, 'not_found'],
  [409, 'system_paused'],
  [409, 'invalid_state'],
] as const) {
  test(`a ${status} ${code} is final`, async () => {
    const { lodestone, requests } = await faulty(failure(status, code, { 'retry-after': '0' }));
    expect(LodestoneError.is(await rejection(lodestone.campaigns.resume(id)), code)).toBe(true);
    expect(requests).toHaveLength(1);
  });
}

test('the last error is thrown when the retries are used up, and tells how often it was tried', async () => {
  const { lodestone, requests } = await faulty(failure(503, 'internal_error', { 'retry-after': '0' }));
  const error = await rejection(lodestone.me({ retries: 3 }));
  expectCode(error, 'internal_error');
  expect(error.attempts).toBe(4);
  expect(requests).toHaveLength(4);
});

test('retries: 0 asks once', async () => {
  const { lodestone, requests } = await faulty(failure(503, 'internal_error', { 'retry-after': '0' }));
  await rejection(lodestone.me({ retries: 0 }));
  expect(requests).toHaveLength(1);
});

test('Retry-After in seconds is waited for', async () => {
  const { lodestone } = await faulty(failure(429, 'rate_limited', { 'retry-after': '1' }), json(200, {}));
  const retries: Retry[] = [];
  const started = performance.now();
  await lodestone.me({ onRetry: (retry) => retries.push(retry) });
  expect(retries).toHaveLength(1);
  expect(retries[0]!.delayMs).toBeGreaterThanOrEqual(1000);
  expect(retries[0]!.delayMs).toBeLessThanOrEqual(1100);
  expect(performance.now() - started).toBeGreaterThanOrEqual(995);
});

test("Retry-After as a date is measured from the server's own clock", async () => {
  const clock = Date.parse('2031-05-04T03:02:01Z');
  const headers = {
    date: new Date(clock).toUTCString(),
    'retry-after': new Date(clock + 40_000).toUTCString(),
  };
  const { lodestone } = await faulty(failure(429, 'rate_limited', headers));
  const error = await rejection(lodestone.me({ maxRetryAfterMs: 10_000 }));
  expectCode(error, 'rate_limited');
  expect(error.retryAfterMs).toBe(40_000);
});

test('a date that has passed means at once', async () => {
  const past = { 'retry-after': new Date(0).toUTCString() };
  const { lodestone } = await faulty(failure(429, 'rate_limited', past), json(200, {}));
  const retries: Retry[] = [];
  await lodestone.me({ onRetry: (retry) => retries.push(retry) });
  expect(retries.map(({ delayMs }) => delayMs)).toStrictEqual([0]);
});

test('a Retry-After above the cap throws at once, with the delay', async () => {
  const { lodestone, requests } = await faulty(failure(429, 'rate_limited', { 'retry-after': '3600' }));
  const error = await rejection(lodestone.me());
  expectCode(error, 'rate_limited');
  expect(error.retryAfterMs).toBe(3_600_000);
  expect(requests).toHaveLength(1);
});

test('without a Retry-After that can be read the wait grows, with jitter', async () => {
  const { lodestone } = await faulty(failure(503, 'internal_error', { 'retry-after': 'soon' }));
  const retries: Retry[] = [];
  await rejection(lodestone.me({ onRetry: (retry) => retries.push(retry) }));
  const [first, second] = retries.map(({ delayMs }) => delayMs);
  expect(first!).toBeGreaterThanOrEqual(250);
  expect(first!).toBeLessThanOrEqual(500);
  expect(second!).toBeGreaterThanOrEqual(500);
  expect(second!).toBeLessThanOrEqual(1000);
});

test("a wait is ended by the caller's signal", async () => {
  const { lodestone, requests } = await faulty(failure(429, 'rate_limited', { 'retry-after': '50' }));
  const controller = new AbortController();
  const reason = new Error('The user left.');
  const error = await rejection(
    lodestone.me({
      signal: controller.signal,
      onRetry: () => setTimeout(() => controller.abort(reason), 10),
    }),
  );
  expectCode(error, 'aborted');
  expect(error.cause).toBe(reason);
  expect(requests).toHaveLength(1);
});

test('onRetry is told why, which attempt failed and how long the wait is', async () => {
  const { lodestone } = await faulty(failure(429, 'rate_limited', { 'retry-after': '0' }), json(200, {}));
  const retries: Retry[] = [];
  await lodestone.me({ onRetry: (retry) => retries.push(retry) });
  expect(retries).toHaveLength(1);
  expect(retries[0]!.attempt).toBe(1);
  expect(retries[0]!.delayMs).toBe(0);
  expect(LodestoneError.is(retries[0]!.error, 'rate_limited')).toBe(true);
});

test('a key is asked for before every attempt', async () => {
  const { lodestone, requests } = await faulty(
    failure(503, 'internal_error', { 'retry-after': '0' }),
    json(200, {}),
  );
  let asked = 0;
  await lodestone.me({ apiKey: async () => `key-${++asked}` });
  expect(requests.map(({ headers }) => headers.authorization)).toStrictEqual([
    'Bearer key-1',
    'Bearer key-2',
  ]);
});
