import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';

/** A call of an operation on an id that nothing has. `server.call` holds each answer against the document. */
function lineOf({ method, route }: (typeof OPERATIONS)[number]): string {
  return `${method.toUpperCase()} ${route.replace(/:\w+/, 'nothing')}`;
}

describe('with its quota used up', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(undefined, { rateLimit: 1 });
    await server.call('GET /v1/me');
  });
  after(() => server?.close());

  for (const operation of OPERATIONS) {
    test(`${operation.id} answers 429 and says when to come back`, async () => {
      const { status, body, headers } = await server.call(lineOf(operation));
      assert.equal(status, 429);
      assert.equal(body.error.code, 'rate_limited');
      const seconds = Number(headers.get('retry-after'));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds));
      assert.match(headers.get('ratelimit') ?? '', /;r=0;/);
    });
  }
});

describe('an operation that changes something', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.close());

  for (const operation of OPERATIONS.filter(({ method }) => method !== 'get')) {
    test(`${operation.id} refuses a body that is no JSON, too large, or of another media type`, async () => {
      const bodies: [status: number, body: string, type: string][] = [
        [400, '{', 'application/json'],
        [413, JSON.stringify({ x: 'x'.repeat(200_000) }), 'application/json'],
        [415, 'status=public', 'application/x-www-form-urlencoded'],
      ];
      for (const [expected, body, type] of bodies) {
        const answer = await server.call(lineOf(operation), { body, headers: { 'content-type': type } });
        assert.equal(answer.status, expected, type);
        assert.equal(answer.body.error.code, 'invalid_parameter');
      }
    });
  }
});
