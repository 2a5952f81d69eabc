import { inspect } from 'node:util';

import { expect, test } from '@jest/globals';
import { Lodestone, LodestoneError, type LogLevel } from '@lodestone/sdk';

import { afterTest } from '../../../scripts/jest/support.ts';
import { failure, faulty, json, rejection } from './faults.ts';

const key = `lodestone_live_${'k'.repeat(43)}`;

function environment(variables: Record<string, string | undefined>) {
  const before = { ...process.env };
  afterTest(() => (process.env = before));
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

function pretendBrowser() {
  Object.defineProperty(navigator, 'userAgent', {
    value: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    configurable: true,
  });
  Object.defineProperty(globalThis, 'location', {
    value: new URL('https://app.example/leads'),
    configurable: true,
  });
  afterTest(() => {
    Reflect.deleteProperty(navigator, 'userAgent');
    Reflect.deleteProperty(globalThis, 'location');
  });
}

function refused(make: () => unknown, says: RegExp) {
  expect(make).toThrow(expect.objectContaining({ code: 'invalid_usage' }));
  expect(make).toThrow(LodestoneError);
  expect(make).toThrow(says);
}

test('key and base URL come from the environment', async () => {
  const { baseUrl, requests } = await faulty(json(200, {}));
  environment({ LODESTONE_API_KEY: key, LODESTONE_BASE_URL: baseUrl });
  await new Lodestone().me();
  expect(requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
});

test('without a key the client refuses, and says what to do', () => {
  environment({ LODESTONE_API_KEY: undefined });
  refused(() => new Lodestone(), /LODESTONE_API_KEY/);
  refused(() => new Lodestone({ apiKey: '' }), /LODESTONE_API_KEY/);
  expect(() => new Lodestone({ apiKey: null })).not.toThrow();
});

test('a base URL that is no address is refused', () => {
  refused(() => new Lodestone({ apiKey: key, baseUrl: 'outreach.example.com' }), /outreach\.example\.com/);
});

test('a key in a browser is refused unless it is asked for', () => {
  pretendBrowser();
  refused(() => new Lodestone({ apiKey: key }), /browser/);
  refused(() => new Lodestone({ apiKey: () => key }), /browser/);
  expect(() => new Lodestone({ apiKey: key, allowKeyInBrowser: true })).not.toThrow();
});

test("in a browser the page's session is used, on the page's own origin", async () => {
  pretendBrowser();
  environment({ LODESTONE_API_KEY: key });
  const sent: [string, RequestInit][] = [];
  const lodestone = new Lodestone({
    fetch: async (url, init) => {
      sent.push([url, init]);
      return Response.json({});
    },
  });
  await lodestone.me();
  expect(sent[0]![0]).toBe('https://app.example/api/v1/me');
  expect(new Headers(sent[0]![1].headers).get('authorization')).toBeNull();
});

test("a call's options override the client's, and headers add up", async () => {
  const { baseUrl, requests } = await faulty(json(200, {}));
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
  expect(authorization).toBe('Bearer second');
  expect([headers['x-one'], headers['x-two'], headers['x-three']]).toStrictEqual(['1', undefined, '3']);
  expect(requests[0]!.url).toBe('/api/v1/me');
});

test('an option that is undefined is as good as absent', async () => {
  const { lodestone, requests } = await faulty(json(200, {}));
  await lodestone.me({ apiKey: undefined, timeoutMs: undefined, retries: undefined, signal: undefined });
  expect(requests).toHaveLength(1);
});

test('a key read from a file may end in a line break; one that no header can hold is refused without being quoted', async () => {
  const { lodestone, requests } = await faulty(json(200, {}));
  await lodestone.me({ apiKey: `${key}\n` });
  expect(requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
  const error = await rejection(lodestone.me({ apiKey: `${key}\n${key}` }));
  expect(LodestoneError.is(error, 'invalid_usage')).toBe(true);
  expect(inspect(error)).not.toContain(key);
});

test("what the key's function throws comes through, and is not retried", async () => {
  const { lodestone, requests } = await faulty(json(200, {}));
  const broken = new Error('The vault is sealed.');
  const error = await rejection(
    lodestone.me({
      apiKey: () => {
        throw broken;
      },
    }),
  );
  expect(error).toBe(broken);
  expect(requests).toHaveLength(0);
});

test('a logger gets its level and above, and never a key or a cookie', async () => {
  const { lodestone } = await faulty(failure(503, 'internal_error', { 'retry-after': '0' }), json(200, {}));
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
    expect(lines.map(([level]) => level)).toStrictEqual(expected);
    expect(inspect(lines, { depth: 9 })).not.toMatch(new RegExp(`${key}|s3cret`));
    if (logLevel === 'debug') expect(inspect(lines, { depth: 9 })).toMatch(/authorization: '\[redacted\]'/);
  }
});

test('a key that a message holds is redacted in the log', async () => {
  const { lodestone } = await faulty(failure(401, 'invalid_key', {}, { message: `No such key: ${key}` }));
  const lines: string[] = [];
  const line = (message: string) => lines.push(message);
  const logger = { debug: line, info: line, warn: line, error: line };
  await rejection(lodestone.me({ logger }));
  expect(lines).toHaveLength(1);
  expect(lines[0]!).not.toContain(key);
});

test('a printed client shows no key', () => {
  expect(inspect(new Lodestone({ apiKey: key }), { depth: 9, showHidden: true })).not.toContain(key);
});
