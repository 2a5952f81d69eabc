import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { inspect } from 'node:util';

import { Lodestone, LodestoneError, type LogLevel } from '@lodestone/sdk';

import { failure, faulty, json, rejection } from './faults.ts';

const key = `lodestone_live_${'k'.repeat(43)}`;

function environment(t: TestContext, variables: Record<string, string | undefined>) {
  const before = { ...process.env };
  t.after(() => (process.env = before));
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

function pretendBrowser(t: TestContext) {
  t.mock.getter(navigator, 'userAgent', () => 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36');
  Object.defineProperty(globalThis, 'location', {
    value: new URL('https://app.example/leads'),
    configurable: true,
  });
  t.after(() => Reflect.deleteProperty(globalThis, 'location'));
}

function refused(make: () => unknown, says: RegExp) {
  assert.throws(
    make,
    (error: unknown) => LodestoneError.is(error, 'invalid_usage') && says.test(error.message),
  );
}

test('key and base URL come from the environment', async (t) => {
  const { baseUrl, requests } = await faulty(t, json(200, {}));
  environment(t, { LODESTONE_API_KEY: key, LODESTONE_BASE_URL: baseUrl });
  await new Lodestone().me();
  assert.equal(requests[0]!.headers.authorization, `Bearer ${key}`);
});

test('without a key the client refuses, and says what to do', (t) => {
  environment(t, { LODESTONE_API_KEY: undefined });
  refused(() => new Lodestone(), /LODESTONE_API_KEY/);
  refused(() => new Lodestone({ apiKey: '' }), /LODESTONE_API_KEY/);
  assert.doesNotThrow(() => new Lodestone({ apiKey: null }));
});

test('a base URL that is no address is refused', () => {
  refused(() => new Lodestone({ apiKey: key, baseUrl: 'outreach.example.com' }), /outreach\.example\.com/);
});

test('a key in a browser is refused unless it is asked for', (t) => {
  pretendBrowser(t);
  refused(() => new Lodestone({ apiKey: key }), /browser/);
  refused(() => new Lodestone({ apiKey: () => key }), /browser/);
  assert.doesNotThrow(() => new Lodestone({ apiKey: key, allowKeyInBrowser: true }));
});

test("in a browser the page's session is used, on the page's own origin", async (t) => {
  pretendBrowser(t);
  environment(t, { LODESTONE_API_KEY: key });
  const sent: [string, RequestInit][] = [];
  const lodestone = new Lodestone({
    fetch: async (url, init) => {
      sent.push([url, init]);
      return Response.json({});
    },
  });
  await lodestone.me();
  assert.equal(sent[0]![0], 'https://app.example/api/v1/me');
  assert.equal(new Headers(sent[0]![1].headers).get('authorization'), null);
});

test("a call's options override the client's, and headers add up", async (t) => {
  const { baseUrl, requests } = await faulty(t, json(200, {}));
  const lodestone = new Lodestone({
    apiKey: 'first',
    baseUrl: 'http://127.0.0.1:1/api',
    headers: { 'x-one': '1', 'x-two': '2' },
  });
  await lodestone.me({
    apiKey: 'second',
    baseUrl: `${baseUrl}/`,
    headers: { 'x-two': null, 'x-three': '3' },
  });
  const { authorization, ...headers } = requests[0]!.headers;
  assert.equal(authorization, 'Bearer second');
  assert.deepEqual([headers['x-one'], headers['x-two'], headers['x-three']], ['1', undefined, '3']);
  assert.equal(requests[0]!.url, '/api/v1/me');
});

test('an option that is undefined is as good as absent', async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, {}));
  await lodestone.me({ apiKey: undefined, timeoutMs: undefined, retries: undefined, signal: undefined });
  assert.equal(requests.length, 1);
});

test('a key read from a file may end in a line break; one that no header can hold is refused without being quoted', async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, {}));
  await lodestone.me({ apiKey: `${key}\n` });
  assert.equal(requests[0]!.headers.authorization, `Bearer ${key}`);
  const error = await rejection(lodestone.me({ apiKey: `${key}\n${key}` }));
  assert.ok(LodestoneError.is(error, 'invalid_usage'));
  assert.ok(!inspect(error).includes(key));
});

test("what the key's function throws comes through, and is not retried", async (t) => {
  const { lodestone, requests } = await faulty(t, json(200, {}));
  const broken = new Error('The vault is sealed.');
  const error = await rejection(
    lodestone.me({
      apiKey: () => {
        throw broken;
      },
    }),
  );
  assert.equal(error, broken);
  assert.equal(requests.length, 0);
});

test('a logger gets its level and above, and never a key or a cookie', async (t) => {
  const { lodestone } = await faulty(
    t,
    failure(503, 'internal_error', { 'retry-after': '0' }),
    json(200, {}),
  );
  for (const [logLevel, expected] of [
    ['debug', ['debug', 'warn', 'debug']],
    [undefined, []],
    ['error', []],
  ] as [LogLevel | undefined, string[]][]) {
    const lines: [string, string, unknown][] = [];
    const line = (level: string) => (message: string, details: unknown) =>
      lines.push([level, message, details]);
    const logger = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
    await lodestone.me({ apiKey: key, headers: { cookie: 'session=s3cret' }, logger, logLevel });
    assert.deepEqual(
      lines.map(([level]) => level),
      expected,
    );
    assert.doesNotMatch(inspect(lines, { depth: 9 }), new RegExp(`${key}|s3cret`));
    if (logLevel === 'debug') assert.match(inspect(lines, { depth: 9 }), /authorization: '\[redacted\]'/);
  }
});

test('a key that a message holds is redacted in the log', async (t) => {
  const { lodestone } = await faulty(t, failure(401, 'invalid_key', {}, { message: `No such key: ${key}` }));
  const lines: string[] = [];
  const line = (message: string) => lines.push(message);
  const logger = { debug: line, info: line, warn: line, error: line };
  await rejection(lodestone.me({ logger }));
  assert.equal(lines.length, 1);
  assert.ok(!lines[0]!.includes(key));
});

test('a printed client shows no key', () => {
  assert.ok(!inspect(new Lodestone({ apiKey: key }), { depth: 9, showHidden: true }).includes(key));
});
