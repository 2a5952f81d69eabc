import { getEventListeners } from 'node:events';

import { expect, test } from '@jest/globals';
import { LodestoneError } from '@lodestone/sdk';

import { expectCode, faulty, json, rejection, silence, slowBody } from './faults.ts';

test('a server that never answers is a timeout', async () => {
  const { lodestone } = await faulty(silence);
  const error = await rejection(lodestone.me({ timeoutMs: 50, retries: 0 }));
  expectCode(error, 'timeout');
  expect(error.message).toMatch(/within 50 ms/);
});

test('the timeout covers the body', async () => {
  const { lodestone } = await faulty(slowBody);
  // Long enough for the head to have come.
  const error = await rejection(lodestone.me({ timeoutMs: 1_000, retries: 0 }));
  expectCode(error, 'timeout');
  expect(error.status).toBe(200);
});

test('a timeout is retried', async () => {
  const { lodestone, requests } = await faulty(silence, slowBody, json(200, { account: {} }));
  expect(await lodestone.me({ timeoutMs: 1_000 })).toStrictEqual({ account: {} });
  expect(requests).toHaveLength(3);
});

test('a fetch that ignores its signal is left behind', async () => {
  const { lodestone } = await faulty(silence);
  const deaf = () => new Promise<Response>(() => {});
  expect(
    LodestoneError.is(await rejection(lodestone.me({ fetch: deaf, timeoutMs: 20, retries: 0 })), 'timeout'),
  ).toBe(true);
});

test("the caller's signal ends a call that waits for an answer", async () => {
  const controller = new AbortController();
  const { lodestone, requests } = await faulty(() => controller.abort());
  const error = await rejection(lodestone.me({ signal: controller.signal }));
  expectCode(error, 'aborted');
  expect((error.cause as Error).name).toBe('AbortError');
  expect(requests).toHaveLength(1);
});

test("the caller's signal ends a call that reads its answer", async () => {
  const controller = new AbortController();
  const { lodestone, requests } = await faulty(slowBody);
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
  expectCode(error, 'aborted');
  expect(requests).toHaveLength(1);
});

test('AbortSignal.timeout() bounds the whole call, and is a timeout', async () => {
  const { lodestone, requests } = await faulty(silence);
  const error = await rejection(lodestone.me({ signal: AbortSignal.timeout(50) }));
  expectCode(error, 'timeout');
  expect(requests.length).toBeLessThanOrEqual(1);
});

test('nothing is sent with a signal that is aborted already', async () => {
  const { lodestone, requests } = await faulty(json(200, {}));
  expect(LodestoneError.is(await rejection(lodestone.me({ signal: AbortSignal.abort() })), 'aborted')).toBe(
    true,
  );
  expect(requests).toHaveLength(0);
});

test("the client's signal ends calls as the call's own does", async () => {
  const { baseUrl } = await faulty(silence);
  const { Lodestone } = await import('@lodestone/sdk');
  const controller = new AbortController();
  const lodestone = new Lodestone({ apiKey: 'key', baseUrl, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  const error = await rejection(lodestone.me({ signal: new AbortController().signal }));
  expectCode(error, 'aborted');
});

test('a signal that outlives its calls keeps no listener of them', async () => {
  const { lodestone } = await faulty(json(200, {}));
  const { signal } = new AbortController();
  for (let call = 0; call < 3; call++) await lodestone.me({ signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
