import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { OPERATIONS } from '../answers.ts';
import { onEveryDatabase } from '../server.ts';
import { type Call, callsOf, ownCalls } from './calls.ts';

/** As they stand in a URL. */
const IN_URLS = [
  '',
  '%00',
  'a%00b',
  '%ff',
  '%C0%AF',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '%E2%80%AE',
  '%0d%0aX-Injected:%201',
  '%20',
  '+',
  '%2B',
  '%25',
  '%',
  '%zz',
  '%u0041',
  '%27',
  '%22%3E%3Cscript%3E',
  "');drop%20table%20magnets;--",
  '${7*7}',
  '{{7*7}}',
  '%5C',
  '%5C%5C%25_',
  '-1',
  '0',
  '1e308',
  '0x7fffffff',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'true',
  'null',
  'undefined',
  '[object%20Object]',
  '[]',
  '{}',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  '../../etc/passwd',
  '..%2f..%2f',
  'now',
  'infinity',
  '2026-02-30T00:00:00Z',
  '(a%2B)%2B$',
  'x'.repeat(3000),
  '%F0%9F%98%80'.repeat(300),
];

/** As they stand in a JSON body. */
const IN_BODIES = [
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  '9007199254740993',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e"',
  '"constructor"',
  '"__proto__"',
  '"%00"',
  '[]',
  '[[]]',
  '[null]',
  '["\\u0000"]',
  '[{"a":1}]',
  '{}',
  '{"$ne":null}',
  '{"toString":1}',
  '{"length":1e9}',
  `"${'x'.repeat(90_000)}"`,
  `[${Array(20_000).fill('"x"').join()}]`,
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
];

/** As long as a tag may be. Made once: that takes seconds. */
const ANY_TEXT = fc.string({ unit: 'binary', maxLength: 60 });

onEveryDatabase((server) => {
  let calls: Call[];
  beforeAll(async () => {
    calls = await ownCalls(server);
  });

  test('any value of any query parameter is answered with 200 or with a 400 that names it', async () => {
    for (const { operation, line } of calls) {
      for (const name of operation.query.keys()) {
        for (const value of IN_URLS) {
          const answer = await server.call(`${line}?${name}=${value}`);
          if (answer.status === 200) continue;
          expectFor(`${line}?${name}=${value}`, answer.status).toBe(400);
          expect(answer.body.error.param).toBe(name);
        }
      }
    }
  });

  test('any name of a query parameter that the document lacks is a 400', async () => {
    for (const { operation, line, body } of calls) {
      if (!['getMe', 'listSubscribers', 'updateMagnet'].includes(operation.id)) continue;
      for (const name of IN_URLS) {
        if (name === '') continue;
        const answer = await server.call(`${line}?${name.replaceAll('=', '')}=1`, { body });
        expectFor(`${line}?${name}`, answer.status).toBe(400);
      }
    }
  });

  test('any value of any field of a body is answered with 200 or 400', async () => {
    for (const { operation, line } of calls) {
      for (const name of Object.keys(operation.body?.properties ?? {})) {
        for (const value of IN_BODIES) {
          const answer = await server.call(line, { body: `{"${name}":${value}}` });
          const what = `${line} ${name}: ${value.slice(0, 30)}`;
          expectFor(`${what} answered ${answer.status}`, [200, 400]).toContain(answer.status);
        }
      }
    }
  });

  test('any body at all is answered with the error object, if not with 200', async () => {
    for (const { operation, line } of calls) {
      if (operation.method === 'get') continue;
      for (const value of [
        ...IN_BODIES,
        '',
        '{',
        '{"a"',
        '\u0000',
        '\uFEFF{}',
        'a=b',
        '<x/>',
        '{"a":1}{"b":2}',
      ]) {
        const answer = await server.call(line, { body: value });
        expectFor(`${line} ${value.slice(0, 30)}: ${answer.status}`, [200, 400, 413]).toContain(
          answer.status,
        );
      }
    }
  });

  test('any id is answered with 404, if it is not one', async () => {
    for (const value of IN_URLS) {
      if (value === '' || value.includes('../') || value.includes('{') || value.includes('[')) continue;
      for (const { operation, line, body } of callsOf(() => value)) {
        if (!['getMagnet', 'unsubscribeSubscriber', 'updateConversation'].includes(operation.id)) continue;
        expectFor(line, (await server.call(line, { body })).status).toBe(404);
      }
    }
  });

  test('whatever text is asked for, it is a question', async () => {
    await fc.assert(
      fc.asyncProperty(ANY_TEXT, async (text) => {
        fc.pre(text.isWellFormed() && !text.includes('\0'));
        for (const path of [
          '/v1/subscribers?search=',
          '/v1/subscribers?tag=',
          '/v1/activity?job=',
          '/v1/subscribers?magnet_id=',
        ]) {
          const { status, body } = await server.call(`GET ${path}${encodeURIComponent(text)}`);
          // White space alone, or too many words, are told as that.
          if (status === 400) expect(body.error.message).toMatch(/white space|different words/);
          else expectFor(path + text, status).toBe(200);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('whatever text is written as a name or a tag comes back trimmed, and is found', async () => {
    const { line } = calls.find(({ operation }) => operation.id === 'updateSubscriber')!;
    await fc.assert(
      fc.asyncProperty(ANY_TEXT, async (text) => {
        fc.pre(text.isWellFormed() && text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text.trim()));
        const { status, body } = await server.call(line as `PATCH /v1/subscribers/${string}`, {
          body: { first_name: text, tags: [text] },
        });
        expect(status).toBe(200);
        expect(body.first_name).toBe(text.trim());
        expect(body.tags).toStrictEqual([text.trim()]);
        const { body: found } = await server.call('GET /v1/subscribers', {
          query: { tag: text, limit: 200 },
        });
        // By its tag.
        expect(found.data.some(({ id }) => id === body.id)).toBeTruthy();
      }),
      { numRuns: 20 },
    );
  });

  test('a header that is as long as a request may have costs next to nothing, whatever it is made of', async () => {
    const update = calls.find(({ operation }) => operation.id === 'updateSubscriber')!;
    const type = `application/json${' '.repeat(15_000)}x`;
    const agent = `Mozilla/5.0 (${') '.repeat(7_500)}x`;
    const before = process.cpuUsage();
    for (let at = 0; at < 10; at++) {
      const headers = { 'content-type': type };
      expect((await server.call(update.line, { body: {}, headers })).status).toBe(415);
      const pixel = await fetch(`${server.origin}/o/${'A'.repeat(16)}.gif`, {
        headers: { 'user-agent': agent },
      });
      expect(pixel.status).toBe(404);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });

  test('dozens of content types neither confuse nor slow it down', async () => {
    const update = calls.find(({ operation }) => operation.id === 'updateSubscriber')!;
    for (let at = 0; at < 60; at++) {
      const type = `application/json; charset=utf-8; v=${at}`;
      expect((await server.call('GET /v1/me', { headers: { 'content-type': type } })).status).toBe(200);
      expect((await server.call(update.line, { body: {}, headers: { 'content-type': type } })).status).toBe(
        415,
      );
    }
  });

  test('the document names every parameter that is tried here', () => {
    const names = new Set(OPERATIONS.flatMap(({ query }) => [...query.keys()]));
    for (const name of [
      'limit',
      'offset',
      'range',
      'scope',
      'status',
      'job',
      'search',
      'tag',
      'magnet_id',
      'created_after',
    ]) {
      expectFor(name, names.has(name)).toBe(true);
    }
  });
});
