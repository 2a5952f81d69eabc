import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';

import { LodestoneError } from '@lodestone/sdk';

import { faulty, json, rejection, silence, slowBody } from './faults.ts';

test('a server that never answers is a timeout', async (t) => {
  const { lodestone } = await faulty(t, silence);
  const error = await rejection(lodestone.me({ timeoutMs: 50, retries: 0 }));
  assert.ok(LodestoneError.is(error, 'timeout'));
  assert.match(error.message, /within 50 ms/);
});

test('the timeout covers the body', async (t) => {
  const { lodestone } = await faulty(t, slowBody);
  // Long enough for the head to have come.
  const error = await rejection(lodestone.me({ timeoutMs: 1_000, retries: 0 }));
  assert.ok(LodestoneError.is(error, 'timeout'));
  assert.equal(error.status, 200);
});

test('a timeout is retried', async (t) => {
  const { lodestone, requests } = await faulty(t, silence, slowBody, json(200, { account: {} }));
  assert.deepEqual(await lodestone.me({ timeoutMs: 1_000 }), { account: {} });
  assert.equal(requests.length, 3);
});

test('a fetch that ignores its signal is left behind', async (t) => {
  const { lodestone } = await faulty(t, silence);
  const deaf = () => new Promise<Response>(() => {});
  assert.ok(
    LodestoneError.is(await rejection(lodestone.me({ fetch: deaf, timeoutMs: 20, retries: 0 })), 'timeout'),
  );
});

test("the caller's signal ends a call that waits for an answer", async (t) => {
  const controller = new AbortController();
  const { lodestone, requests } = await faulty(t, () => controller.abort());
  const error = await rejection(lodestone.me({ signal: controller.signal }));
  assert.ok(LodestoneError.is(error, 'aborted'));
  assert.equal((error.cause as Error).name, 'AbortError');
  assert.equal(requests.length, 1);
});

test("the caller's signal ends a call that reads its answer", async (t) => {
  const controller = new AbortController();
  const { lodestone, requests } = await faulty(t, slowBody);
  const error = await rejection(
    lodestone.me({
      signal: controller.signal,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        setImmediate(() => controller.abort());
        return response;
      },
    }),
  );
  assert.ok(LodestoneError.is(error, 'aborted'));
  assert.equal(requests.length, 1);
});

test('AbortSignal.timeout() bounds the whole call, and is a timeout', async (t) => {
  const { lodestone, requests } = await faulty(t, silence);
  const error = await rejection(lodestone.me({ signal: AbortSignal.timeout(50) }));
  assert.ok(LodestoneError.is(error, 'timeout'));
  assert.ok(requests.length <= 1);
});

test('nothing is sent with a signal that is aborted already', async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, {}));
  assert.ok(LodestoneError.is(await rejection(lodestone.me({ signal: AbortSignal.abort() })), 'aborted'));
  assert.equal(requests.length, 0);
});

test("the client's signal ends calls as the call's own does", async (t) => {
  const { baseUrl } = await faulty(t, silence);
  const { Lodestone } = await import('@lodestone/sdk');
  const controller = new AbortController();
  const lodestone = new Lodestone({ apiKey: 'key', baseUrl, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  const error = await rejection(lodestone.me({ signal: new AbortController().signal }));
  assert.ok(LodestoneError.is(error, 'aborted'));
});

test('a signal that outlives its calls keeps no listener of them', async (t) => {
  const { lodestone } = await faulty(t, json(200, {}));
  const { signal } = new AbortController();
  for (let call = 0; call < 3; call++) await lodestone.me({ signal });
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});
