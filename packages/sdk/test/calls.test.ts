import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import * as sdk from '@lodestone/sdk';

import { expectFor } from '../../../scripts/jest/support.ts';
import { failure, faulty, json, rejection } from './faults.ts';

const { LodestoneError } = sdk;

test('a call is sent once, however often it is asked for', async () => {
  const { lodestone, requests } = await faulty(json(200, { account: {} }));
  const call = lodestone.me();
  await Promise.all([call, call.withResponse(), call.then(String), call.finally(() => {})]);
  expect(requests).toHaveLength(1);
});

test('a read that nobody asks for is not sent; a write is', async () => {
  const { lodestone, requests } = await faulty(json(200, {}));
  void lodestone.me();
  void lodestone.campaigns.pause('cmp_1');
  await lodestone.unibox.summary();
  await setImmediate();
  expect(requests.map(({ url }) => url).toSorted()).toStrictEqual([
    '/api/v1/campaigns/cmp_1/pause',
    '/api/v1/unibox',
  ]);
});

test('a failure that is handled on withResponse is not reported as unhandled', async () => {
  const { lodestone } = await faulty(failure(404, 'not_found'));
  await rejection(lodestone.magnets.get('mag_1').withResponse());
  await rejection(lodestone.magnets.setStatus('mag_1', 'draft').withResponse());
  // jest fails a test that leaves a rejection unhandled until then.
  await setImmediate();
  await setImmediate();
});

test('an error is known across the ESM and the CommonJS copy', async () => {
  const copy = createRequire(import.meta.url)('@lodestone/sdk') as typeof sdk;
  expect(copy.LodestoneError).not.toBe(LodestoneError);
  const { lodestone } = await faulty(failure(404, 'not_found'));
  const error = await rejection(lodestone.me());
  expect(copy.LodestoneError.is(error, 'not_found')).toBe(true);
  expect(error).toBeInstanceOf(copy.LodestoneError);
  expect(copy.LodestoneError.is(error, 'rate_limited')).toBe(false);
  expect(LodestoneError.is(new Error('other'))).toBe(false);
  expect(LodestoneError.is(null)).toBe(false);
});

test('a printed error shows its name and message, and neither headers nor what it has not', async () => {
  const { inspect } = await import('node:util');
  const { lodestone } = await faulty(failure(404, 'not_found', { 'x-request-id': 'abc' }));
  const printed = inspect(await rejection(lodestone.me()));
  expect(printed).toMatch(/^LodestoneError: It is not_found\./);
  expect(printed).toMatch(/requestId: 'abc'/);
  expect(printed).not.toMatch(/Headers|undefined/);
});

test('the stack leads to the line that called', async () => {
  const { lodestone } = await faulty(failure(404, 'not_found'));
  const error = (await rejection((async () => await lodestone.me())())) as Error;
  expect(error.stack!).toMatch(/calls\.test\.ts/);
});

test('an id that would lead to another address is refused before anything is sent', async () => {
  const { lodestone, requests } = await faulty(json(200, {}));
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    expectFor(
      String(id),
      LodestoneError.is(await rejection(lodestone.magnets.get(id)), 'invalid_usage'),
    ).toBe(true);
  }
  await lodestone.magnets.get('a/../b?c');
  expect(requests.map(({ url }) => url)).toStrictEqual(['/api/v1/magnets/a%2F..%2Fb%3Fc']);
});

test('every parameter arrives as it was given', async () => {
  const { lodestone, requests } = await faulty(json(200, { data: [], has_more: false, next_offset: null }));
  await lodestone.subscribers.list({
    search: 'a+b@c.d %_é&=',
    tag: undefined,
    created_after: '2026-09-01T00:00:00+05:30',
    min_score: 0,
  });
  expect(Object.fromEntries(new URL(requests[0]!.url, 'http://x').searchParams)).toStrictEqual({
    search: 'a+b@c.d %_é&=',
    created_after: '2026-09-01T00:00:00+05:30',
    min_score: '0',
  });
});
