import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createKey, SCOPES } from '@lodestone/core';

import { idsIn } from '../find.ts';
import type { AskedList } from '../contract-types.ts';
import { DOCUMENT, OPERATIONS } from '../answers.ts';
import { absent } from '../refusals.ts';
import { type CallOptions, startServer, type TestServer } from '../server.ts';

interface Example {
  $ref?: string;
  value?: { error: { code: string; message: string; param?: string; required_scope?: string } };
}

/** A response that the document describes. */
interface Described {
  $ref?: string;
  content: { 'application/json': { examples: Record<string, Example> } };
}

/** Follows a reference within the document. */
function resolve<Node extends { $ref?: string }>(node: Node): Node {
  if (node.$ref === undefined) return node;
  const found = node.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], DOCUMENT);
  return resolve(found as Node);
}

/** Every example of a failure that a request alone can bring about. */
const EXAMPLES = OPERATIONS.flatMap((operation) => {
  const described = Object.values(DOCUMENT.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === operation.id)!;
  return Object.entries(described.responses).flatMap(([status, response]) => {
    if (!status.startsWith('4')) return [];
    const { content } = resolve(response as Described);
    return Object.entries(content['application/json'].examples).map(([name, example]) => ({
      operation,
      status: Number(status),
      name,
      error: resolve(example).value!.error,
    }));
  });
});

const KIND: Record<string, string> = { magnets: 'mag', subscribers: 'sub', campaigns: 'cmp', unibox: 'enr' };
const BODIES: Record<string, unknown> = {
  status: { status: 'published' },
  title: { status: 'draft', title: 'x' },
  malformed: '{',
  tag_length: { tags: ['a', 'b', 'c', 'x'.repeat(74)] },
  tag_count: { tags: Array.from({ length: 51 }, (_, at) => `tag ${at}`) },
  first_name: { first_name: 'x'.repeat(130) },
  email: { email: 'x@example.com' },
  reason: { reason: 'x'.repeat(620) },
  reply_intent: { reply_intent: 'maybe' },
  missing: {},
  test_send_required: { status: 'public' },
};
const GOOD: Record<string, unknown> = {
  updateMagnet: { status: 'draft' },
  updateSubscriber: {},
  updateConversation: { reply_intent: 'won' },
};

/** The value of a query parameter that a message tells: the one it quotes, or one as long as it says. */
function valueIn(name: string, message: string): string {
  if (name === 'search_words') return Array.from({ length: 12 }, (_, at) => `w${at + 10}`).join(' ');
  const length = /got (\d+)\.$/.exec(message)?.[1];
  return length === undefined ? (/got '([^']*)'/.exec(message)?.[1] ?? '') : 'x'.repeat(Number(length));
}

describe('each example of a failure is an answer that is given:', () => {
  let server: TestServer;
  let own: Record<string, string>;
  /** For each scope a key that has all others. */
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    server = await startServer();
    for (const scope of SCOPES) {
      const scopes = SCOPES.filter((one) => one !== scope);
      const { token } = await createKey(server.account, { name: scope, scopes, expires_in_days: null });
      keys[scope] = token;
    }
    const idOf = async (list: AskedList) => (await idsIn(server, list))[0]!;
    const magnets = (await server.call('GET /v1/magnets?limit=200')).body.data;
    own = {
      subscriber: await idOf('/v1/subscribers'),
      untested: magnets.find(({ test_send }) => test_send?.status !== 'succeeded')!.id,
      magnet: magnets[0]!.id,
      completed: await idOf('/v1/campaigns?status=completed'),
      draft: await idOf('/v1/campaigns?status=draft'),
      bounced: await idOf('/v1/campaigns?status=bounced'),
      campaign: await idOf('/v1/campaigns'),
      conversation: (await server.call('GET /v1/unibox')).body.latest[0]!.id,
    };
  });
  afterAll(() => server.close());

  for (const { operation, status, name, error } of EXAMPLES) {
    // Told by a clock, or by somebody's browser: sessions.test.ts and quota.test.ts hold those.
    if (status === 429 || /session/.test(error.message)) continue;
    test(`${operation.id}, ${status} ${name}`, async () => {
      const noun = operation.route.split('/')[2]!;
      const object =
        name === 'test_send_required'
          ? own['untested']
          : error.code === 'system_paused'
            ? own['bounced']
            : error.code === 'invalid_state'
              ? own[operation.id === 'pauseCampaign' ? 'completed' : 'draft']
              : own[
                  { magnets: 'magnet', subscribers: 'subscriber', campaigns: 'campaign' }[noun] ??
                    'conversation'
                ];
      const id = status === 404 ? absent(KIND[noun] ?? 'mag') : object!;
      let path = operation.route.replace(/:\w+/, id);
      const options: CallOptions = {};
      const writes = operation.method !== 'get';
      if (writes && operation.id in GOOD) options.body = GOOD[operation.id];
      if (status === 404 && !operation.route.includes(':')) path += '/';
      if (status === 401)
        options.key =
          { invalid_key: 'x', expired_key: server.keys.expired, revoked_key: server.keys.revoked }[
            error.code
          ] ?? null;
      if (status === 403) options.key = keys[operation.scope]!;
      if (status === 413) options.body = { x: 'x'.repeat(200_000) };
      if (status === 415) Object.assign(options, { body: 'x', headers: { 'content-type': 'text/plain' } });
      if (error.param === 'verbose') options.query = { verbose: '1' };
      else if (error.param !== undefined) options.query = { [error.param]: valueIn(name, error.message) };
      else if (status === 400) options.body = BODIES[name];
      const { status: answered, body } = await server.call(
        `${operation.method.toUpperCase()} ${path}`,
        options,
      );
      expect([answered, body.error]).toEqual([status, error]);
    });
  }
});
