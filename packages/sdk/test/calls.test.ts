import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';

import * as sdk from '@lodestone/sdk';

import { failure, faulty, json, rejection } from './faults.ts';

const { LodestoneError } = sdk;

test('a call is sent once, however often it is asked for', async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, { account: {} }));
  const call = lodestone.me();
  await Promise.all([call, call.withResponse(), call.then(String), call.finally(() => {})]);
  assert.equal(requests.length, 1);
});

test('a read that nobody asks for is not sent; a write is', async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, {}));
  void lodestone.me();
  void lodestone.campaigns.pause('cmp_1');
  await lodestone.unibox.summary();
  await setImmediate();
  assert.deepEqual(requests.map(({ url }) => url).toSorted(), [
    '/api/v1/campaigns/cmp_1/pause',
    '/api/v1/unibox',
  ]);
});

test('a failure that is handled on withResponse is not reported as unhandled', async (t) => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  t.after(() => process.off('unhandledRejection', listen));
  const { lodestone } = await faulty(t, failure(404, 'not_found'));
  await rejection(lodestone.magnets.get('mag_1').withResponse());
  await rejection(lodestone.magnets.setStatus('mag_1', 'draft').withResponse());
  await setImmediate();
  await setImmediate();
  assert.deepEqual(unhandled, []);
});

test('an error is known across the ESM and the CommonJS copy', async (t) => {
  const copy = createRequire(import.meta.url)('@lodestone/sdk') as typeof sdk;
  assert.notEqual(copy.LodestoneError, LodestoneError);
  const { lodestone } = await faulty(t, failure(404, 'not_found'));
  const error = await rejection(lodestone.me());
  assert.ok(copy.LodestoneError.is(error, 'not_found'));
  assert.ok(error instanceof copy.LodestoneError);
  assert.ok(!copy.LodestoneError.is(error, 'rate_limited'));
  assert.ok(!LodestoneError.is(new Error('other')));
  assert.ok(!LodestoneError.is(null));
});

test('a printed error shows its name and message, and neither headers nor what it has not', async (t) => {
  const { inspect } = await import('node:util');
  const { lodestone } = await faulty(t, failure(404, 'not_found', { 'x-request-id': 'abc' }));
  const printed = inspect(await rejection(lodestone.me()));
  assert.match(printed, /^LodestoneError: It is not_found\./);
  assert.match(printed, /requestId: 'abc'/);
  assert.doesNotMatch(printed, /Headers|undefined/);
});

test('the stack leads to the line that called', async (t) => {
  const { lodestone } = await faulty(t, failure(404, 'not_found'));
  const error = (await rejection((async () => await lodestone.me())())) as Error;
  assert.match(error.stack!, /calls\.test\.ts/);
});

test('an id that would lead to another address is refused before anything is sent', async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, {}));
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    assert.ok(LodestoneError.is(await rejection(lodestone.magnets.get(id)), 'invalid_usage'), String(id));
  }
  await lodestone.magnets.get('a/../b?c');
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/api/v1/magnets/a%2F..%2Fb%3Fc'],
  );
});

test('every parameter arrives as it was given', async (t) => {
  const { lodestone, requests } = await faulty(
    t,
    json(200, { data: [], has_more: false, next_offset: null }),
  );
  await lodestone.subscribers.list({
    search: 'a+b@c.d %_é&=',
    tag: undefined,
    created_after: '2026-09-01T00:00:00+05:30',
    min_score: 0,
  });
  assert.deepEqual(Object.fromEntries(new URL(requests[0]!.url, 'http://x').searchParams), {
    search: 'a+b@c.d %_é&=',
    created_after: '2026-09-01T00:00:00+05:30',
    min_score: '0',
  });
});
