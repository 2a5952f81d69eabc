import { request } from 'node:http';

import { expect, test } from '@jest/globals';
import { createKey, type Scope, SCOPES } from '@lodestone/core';

import type { ListPath } from './contract-types.ts';
import { expectFor } from '../../../scripts/jest/support.ts';
import type { CallOptions, TestServer } from './server.ts';

/** A well-formed id of a kind that nothing has. */
export const absent = (kind: string) => `${kind}_01jngkz5g07n8t2r4c6w9y1qxe`;

/** Strings that are no id, each of which is to be answered as an unknown id is. */
export const MALFORMED_IDS = [
  'x',
  '0',
  'null',
  '../me',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '%2F',
  '1%20or%201=1',
  '0190f5f0-0000-7000-8000-000000000000',
  '{0190f5f0-0000-7000-8000-000000000000}',
  'constructor',
  'a'.repeat(2000),
];

/**
 * Declares the tests that hold for every operation: who may not call it, and that it knows no other query parameter.
 * @param line a call that succeeds, such as `GET /v1/me`; given as a function when ids are known only once the server runs
 */
export function refusesStrangers(server: TestServer, line: () => string, scope: Scope, body?: unknown): void {
  const options = (more: CallOptions): CallOptions => ({ ...(body === undefined ? {} : { body }), ...more });

  test('401: no key, no key in the header, another scheme', async () => {
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer  ',
      'Basic bG9kZTpzdG9uZQ==',
      server.keys.full,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await server.call(line(), options({ key: null, headers }));
      expectFor(authorization, answer.status).toBe(401);
      expectFor(authorization, answer.body.error.code).toBe('unauthorized');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('401: a key that does not exist, in any form', async () => {
    const unknown = `lodestone_live_${'A'.repeat(43)}`;
    for (const key of [
      unknown,
      `${server.keys.full}x`,
      server.keys.full.toUpperCase(),
      'x',
      "'--",
      '%00',
      'é'.repeat(10),
    ]) {
      const answer = await server.call(line(), options({ key: encodeURI(key) }));
      expectFor(key, answer.status).toBe(401);
      expectFor(key, answer.body.error.code).toBe('invalid_key');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  test('401: an expired key, and a revoked one', async () => {
    const expired = await server.call(line(), options({ key: server.keys.expired }));
    expect(expired.status).toBe(401);
    expect(expired.body.error.code).toBe('expired_key');
    const revoked = await server.call(line(), options({ key: server.keys.revoked }));
    expect(revoked.status).toBe(401);
    expect(revoked.body.error.code).toBe('revoked_key');
  });

  test('401: two Authorization headers', async () => {
    const [method, path] = line().split(' ');
    const headers = ['Host', 'localhost'];
    for (let sent = 0; sent < 2; sent++) headers.push('Authorization', `Bearer ${server.keys.full}`);
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${server.baseUrl}${path}`, { method, headers: headers as never }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
    expect(status).toBe(401);
  });

  test(`403: a key with every scope but ${scope}, which the answer names`, async () => {
    const scopes = SCOPES.filter((other) => other !== scope);
    const { token } = await createKey(server.account, {
      name: `all but ${scope}`,
      scopes,
      expires_in_days: 30,
    });
    const answer = await server.call(line(), options({ key: token }));
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('insufficient_scope');
    expect(answer.body.error.required_scope).toBe(scope);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${scope}"`,
    );
  });

  test('400: a query parameter that the operation does not have, which `param` names', async () => {
    for (const name of ['verbose', 'access_token', '__proto__', 'constructor', 'limit[]', 'account_id']) {
      const answer = await server.call(line(), options({ query: { [name]: '1' } }));
      expectFor(name, answer.status).toBe(400);
      expect(answer.body.error.code).toBe('invalid_parameter');
      expect(answer.body.error.param).toBe(name);
    }
  });

  test('404: the path in another case, with a slash at its end, or doubled', async () => {
    const [method, path] = line().split(' ');
    for (const other of [
      path!.replace('/v1', '/V1'),
      `${path}/`,
      path!.replace('/v1', '/v1/'),
      `/v1${path}`,
    ]) {
      const answer = await server.call(`${method} ${other}`, options({}));
      expectFor(other, answer.status).toBe(404);
      expect(answer.body.error.code).toBe('not_found');
    }
  });
}

/**
 * Declares that malformed, absent and foreign ids are answered with the very same bytes.
 * @param at the call for an id
 * @param foreign an id of the other account
 */
export function refusesOtherIds(
  server: TestServer,
  kind: string,
  at: (id: string) => string,
  foreign: () => string,
  body?: unknown,
): void {
  test('404: malformed, absent and foreign ids, all answered alike', async () => {
    const options = body === undefined ? {} : { body };
    const own = await server.call(at(foreign()), { ...options, key: server.other.keys.full });
    // The other account has it.
    expect(own.status).not.toBe(404);
    const { status, text } = await server.call(at(absent(kind)), options);
    expect(status).toBe(404);
    const otherKind = kind === 'mag' ? 'sub' : 'mag';
    const wrong = [
      foreign(),
      foreign().toUpperCase(),
      ` ${foreign()}`,
      absent(otherKind),
      `${kind}_${'z'.repeat(26)}`,
    ];
    for (const id of [...wrong, ...MALFORMED_IDS]) {
      const answer = await server.call(at(id.includes('%') ? id : encodeURIComponent(id)), options);
      expectFor(id, answer.status).toBe(404);
      expectFor(id, answer.text).toBe(text);
    }
  });
}

/** Values of a query parameter, each of which is refused with 400 and named in `param`. */
export function refusesValues(
  server: TestServer,
  path: string,
  name: string,
  values: readonly string[],
): void {
  test(`400: ${name}`, async () => {
    for (const value of values) {
      const answer = await server.call(`GET ${path}`, { query: `${name}=${value}` });
      expectFor(`${name}=${value}`, answer.status).toBe(400);
      expect(answer.body.error.code).toBe('invalid_parameter');
      expect(answer.body.error.param).toBe(name);
      expect(answer.body.error.message).toMatch(new RegExp(`^${name} must be `));
    }
    const twice = await server.call(`GET ${path}`, { query: `${name}=1&${name}=2` });
    expect(twice.status).toBe(400);
    expect(twice.body.error.param).toBe(name);
  });
}

const NOT_WHOLE = [
  '',
  '-1',
  '1.5',
  '1e2',
  '0x10',
  '%205',
  '5%20',
  '%2B5',
  'NaN',
  'Infinity',
  '١',
  '1,2',
  'null',
  '99999999999',
  '1e23',
];

/** The envelope of every list. */
interface Page {
  data: unknown[];
  has_more: boolean;
  next_offset: number | null;
}

/** Declares what holds for `limit` and `offset` of every list. */
export function pages(server: TestServer, path: ListPath): void {
  refusesValues(server, path, 'limit', [...NOT_WHOLE, '0', '201']);
  refusesValues(server, path, 'offset', [...NOT_WHOLE, '2147483648']);

  test('pages follow each other without gap or overlap, and the last one says so', async () => {
    const page = async (query?: Record<string, number>) =>
      (await server.call(`GET ${path}`, { ...(query && { query }) })).body as unknown as Page;
    const whole = await page({ limit: 200 });
    const size = Math.max(1, Math.ceil(whole.data.length / 3));
    const rows: unknown[] = [];
    let offset: number | null = 0;
    while (offset !== null && offset < whole.data.length) {
      const body: Page = await page({ limit: size, offset });
      expect(body.next_offset).toBe(body.has_more ? offset + size : null);
      rows.push(...body.data);
      offset = body.next_offset;
    }
    expect(rows.slice(0, whole.data.length)).toStrictEqual(whole.data);
  });

  test('a page is 50 rows unless a limit is given, and empty past the end', async () => {
    const { body } = await server.call(`GET ${path}`);
    const { body: asked } = await server.call(`GET ${path}`, { query: { limit: 50, offset: 0 } });
    expect(body).toStrictEqual(asked);
    const { body: past } = await server.call(`GET ${path}`, { query: { offset: 2147483647 } });
    expect(past).toMatchObject({ data: [], has_more: false, next_offset: null });
  });
}

/** Bodies that are no JSON object, or not what the operation takes, with the status of each. */
const BAD_BODIES: [body: string | Uint8Array, status: number][] = [
  ['{', 400],
  ['{"a":1,}', 400],
  ["{'status':'draft'}", 400],
  ['null', 400],
  ['[]', 400],
  ['"draft"', 400],
  ['1', 400],
  ['{"unknown":1}', 400],
  ['{"__proto__":{"status":"draft"}}', 400],
  ['{"constructor":1}', 400],
  [new Uint8Array([0x22, 0xff, 0x22]), 400],
  ['['.repeat(40_000) + ']'.repeat(40_000), 400],
  [`{"a":"${'x'.repeat(100_001)}"}`, 413],
];

/** Declares how an operation with a body refuses bodies: by form, by size and by media type. None is named in `param`. */
export function refusesBodies(
  server: TestServer,
  line: () => string,
  good: unknown,
  bodies: unknown[],
): void {
  test('400 and 413: broken JSON, what is no object, unknown fields, wrong values, too many bytes', async () => {
    for (const [body, status] of [...BAD_BODIES, ...bodies.map((body) => [body, 400] as const)]) {
      const answer = await server.call(line(), { body });
      const what = typeof body === 'string' ? body.slice(0, 60) : JSON.stringify(body);
      expectFor(what, answer.status).toBe(status);
      expectFor(what, answer.body.error.code).toBe('invalid_parameter');
      expectFor(what, Object.hasOwn(answer.body.error, 'param')).toBe(false);
    }
  });

  test('415: another media type, another charset, compressed', async () => {
    const headers = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ];
    for (const sent of headers) {
      const answer = await server.call(line(), { body: good, headers: sent });
      expectFor(JSON.stringify(sent), answer.status).toBe(415);
      expect(answer.body.error.code).toBe('invalid_parameter');
    }
  });

  test('JSON is JSON, however its media type is written', async () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ]) {
      const answer = await server.call(line(), { body: good, headers: { 'content-type': type } });
      expectFor(type, answer.status).toBe(200);
    }
  });
}
