import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LodestoneError, type Retry } from '@lodestone/sdk';

import { failure, faulty, json, raw, rejection, reset } from './faults.ts';

const id = 'cmp_01k9x2m4q8f3tb6w0v7y5s1d2e';

for (const [name, fault] of [
  ['a 500', failure(500, 'internal_error')],
  ['a 503', failure(503, 'internal_error', { 'retry-after': '0' })],
  ["a proxy's empty 502", raw(502, '')],
  ['a 429', failure(429, 'rate_limited', { 'retry-after': '0' })],
  ['a reset connection', reset],
] as const) {
  test(`${name} is retried, on a read and on a write`, async (t) => {
    const read = await faulty(t, fault, json(200, { account: {} }));
    assert.deepEqual(await read.lodestone.me(), { account: {} });
    assert.equal(read.requests.length, 2);

    const write = await faulty(t, fault, json(200, { status: 'paused' }));
    await write.lodestone.campaigns.pause(id, { reason: 'Bounces' });
    assert.deepEqual(
      write.requests.map(({ method, body }) => [method, body]),
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
  test(`a ${status} ${code} is final`, async (t) => {
    const { lodestone, requests } = await faulty(t, failure(status, code, { 'retry-after': '0' }));
    assert.ok(LodestoneError.is(await rejection(lodestone.campaigns.resume(id)), code));
    assert.equal(requests.length, 1);
  });
}

test('the last error is thrown when the retries are used up, and tells how often it was tried', async (t) => {
  const { lodestone, requests } = await faulty(t, failure(503, 'internal_error', { 'retry-after': '0' }));
  const error = await rejection(lodestone.me({ retries: 3 }));
  assert.ok(LodestoneError.is(error, 'internal_error'));
  assert.equal(error.attempts, 4);
  assert.equal(requests.length, 4);
});

test('retries: 0 asks once', async (t) => {
  const { lodestone, requests } = await faulty(t, failure(503, 'internal_error', { 'retry-after': '0' }));
  await rejection(lodestone.me({ retries: 0 }));
  assert.equal(requests.length, 1);
});

test('Retry-After in seconds is waited for', async (t) => {
  const { lodestone } = await faulty(t, failure(429, 'rate_limited', { 'retry-after': '1' }), json(200, {}));
  const retries: Retry[] = [];
  const started = performance.now();
  await lodestone.me({ onRetry: (retry) => retries.push(retry) });
  assert.equal(retries.length, 1);
  assert.ok(retries[0]!.delayMs >= 1000 && retries[0]!.delayMs <= 1100);
  assert.ok(performance.now() - started >= 995);
});

test("Retry-After as a date is measured from the server's own clock", async (t) => {
  const clock = Date.parse('2031-05-04T03:02:01Z');
  const headers = {
    date: new Date(clock).toUTCString(),
    'retry-after': new Date(clock + 40_000).toUTCString(),
  };
  const { lodestone } = await faulty(t, failure(429, 'rate_limited', headers));
  const error = await rejection(lodestone.me({ maxRetryAfterMs: 10_000 }));
  assert.ok(LodestoneError.is(error, 'rate_limited'));
  assert.equal(error.retryAfterMs, 40_000);
});

test('a date that has passed means at once', async (t) => {
  const past = { 'retry-after': new Date(0).toUTCString() };
  const { lodestone } = await faulty(t, failure(429, 'rate_limited', past), json(200, {}));
  const retries: Retry[] = [];
  await lodestone.me({ onRetry: (retry) => retries.push(retry) });
  assert.deepEqual(
    retries.map(({ delayMs }) => delayMs),
    [0],
  );
});

test('a Retry-After above the cap throws at once, with the delay', async (t) => {
  const { lodestone, requests } = await faulty(t, failure(429, 'rate_limited', { 'retry-after': '3600' }));
  const error = await rejection(lodestone.me());
  assert.ok(LodestoneError.is(error, 'rate_limited'));
  assert.equal(error.retryAfterMs, 3_600_000);
  assert.equal(requests.length, 1);
});

test('without a Retry-After that can be read the wait grows, with jitter', async (t) => {
  const { lodestone } = await faulty(t, failure(503, 'internal_error', { 'retry-after': 'soon' }));
  const retries: Retry[] = [];
  await rejection(lodestone.me({ onRetry: (retry) => retries.push(retry) }));
  const [first, second] = retries.map(({ delayMs }) => delayMs);
  assert.ok(first! >= 250 && first! <= 500);
  assert.ok(second! >= 500 && second! <= 1000);
});

test("a wait is ended by the caller's signal", async (t) => {
  const { lodestone, requests } = await faulty(t, failure(429, 'rate_limited', { 'retry-after': '50' }));
  const controller = new AbortController();
  const reason = new Error('The user left.');
  const error = await rejection(
    lodestone.me({
      signal: controller.signal,
      onRetry: () => setTimeout(() => controller.abort(reason), 10),
    }),
  );
  assert.ok(LodestoneError.is(error, 'aborted'));
  assert.equal(error.cause, reason);
  assert.equal(requests.length, 1);
});

test('onRetry is told why, which attempt failed and how long the wait is', async (t) => {
  const { lodestone } = await faulty(t, failure(429, 'rate_limited', { 'retry-after': '0' }), json(200, {}));
  const retries: Retry[] = [];
  await lodestone.me({ onRetry: (retry) => retries.push(retry) });
  assert.equal(retries.length, 1);
  assert.equal(retries[0]!.attempt, 1);
  assert.equal(retries[0]!.delayMs, 0);
  assert.ok(LodestoneError.is(retries[0]!.error, 'rate_limited'));
});

test('a key is asked for before every attempt', async (t) => {
  const { lodestone, requests } = await faulty(
    t,
    failure(503, 'internal_error', { 'retry-after': '0' }),
    json(200, {}),
  );
  let asked = 0;
  await lodestone.me({ apiKey: async () => `key-${++asked}` });
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization),
    ['Bearer key-1', 'Bearer key-2'],
  );
});
